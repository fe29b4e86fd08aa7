#!/usr/bin/env node
// Prints, as Markdown for a person to read, some prompts of each set with what two revisions give beside
// them: node test/eval/inject-show.mjs BEFORE.json AFTER.json [--count 10] [--mode plain|aliases]
// The files are those of `npm run eval:inject -- --json OUT`, run in each revision with the same sets.
// Every nth prompt of a set is shown, so that those which want nothing have their share.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { percent, toFigures } from './inject-score.mjs'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '10' },
    mode: { type: 'string', default: 'plain' },
  },
})
const [before, after] = positionals.map(readRows)
if (after === undefined) throw new Error('two files are needed: BEFORE.json AFTER.json')

function readRows(path) {
  return JSON.parse(readFileSync(path, 'utf8')).filter(({ mode }) => mode === options.mode)
}

/** So many of the rows, evenly spread. */
function spread(rows, count) {
  const step = Math.max(1, rows.length / count)
  return Array.from(
    { length: Math.min(count, rows.length) },
    (_, at) => rows[Math.floor(at * step)],
  )
}

/** The folder of a measured project is a temporary one. */
const FOLDER = /\/[^\s()]*\/svc-inject-\w+\/project\//g

function formatGiven(label, { said: given, arrives, isBeside, want }) {
  const said = given.replace(FOLDER, '')
  const stands =
    want.length > 0 && arrives && !isBeside ? '; what is wanted stands at the start' : ''
  if (said === '') return `${label}: nothing${stands}`
  return `${label}, ${said.length} characters${stands}:\n\n~~~text\n${said.trimEnd()}\n~~~`
}

function formatPrompt(old, row) {
  const want = row.want.length === 0 ? 'Wants nothing.' : `Wants: ${row.want.join(' | ')}.`
  const prompt = row.text.trim().replace(/\s+/g, ' ')
  const quoted = prompt.length > 300 ? `${prompt.slice(0, 299)}…` : prompt
  return [`### ${quoted}`, want, formatGiven('Before', old), formatGiven('After', row)].join('\n\n')
}

/** The row of the other revision for the same prompt, which may occur more than once. */
function otherOf(row, others) {
  return others.find(({ project, text }) => project === row.project && text === row.text)
}

function formatFigures(label, rows) {
  const all = toFigures(rows)
  const cells = [all.arrives, all.beside, all.good, all.disturbed].map(percent)
  return `| ${label} | ${cells.join(' | ')} | ${all.given.toFixed(2)} | ${all.chars.toFixed(0)} |`
}

const TABLE = [
  '|  | arrives % | beside % | good % | idle that get any % | items a prompt | characters |',
  '| --- | --- | --- | --- | --- | --- | --- |',
]

console.log('# Given beside prompts, before and after\n')
for (const set of new Set(after.map(row => row.set))) {
  const [olds, rows] = [before, after].map(all => all.filter(row => row.set === set))
  const figures = [...TABLE, formatFigures('before', olds), formatFigures('after', rows)]
  const shown = spread(rows, Number(options.count)).map(row =>
    formatPrompt(otherOf(row, olds), row),
  )
  console.log([`## ${set}`, figures.join('\n'), ...shown].join('\n\n'), '\n')
}
