#!/usr/bin/env node
// Prints what of that which would help arrives in a model's context, by the built hook program:
//   node test/eval/inject.mjs [FILE…] [--only plain|aliases] [--misses] [--json OUT] [--in-process]
// A set is a JSON file {projects: [{name, agents?, memories: [{kind, title, content, tags, aliases}]}],
// global: [memory], prompts: [{project, text, want: [titles], also: [titles]}]}, or one to rank
// ({corpus, queries}: its queries want what is relevant). Without FILE those that come with the
// source are measured. Each table stores the memories anew, without and with their aliases.
//   want     prompts that want something; arrives: those that get it, in full or as a title
//   good     of what is given in full, what is wanted or acceptable; wanted: what is wanted
//   chars    characters injected for a prompt, on average and for all but the longest 5 %
//   idle     prompts that want nothing; get any: those that get something all the same
//   missed   prompts that want something and do not get it, by reason
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { DIST } from '../built.mjs'
import { judgeMiss, MISSES, parseInjected, scorePrompt, toFigures } from './inject-score.mjs'
import { ownSets, readSet, sectionName } from './inject-sets.mjs'
import { askHook, openInProcess, openProject } from './inject-store.mjs'

/** Hook programs that run at once. */
const AT_ONCE = 2

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    misses: { type: 'boolean', default: false },
    json: { type: 'string' },
    'in-process': { type: 'boolean', default: false },
  },
})

/** Runs a job for each value, a few at once, and answers their results in order. */
async function inTurns(values, atOnce, run) {
  const results = []
  const rest = values.entries()
  const work = async () => {
    for (const [at, value] of rest) results[at] = await run(value)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return results
}

/** What was wanted, as `judgeMiss` looks for it. */
function toSource({ items, files }, name) {
  const item = items.find(({ title }) => title === name)
  if (item !== undefined) {
    const { id, title, content, tags, aliases = [] } = item
    const text = [title, content, ...tags, ...aliases].join('\n')
    return { text, isEntry: entry => entry.id === id }
  }
  const { text } = files
    .flatMap(({ sections }) => sections)
    .find(({ heading }) => sectionName(heading) === name)
  return { text, isEntry: entry => entry.imported }
}

/** The scored prompts of one project, `ask` answering each. */
async function scoreProject(recall, prompts, opened, ask) {
  return inTurns(prompts, AT_ONCE, async prompt => {
    const text = await ask(prompt.text)
    const given = parseInjected(text, opened.items, opened.files)
    const row = scorePrompt(prompt, text.length, given)
    if (row.arrives || row.want.length === 0) return row
    const sources = row.want.map(name => toSource(opened, name))
    return { ...row, miss: judgeMiss(recall, opened.indexes, row.text, sources) }
  })
}

async function evaluateProject(recall, project, global, aliases) {
  const opened = await openProject(project, global, { aliases })
  const inside = options['in-process'] ? await openInProcess(opened) : undefined
  try {
    const ask = inside?.ask ?? (text => askHook(opened, text))
    return await scoreProject(recall, project.prompts, opened, ask)
  } finally {
    await inside?.close()
    opened.close()
  }
}

async function evaluateSets(recall, sets, aliases) {
  const rows = []
  for (const { name: set, projects, global } of sets)
    for (const project of projects) {
      const scored = await evaluateProject(recall, project, global, aliases)
      rows.push(...scored.map(row => ({ set, project: project.name, ...row })))
    }
  return rows
}

const COLUMNS = [
  ['want', row => String(row.wanting)],
  ['arrives', row => percent(row.arrives)],
  ['in full', row => percent(row.arrivesInFull)],
  ['full a prompt', row => row.itemsInFull.toFixed(2)],
  ['good', row => percent(row.good)],
  ['wanted', row => percent(row.wanted)],
  ['chars', row => row.chars.toFixed(0)],
  ['p95', row => String(row.chars95)],
  ['idle', row => String(row.idle)],
  ['get any', row => percent(row.disturbed)],
  ['in full', row => percent(row.disturbedInFull)],
]

function percent(share) {
  return Number.isNaN(share) ? '–' : (100 * share).toFixed(1)
}

/** Lines of cells, each column as wide as its widest; the first to the left. */
function alignCells(lines) {
  const widths = lines[0].map((_, at) => Math.max(...lines.map(cells => cells[at].length)))
  const pad = (cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at]))
  return lines.map(cells => cells.map(pad).join('  ')).join('\n')
}

function formatTables(heading, groups) {
  const figures = groups.map(([label, rows]) => [label, toFigures(rows)])
  const what = figures.map(([label, row]) => [label, ...COLUMNS.map(([, cell]) => cell(row))])
  const missed = figures.map(([label, { misses }]) => [label, ...misses.map(String)])
  return [
    alignCells([[heading, ...COLUMNS.map(([name]) => name)], ...what]),
    alignCells([['missed', ...MISSES], ...missed]),
  ].join('\n\n')
}

/** The rows of each project, of each set that has several, and of all where there are several sets. */
function groupRows(sets, rows) {
  const groups = sets.flatMap(({ name, projects }) => {
    const own = rows.filter(row => row.set === name)
    const parts = projects.map(one => [`  ${one.name}`, own.filter(r => r.project === one.name)])
    return [[name, own], ...(projects.length > 1 ? parts : [])]
  })
  return sets.length > 1 ? [...groups, ['all', rows]] : groups
}

/** The misses one by one: reason, prompt, what was wanted, what came. */
function formatMisses(rows) {
  const toLine = text => text.replace(/\s+/g, ' ').slice(0, 80)
  const came = ({ items }) =>
    items.map(({ names, degree }) => `${names[0]}${degree === 'title' ? ' (title)' : ''}`)
  return rows
    .filter(row => row.miss !== undefined)
    .map(row =>
      [
        `  ${row.project}: ${row.miss}: ${toLine(row.text)}`,
        `    wanted ${row.want.join(' | ')}; came ${came(row).join(' | ') || 'nothing'}`,
      ].join('\n'),
    )
    .join('\n')
}

async function loadRecall() {
  const paths = ['src/search/search.js', 'src/search/query.js', 'store/index/analyse.js']
  const modules = await Promise.all(paths.map(path => import(`${DIST}/${path}`)))
  return Object.assign({}, ...modules)
}

const MODES = ['plain', 'aliases']
const modes = MODES.filter(mode => (options.only ?? mode) === mode)
if (modes.length === 0) throw new Error(`--only takes ${MODES.join(' or ')}`)
const sets = (positionals.length > 0 ? positionals : ownSets()).map(readSet)
const recall = await loadRecall()
const all = []
for (const mode of modes) {
  const rows = await evaluateSets(recall, sets, mode === 'aliases')
  all.push(...rows.map(row => ({ mode, ...row })))
  console.log(formatTables(mode, groupRows(sets, rows)), '\n')
  if (options.misses) console.log(formatMisses(rows), '\n')
}
if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(all, null, 1)}\n`)
