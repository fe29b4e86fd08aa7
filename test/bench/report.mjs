import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { compare, isMet, toComparable } from './figures.mjs'
import { goalOf } from './goals.mjs'

const BASELINE = new URL('./baseline.json', import.meta.url)
const DIGITS = { '×': 2, ms: 1, s: 2, MiB: 1, MB: 0, '/s': 0 }
/** Changes up to these are noise: of ratios and sizes, of times by the clock, of the slowest calls. */
const NOISE = { steady: 0.1, timed: 0.25, slowest: 1 }
const MET = { true: 'met', false: 'not met', undefined: '' }

/** What a reader has to know of the machine and of how processes are run. */
export function describeRun() {
  const load = loadavg().map(one => one.toFixed(1))
  return [
    `Node ${process.versions.node}, ${availableParallelism()} cores, load ${load.join(' ')}`,
    'environment: PATH, HOME, SVC_*; NODE_EXTRA_CA_CERTS and the rest removed',
    'input of hooks: a filled pipe, as from a shell; a socket, as from a host that Node runs',
  ]
}

/**
 * Prints rows as they come, beside their goals and what they were in test/bench/baseline.json, and
 * keeps them.
 */
export class Report {
  former = readBaseline()
  rows = []
  /** Milliseconds that bare Node took in this run, and of processor time. */
  bare = { bareMs: NaN, bareCpuMs: NaN }

  title(text) {
    const heads = ['figure', 'processor', 'goal', '', 'against the baseline']
    console.log(`\n${text.padEnd(36)}${formatCells(heads)}`)
  }

  add({ size, ...row }) {
    const { name, cpu } = row
    const given = { ...row, size, goal: goalOf(name, size) }
    this.rows.push(given)
    const processor = cpu === undefined ? '' : `${cpu.value.toFixed(2)} ${cpu.unit}`
    const goal = given.goal === undefined ? '' : given.goal.toLocaleString('en')
    const cells = [formatFigure(row), processor, goal, MET[isMet(given)], this.changeOf(given)]
    console.log(`  ${name.padEnd(34)}${formatCells(cells)}`)
  }

  /** Where processor time is known it is compared: it is steadier than the wall clock. */
  changeOf(row) {
    const former = this.former[keyOf(row)]
    if (former === undefined) return 'new'
    const { unit } = row.cpu ?? row
    const { change, verdict } = compare(unit, this.comparable(row), former, noiseOf(row)) ?? {}
    if (verdict === undefined) return ''
    return verdict === 'as before' ? verdict : `${verdict} (${percent(change)})`
  }

  comparable(row) {
    const { bareMs, bareCpuMs } = this.bare
    return row.cpu ? toComparable(row.cpu, bareCpuMs) : toComparable(row, bareMs)
  }

  /** Counts the goals, and says how the comparison is to be read. */
  finish() {
    const met = this.rows.map(isMet).filter(one => one !== undefined)
    console.log(`\n${met.filter(Boolean).length} of ${met.length} goals met`)
    console.log(
      `against the baseline: processor time where it is known, times in starts of bare Node; a change of ${percent(NOISE.steady)} is noise (of times by the clock ${percent(NOISE.timed)}, of p99 ${percent(NOISE.slowest)})`,
    )
  }

  /** Prints the rows as the tables of the README files: figures, behind them the processor's. */
  printMarkdown() {
    const sizes = [...new Set(this.rows.map(({ size }) => size))].sort((a, b) => a - b)
    const names = [...new Set(this.rows.map(({ name }) => name))]
    console.log(`\n${toLine(['', 'goal', ...sizes.map(size => size.toLocaleString('en'))])}`)
    console.log(toLine(['---', ...['', ...sizes].map(() => '---:')]))
    for (const name of names) {
      const own = this.rows.filter(row => row.name === name)
      const goals = [...new Set(own.flatMap(({ goal }) => goal?.toLocaleString('en') ?? []))]
      const cells = sizes.map(size => formatCell(own.find(row => row.size === size)))
      console.log(toLine([name, goals.join(' / '), ...cells]))
    }
  }

  /** Replaces what was measured of the baseline; the other rows of it stay. */
  writeBaseline() {
    const own = this.rows.map(row => [keyOf(row), Number(this.comparable(row).toPrecision(4))])
    const all = Object.entries({ ...this.former, ...Object.fromEntries(own) })
    const sorted = Object.fromEntries(all.sort(([a], [b]) => (a < b ? -1 : 1)))
    writeFileSync(BASELINE, `${JSON.stringify(sorted, null, 2)}\n`)
  }
}

function readBaseline() {
  try {
    return JSON.parse(readFileSync(BASELINE, 'utf8'))
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
    return {}
  }
}

function formatFigure({ value, unit }) {
  return `${unit === 'MiB' ? '+' : ''}${value.toFixed(DIGITS[unit])} ${unit}`
}

function formatCell(row) {
  if (row === undefined) return ''
  return row.cpu ? `${formatFigure(row)} (${row.cpu.value.toFixed(2)})` : formatFigure(row)
}

const toLine = cells => `| ${cells.join(' | ')} |`

function noiseOf({ name, unit, cpu }) {
  if (name.endsWith('p99')) return NOISE.slowest
  return cpu !== undefined || unit === 'MiB' || unit === 'MB' ? NOISE.steady : NOISE.timed
}

const percent = share => `${(share * 100).toFixed(0)} %`

const keyOf = ({ name, size }) => (size === undefined ? name : `${name} @ ${size}`)

function formatCells([figure, processor, goal, met, change]) {
  return `${figure.padStart(12)}${processor.padStart(12)}${goal.padStart(8)}  ${met.padEnd(9)}${change}`
}
