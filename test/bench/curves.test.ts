import t from 'tap'
import { renderCurves } from './curves.mjs'

const curve = (name: string, ...ys: number[]) => ({
  name,
  unit: 'ms' as const,
  points: ys.map((y, at) => ({ x: 10 ** at, y })),
})
const panel = (...curves: ReturnType<typeof curve>[]) => ({ title: 'size', axis: 'items', curves })

t.test('equal steps of a logarithmic scale are equally far apart', async t => {
  const svg = renderCurves([panel(curve('list', 1, 10, 100))])
  const line = /class="curve" d="M([^"]+)"/.exec(svg)?.[1] ?? ''
  const [first, second, third] = line.split('L').map(point => point.split(' ').map(Number))
  for (const at of [0, 1]) {
    const steps = [second![at]! - first![at]!, third![at]! - second![at]!]
    t.ok(Math.abs(steps[0]! - steps[1]!) < 0.2 && steps[0] !== 0, steps.join(' '))
  }
})

t.test('labels of lines that end together do not lie on each other', async t => {
  const names = Array.from({ length: 12 }, (_, at) => `curve ${at}`)
  const svg = renderCurves([panel(...names.map(name => curve(name, 1, 1)))])
  const labels = [...svg.matchAll(/class="end" x="\d+" y="([\d.]+)">([^<]+)</g)]
  t.same(
    labels.map(([, , name]) => name),
    names,
  )
  const places = labels.map(([, y]) => Number(y)).sort((a, b) => a - b)
  t.ok(places.slice(1).every((y, at) => y - places[at]! >= 14))
  t.ok(places.every(y => y > 0 && y < 430))
})

t.test('a panel without figures is left empty', async t => {
  t.match(renderCurves([panel()]), /^<svg [^]*<\/svg>\n$/)
})
