#!/usr/bin/env node
// Prints what whole sessions leave in the memory: npm run eval:sessions [-- --set FILE…] [--type T]
// [--lang L] [--wrong]. Each conversation is distilled by `builtin` in a store of its own, its
// sessions days apart.
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { scoreSessions, toFigures } from './sessions-score.mjs'
import { removeFolder } from '../remove-folder.mjs'

const SETS = join(import.meta.dirname, 'sets/sessions')
const DAY_MS = 86_400_000

const options = name =>
  process.argv.flatMap((one, at) => (one === name ? [process.argv[at + 1]] : []))
const given = options('--set')
const files = given.length > 0 ? given : readdirSync(SETS).map(name => join(SETS, name))
const [type] = options('--type')
const [lang] = options('--lang')
const isShown = process.argv.includes('--wrong')

const { createService } = await import('../../src/service/service.ts')
const root = realpathSync(mkdtempSync(join(tmpdir(), 'svc-sessions-')))

/** The memories that stand after the sessions of a conversation. */
async function play({ id, sessions }) {
  const folder = join(root, id)
  mkdirSync(join(folder, 'project'), { recursive: true })
  let now = Date.parse('2026-11-02T09:00:00.000Z')
  const service = createService(
    { dataDir: join(folder, 'store'), provider: 'builtin' },
    { home: folder, now: () => new Date(now) },
  )
  const scope = { type: 'project', id: join(folder, 'project') }
  try {
    for (const [at, turns] of sessions.entries()) {
      await service.reflectBatch({ scope, turns, session: `${id}-${at}` })
      now += 3 * DAY_MS
    }
    const { items } = await service.memories.list({ limit: 100 })
    return items.map(item => ({ ...item, scope: item.scope.type }))
  } finally {
    await service.close()
  }
}

const print = (name, rows) => {
  const { conversations, ...figures } = toFigures(rows)
  const told = Object.entries(figures)
    .filter(([, value]) => !Number.isNaN(value))
    .map(([key, value]) => `${key} ${Number.isInteger(value) ? value : value.toFixed(2)}`)
  console.log(`  ${name.padEnd(14)}${String(conversations).padStart(4)}  ${told.join('  ')}`)
}

const groupOf = (rows, key) => Map.groupBy?.(rows, row => row[key]) ?? group(rows, key)
const group = (rows, key) =>
  rows.reduce((all, row) => all.set(row[key], [...(all.get(row[key]) ?? []), row]), new Map())

const everything = []
try {
  for (const file of files) {
    const conversations = JSON.parse(readFileSync(file, 'utf8')).filter(
      one => (!type || one.type === type) && (!lang || one.lang === lang),
    )
    for (const one of conversations) {
      const memories = await play(one)
      const row = { ...scoreSessions(memories, one), forbid: (one.forbid ?? []).length }
      everything.push({ ...row, id: one.id, type: one.type, lang: one.lang, set: basename(file) })
      if (!isShown) continue
      const show = ({ scope, title, content }) => `${scope} ${title} | ${content}`
      for (const wrong of row.wrong) console.log(`wrong ${one.id}: ${show(wrong)}`)
      for (const missed of row.missing)
        console.log(`missing ${one.id}: ${JSON.stringify(missed.words)}`)
    }
  }
} finally {
  removeFolder(root)
}
for (const key of ['type', 'lang'])
  for (const [name, rows] of groupOf(everything, key)) print(name, rows)
print('all', everything)
