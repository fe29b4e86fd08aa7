#!/usr/bin/env node
// Prints what of that which would help stands in a model's context as text, by the handlers of the
// hooks: npm run eval:inject [-- FILE…] [--only plain|aliases] [--misses] [--json OUT] [--totals]
// [--idle FILE]
// A set is a JSON file {projects: [{name, agents?, memories: [{kind, title, content, tags, aliases,
// daysAgo?}]}], global: [memory], prompts: [{project, text, want: [titles], also: [titles]}]}, or one
// to rank ({corpus, queries}: its queries want what is relevant). Without FILE those that come with the
// source are measured. --idle names a file {kind: [prompt]} of prompts that want nothing: the projects
// get them by turns. Each table stores the memories anew: plain, with those
// aliases alone that their own text gives, and with the aliases of the set. Every
// prompt is the first of a session of its own, whose start has given what it gives.
//   want     prompts that want something; arrives: those for which the text of something wanted stands
//            in the session, from its start or beside the prompt; whole: all that is wanted; beside:
//            those to which the prompt itself brought it
//   given    items beside a prompt; good: what is wanted or acceptable of them; wanted: what is wanted
//   chars    characters beside a prompt, on average and for all but the longest 5 %
//   idle     prompts that want nothing; get any: those that get something all the same
//   missed   prompts that want something and do not get it, by reason
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import {
  judgeMiss,
  MISSES,
  parseInjected,
  percent,
  scorePrompt,
  toFigures,
} from './inject-score.mjs'
import { ownSets, readSet, sectionName, withIdle } from './inject-sets.mjs'
import * as analyse from '../../store/index/analyse.ts'
import * as query from '../../src/search/query.ts'
import { search } from '../../src/search/search.ts'
import { askHook, openProject, startSession } from './inject-store.mjs'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    misses: { type: 'boolean', default: false },
    json: { type: 'string' },
    totals: { type: 'boolean', default: false },
    idle: { type: 'string' },
  },
})

/** The wanted text, as `judgeMiss` looks for it. */
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

/** The scored prompts of one project, each in a session of its own. */
async function scoreProject(recall, prompts, opened) {
  const { items, files, indexes } = opened
  const rows = []
  for (const prompt of prompts) {
    const start = await startSession(opened)
    const text = await askHook(opened, start.session, prompt.text)
    const row = scorePrompt(prompt, {
      chars: text.length,
      start: parseInjected(start.text, items, files),
      items: parseInjected(text, items, files),
    })
    const isMissed = !row.arrives && row.want.length > 0
    const sources = isMissed ? row.want.map(name => toSource(opened, name)) : []
    const miss = isMissed ? judgeMiss(recall, indexes, row.text, sources) : undefined
    rows.push({ ...row, said: text, startChars: start.text.length, ...(miss && { miss }) })
  }
  return rows
}

async function evaluateProject(recall, project, global, aliases) {
  const opened = await openProject(project, global, { aliases })
  try {
    return await scoreProject(recall, project.prompts, opened)
  } finally {
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
  ['whole', row => percent(row.whole)],
  ['beside', row => percent(row.beside)],
  ['given', row => row.given.toFixed(2)],
  ['good', row => percent(row.good)],
  ['wanted', row => percent(row.wanted)],
  ['chars', row => row.chars.toFixed(0)],
  ['p95', row => String(row.chars95)],
  ['idle', row => String(row.idle)],
  ['get any', row => percent(row.disturbed)],
]

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
    return [[name, own], ...(projects.length > 1 && !options.totals ? parts : [])]
  })
  return sets.length > 1 ? [...groups, ['all', rows]] : groups
}

/** The misses one by one: reason, prompt, what was wanted, what came. */
function formatMisses(rows) {
  const toLine = text => text.replace(/\s+/g, ' ').slice(0, 80)
  const came = ({ items }) => items.map(({ names }) => names[0])
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

const MODES = ['plain', 'aliases']
const modes = MODES.filter(mode => (options.only ?? mode) === mode)
if (modes.length === 0) throw new Error(`--only takes ${MODES.join(' or ')}`)
const own = (positionals.length > 0 ? positionals : ownSets()).map(readSet)
const sets = options.idle === undefined ? own : withIdle(own, options.idle)
const recall = { search, ...query, ...analyse }
const all = []
for (const mode of modes) {
  const rows = await evaluateSets(recall, sets, mode === 'aliases')
  all.push(...rows.map(row => ({ mode, ...row })))
  console.log(formatTables(mode, groupRows(sets, rows)), '\n')
  if (options.misses) console.log(formatMisses(rows), '\n')
}
if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(all, null, 1)}\n`)
