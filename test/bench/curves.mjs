const PANEL = { width: 620, height: 430, left: 66, right: 206, top: 44, bottom: 46 }
const LABEL_HEIGHT = 14

/**
 * Growth curves as an SVG, one panel a dimension: `{title, axis, curves: [{name, unit, points: [{x,
 * y}]}]}`. Both axes are logarithmic; megabytes are dashed. Its colours follow the reader's scheme.
 */
export function renderCurves(panels) {
  const width = PANEL.width * panels.length
  const drawn = panels.map(
    (panel, at) => `<g transform="translate(${at * PANEL.width} 0)">${renderPanel(panel)}</g>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${PANEL.height}" width="${width}" height="${PANEL.height}" role="img" aria-label="Growth curves">
<style>${STYLE}</style>
<rect class="page" width="100%" height="100%"/>
${drawn.join('\n')}
</svg>
`
}

const STYLE = `
text { font: 12px system-ui, sans-serif; fill: #333 }
.title { font-size: 14px; font-weight: 600 }
.page { fill: #fff }
.grid { stroke: #ddd }
.curve { fill: none; stroke-width: 2; stroke: hsl(var(--hue) 75% 36%) }
.end { fill: hsl(var(--hue) 75% 30%) }
.dashed { stroke-dasharray: 5 4 }
@media (prefers-color-scheme: dark) {
  text { fill: #ccc }
  .page { fill: #161616 }
  .grid { stroke: #3a3a3a }
  .curve { stroke: hsl(var(--hue) 75% 66%) }
  .end { fill: hsl(var(--hue) 75% 74%) }
}`

function renderPanel({ title, axis, curves }) {
  const points = curves.flatMap(curve => curve.points)
  if (points.length === 0) return ''
  const right = PANEL.width - PANEL.right
  const bottom = PANEL.height - PANEL.bottom
  const toX = scale(
    points.map(({ x }) => x),
    [PANEL.left, right],
  )
  const toY = scale(
    points.map(({ y }) => y),
    [bottom, PANEL.top],
  )
  const columns = toX.decades.map(
    x => `<path class="grid" d="M${toX(x)} ${PANEL.top}V${bottom}"/>
<text x="${toX(x)}" y="${bottom + 17}" text-anchor="middle">${x.toLocaleString('en')}</text>`,
  )
  const rows = toY.decades.map(
    y => `<path class="grid" d="M${PANEL.left} ${toY(y)}H${right}"/>
<text x="${PANEL.left - 8}" y="${toY(y) + 4}" text-anchor="end">${y.toLocaleString('en')}</text>`,
  )
  return [
    `<text class="title" x="${PANEL.left}" y="24">${title}</text>`,
    `<text x="${right}" y="${bottom + 36}" text-anchor="end">${axis}</text>`,
    `<text x="${PANEL.left - 8}" y="24" text-anchor="end">ms, MB</text>`,
    ...columns,
    ...rows,
    ...drawCurves(curves, toX, toY),
  ].join('\n')
}

function drawCurves(curves, toX, toY) {
  const ends = spread(curves.map(({ points }) => toY(points.at(-1).y)))
  return curves.map(({ name, unit, points }, at) => {
    const path = points.map(({ x, y }) => `${toX(x)} ${toY(y)}`).join('L')
    const last = points.at(-1)
    const label = PANEL.width - PANEL.right + 14
    const hue = `style="--hue:${Math.round(at * 137.5) % 360}"`
    return `<g ${hue}><path class="curve${unit === 'MB' ? ' dashed' : ''}" d="M${path}"/>
<path class="grid" d="M${toX(last.x)} ${toY(last.y)}L${label - 3} ${ends[at]}"/>
<text class="end" x="${label}" y="${ends[at] + 4}">${name}</text></g>`
  })
}

/** Whole decades that hold all values, and the function from a value to its place. */
function scale(values, [from, to]) {
  const low = Math.floor(Math.log10(Math.min(...values)))
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values))))
  const place = value =>
    Math.round((from + ((Math.log10(value) - low) / (high - low)) * (to - from)) * 10) / 10
  const decades = Array.from({ length: high - low + 1 }, (_, at) => 10 ** (low + at))
  return Object.assign(place, { decades })
}

/** Places of labels that do not lie on each other, each as near as it can be to where it belongs. */
function spread(wanted) {
  const order = wanted.map((place, at) => ({ place, at })).sort((a, b) => a.place - b.place)
  const lowest = PANEL.height - PANEL.bottom
  order.forEach((one, at) => {
    one.place = Math.max(one.place, at === 0 ? PANEL.top : order[at - 1].place + LABEL_HEIGHT)
  })
  let limit = lowest
  for (const one of order.reverse()) {
    one.place = Math.min(one.place, limit)
    limit = one.place - LABEL_HEIGHT
  }
  return wanted.map((_, at) => order.find(one => one.at === at).place)
}
