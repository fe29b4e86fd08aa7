import type uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'

/** The form of a plot: `area` and `bars` stack values, `line` draws each from the ground. */
export type PlotLook = 'area' | 'line' | 'bars'

interface Line {
  label: string
  values: readonly (number | null)[]
  color: number
  isFaint?: boolean
}

/** Lays out values for the library: days by number, then lines, the highest of a stack first. */
export function stack(look: PlotLook, lines: readonly Line[]): uPlot.AlignedData {
  const length = lines[0]?.values.length ?? 0
  const days = Array.from({ length }, (_, at) => at)
  if (look === 'line') return [days, ...lines.map(({ values }) => [...values])]
  const sums = days.map(() => 0)
  const stacked = lines.map(({ values }) => days.map(at => (sums[at]! += values[at] ?? 0)))
  return [days, ...stacked.reverse()]
}

interface Drawn {
  /** The library, which is loaded with the first plot. */
  library: typeof uPlot
  look: PlotLook
  lines: readonly Line[]
  format: (value: number) => string
  dayAt: (index: number) => string
  /** The box that it fills; its tokens are the colours. */
  element: HTMLElement
  onPoint: (at: { index: number; left: number; width: number } | undefined) => void
}

/** Plots that stand together show the same day. */
const SYNC = 'days'
const FONT_PX = 11
const FEW = 10
/** Room for a label of the horizontal axis. */
const LABEL_PX = 84

/** Creates the library's options, with the colours that the tokens have now. */
export function createOptions(drawn: Drawn): uPlot.Options {
  const { look, lines, element, dayAt, format } = drawn
  const paint = createPainter(element)
  const font = `${FONT_PX}px ${getComputedStyle(element).fontFamily}`
  const axis: uPlot.Axis = { stroke: paint('var(--muted)'), font, ticks: { show: false } }
  const drawnLines = look === 'line' ? lines : [...lines].reverse()
  return {
    width: element.clientWidth,
    height: element.clientHeight,
    legend: { show: false },
    padding: [8, null, 0, 0],
    cursor: {
      y: false,
      drag: { x: false, y: false },
      sync: { key: SYNC },
      points: { show: look !== 'bars', size: 7, width: 2 },
    },
    scales: {
      x: { time: false, range: (_, from, to) => widen(look, from, to) },
      y: { range: (_, __, to) => [0, to > 0 ? to * 1.08 : 1] },
    },
    axes: [
      {
        ...axis,
        size: 26,
        gap: 6,
        grid: { show: false },
        splits: ({ width }) => pickDays(lines[0]?.values.length ?? 0, Math.floor(width / LABEL_PX)),
        values: (_, splits) => splits.map(dayAt),
      },
      {
        ...axis,
        gap: 6,
        size: (plot, values) => 14 + longest(plot, values ?? []),
        space: 28,
        incrs: lines.every(isWhole) ? WHOLE_STEPS : STEPS,
        grid: { stroke: paint('var(--line)'), width: 1 },
        values: (_, splits) => splits.map(format),
      },
    ],
    series: [{}, ...drawnLines.map(line => createSeries(line, drawn, paint))],
    hooks: { setCursor: [plot => tellPoint(plot, drawn.onPoint)] },
  }
}

/** Width and roundness of bars. */
const BARS = { size: [0.66, 22], radius: 0.12 } as uPlot.Series.BarsPathBuilderOpts

function createSeries(
  { label, color, values, isFaint }: Line,
  { look, library }: Drawn,
  paint: (color: string) => string,
): uPlot.Series {
  const stroke = paint(`var(--plot-${color})`)
  const full = paint(`color-mix(in srgb, var(--plot-${color}) 82%, var(--surface))`)
  const soft = paint(`color-mix(in srgb, var(--plot-${color}) 26%, var(--surface))`)
  // Few values make no line.
  const isFew = values.filter(value => value !== null).length <= FEW
  const points = { show: look === 'line' && isFew, size: 5, fill: stroke }
  const common = { label, stroke, width: 1.5, points, spanGaps: true }
  if (look === 'line') return common
  if (look === 'area') return { ...common, fill: soft }
  return { ...common, width: 0, fill: isFaint ? soft : full, paths: library.paths.bars!(BARS) }
}

/** Bars stand to both sides of their day. */
function widen(look: PlotLook, from: number, to: number): [number, number] {
  const beside = look === 'bars' || from === to ? 0.5 : 0
  return [from - beside, to + beside]
}

const STEPS = [0.001, 0.01, 0.1, ...[1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7]].flatMap(power => {
  return [power, 2 * power, 5 * power]
})
const WHOLE_STEPS = STEPS.filter(step => step >= 1)

/** True for counts, whose axis has no halves. */
function isWhole({ values }: Line): boolean {
  return values.every(value => value === null || Number.isInteger(value))
}

/** Picks at most so many days, evenly spaced, the last among them. */
function pickDays(length: number, most: number): number[] {
  const step = Math.max(1, Math.ceil(length / Math.max(1, most)))
  const picked: number[] = []
  for (let at = length - 1; at >= 0; at -= step) picked.unshift(at)
  return picked
}

function longest(plot: uPlot, values: readonly string[]): number {
  const widths = values.map(value => plot.ctx.measureText(value).width / devicePixelRatio)
  return Math.ceil(Math.max(0, ...widths))
}

function tellPoint(plot: uPlot, onPoint: Drawn['onPoint']): void {
  const { idx, left = -1 } = plot.cursor
  const isOver = plot.over.matches(':hover')
  const { width } = plot.over.getBoundingClientRect()
  if (typeof idx !== 'number' || left < 0 || !isOver) return onPoint(undefined)
  onPoint({ index: idx, left: plot.over.offsetLeft + plot.valToPos(idx, 'x'), width })
}

/** Resolves a colour of the style sheet: a canvas knows no variables. */
function createPainter(element: HTMLElement): (color: string) => string {
  return color => {
    const probe = document.createElement('span')
    probe.style.color = color
    element.append(probe)
    const painted = getComputedStyle(probe).color
    probe.remove()
    return painted
  }
}
