import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { signal } from '@preact/signals'
import type uPlot from 'uplot'
import { createOptions, stack, type PlotLook } from './plot-options.js'
import './plot.css'

/** One line of a plot: a value a day, null where there is none. */
export interface PlotLine {
  label: string
  values: readonly (number | null)[]
  /** Its colour, of --plot-1 to --plot-5. */
  color: 1 | 2 | 3 | 4 | 5
  /** Drawn softly, as the counterpart of another line. */
  isFaint?: boolean
}

/** The contents of a plot. */
export interface PlotFigure {
  title: string
  /** The number of the whole period. */
  headline: string
  /** The meaning of the number. */
  note: string
  /** `area` and `bars` are stacked. */
  look: PlotLook
  lines: readonly PlotLine[]
  format: (value: number) => string
  /** Shown in place of the plot where no day has a value. */
  empty: string
}

/** A figure with the days of its values. */
interface PlotProps {
  figure: PlotFigure
  /** `YYYY-MM-DD`, UTC, oldest first; of weeks their last days. */
  days: readonly string[]
  step?: 'day' | 'week'
}

/** A figure by day or week: its number, a plot with the values under the pointer, a table. */
export function Plot({ figure, days, step = 'day' }: PlotProps) {
  const { title, headline, note, lines, empty } = figure
  const id = useId()
  const isEmpty = lines.every(({ values }) => values.every(value => !value))
  return (
    <figure class="plot" aria-labelledby={id}>
      <figcaption>
        <h3 id={id}>{title}</h3>
        {!isEmpty && (
          <p>
            <strong class="numbers">{headline}</strong> <span>{note}</span>
          </p>
        )}
      </figcaption>
      {isEmpty ? (
        <p class="plot-empty">{empty}</p>
      ) : (
        <>
          <Canvas figure={figure} days={days} step={step} />
          <Legend lines={lines} />
          <Table figure={figure} days={days} step={step} />
        </>
      )}
    </figure>
  )
}

function Legend({ lines }: { lines: readonly PlotLine[] }) {
  if (lines.length < 2) return <div class="plot-legend" />
  return (
    <ul role="list" class="plot-legend small">
      {lines.map(({ label, color, isFaint }) => (
        <li key={label} data-color={color} data-faint={isFaint}>
          {label}
        </li>
      ))}
    </ul>
  )
}

const DAY = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' })

function nameDay(day: string, step: PlotProps['step']): string {
  const date = DAY.format(new Date(day))
  return step === 'week' ? `Week to ${date}` : date
}

/** The plot itself, which says nothing to a screen reader: the table does. */
function Canvas({ figure, days, step }: PlotProps) {
  const box = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot>(undefined)
  const [at, setAt] = useState<Pointed>()
  const { look, lines } = figure
  const shape = [look, ...lines.map(({ label, color }) => `${label} ${color}`)].join('\n')
  const values = stack(look, lines)
  const latest = useRef({ values, days })
  latest.current = { values, days }
  useEffect(() => {
    let isGone = false
    void import('uplot').then(({ default: UPlot }) => {
      const element = box.current
      if (isGone || element === null) return
      const options = createOptions({
        ...{ library: UPlot, look, lines, format: figure.format, element, onPoint: setAt },
        dayAt: index => DAY.format(new Date(latest.current.days[index] ?? 0)),
      })
      plot.current = new UPlot(options, latest.current.values, element)
    })
    const stop = watchSize(box.current, (width, height) => plot.current?.setSize({ width, height }))
    return () => {
      isGone = true
      stop()
      plot.current?.destroy()
      plot.current = undefined
    }
  }, [shape, isDark.value])
  const text = JSON.stringify(values)
  useEffect(() => plot.current?.setData(latest.current.values), [text])
  return (
    <div class="plot-box" ref={box} aria-hidden="true">
      {at && days[at.index] && (
        <Reading figure={figure} day={nameDay(days[at.index]!, step)} at={at} />
      )}
    </div>
  )
}

/** The pointer over a plot: index of its day, distance from the left and width in pixels. */
interface Pointed {
  index: number
  left: number
  width: number
}

function Reading({ figure, day, at }: { figure: PlotFigure; day: string; at: Pointed }) {
  const isRight = at.left > at.width / 2
  const inSight = figure.look === 'line' ? figure.lines : [...figure.lines].reverse()
  return (
    <div
      class="plot-reading"
      data-side={isRight ? 'left' : 'right'}
      style={{ left: `${at.left}px` }}
    >
      <span>{day}</span>
      {inSight.map(({ label, color, values, isFaint }) => (
        <span key={label} data-color={color} data-faint={isFaint}>
          <span>{label}</span>
          <b class="numbers">{formatValue(values[at.index], figure.format)}</b>
        </span>
      ))}
    </div>
  )
}

function Table({ figure, days, step }: PlotProps) {
  const [isOpen, setOpen] = useState(false)
  const { title, lines, format } = figure
  return (
    <details class="plot-table small" onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>
        {isOpen ? 'Hide the table' : 'Show as table'}
        <span class="unseen">: {title}</span>
      </summary>
      {isOpen && (
        <div class="plot-rows" tabIndex={0} role="region" aria-label={`${title}, as a table`}>
          <table>
            <thead>
              <tr>
                <th scope="col">{step === 'week' ? 'Week to' : 'Day'}</th>
                {lines.map(({ label }) => (
                  <th key={label} scope="col">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {days.map((day, at) => (
                <tr key={day}>
                  <th scope="row">{day}</th>
                  {lines.map(({ label, values }) => (
                    <td key={label}>{formatValue(values[at], format)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </details>
  )
}

function formatValue(value: number | null | undefined, format: PlotFigure['format']): string {
  return typeof value === 'number' ? format(value) : '–'
}

const DARK = matchMedia('(prefers-color-scheme: dark)')
/** Changes with the colour scheme, as the tokens do. */
const isDark = signal(DARK.matches)
DARK.addEventListener('change', () => (isDark.value = DARK.matches))

function watchSize(
  element: HTMLElement | null,
  onSize: (width: number, height: number) => void,
): () => void {
  if (element === null) return () => undefined
  const observer = new ResizeObserver(() => onSize(element.clientWidth, element.clientHeight))
  observer.observe(element)
  return () => observer.disconnect()
}
