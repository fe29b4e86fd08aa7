import { join } from 'node:path'
import { orElse } from '../../../store/errors.js'
import { isFolder } from '../../../store/files/read.js'
import { readSettings, readTables, textColumn, unreadable, type Row, type Tables } from './files.js'
import { kindOf, MOST_ITEMS, textOf, toItem, toTexts } from './item.js'
import type { Found, KindContext, Place } from './item.js'

type PlaceOf = (row: Row) => Place | undefined

/** The folder in which claude-mem keeps its database, by its settings. */
export function claudeMemFolder({ env, home }: KindContext): string {
  const own = join(home, '.claude-mem')
  const { CLAUDE_MEM_DATA_DIR: set } = readSettings(join(own, 'settings.json'))
  return env.CLAUDE_MEM_DATA_DIR || (textOf(set) ?? own)
}

/** Reads the database of claude-mem: its observations, and what sessions learned. Prompts are never read. */
export async function* readClaudeMem(place: string, { all }: KindContext): AsyncGenerator<Found> {
  const path = isFolder(place) ? join(place, 'claude-mem.db') : place
  yield* await readTables(path, tables => {
    if (!tables.has('observations', 'id', 'project', 'type'))
      throw unreadable(path, 'is no database of claude-mem')
    const placeOf = placesIn(tables)
    const hasLearned = tables.has('session_summaries', 'id', 'learned')
    const learned = hasLearned ? select(tables, 'session_summaries', SUMMED) : []
    return [
      ...select(tables, 'observations', OBSERVED).map(row => ofObservation(row, placeOf, all)),
      ...learned.map(row => ofSummary(row, placeOf)),
    ]
  })
}

const COMMON = ['id', 'project', 'merged_into_project', 'created_at', 'created_at_epoch']
const ORIGIN = ['origin_device_id', 'origin_local_id', 'memory_session_id']
const OBSERVED = ['type', 'title', 'subtitle', 'narrative', 'text', 'facts', 'concepts']
const SUMMED = ['learned', 'request']

/** The rows of a table, the newest first, with those of the columns that this version of it has. */
function select(tables: Tables, table: string, texts: readonly string[]): Row[] {
  const own = tables.columns(table)
  const is = (name: string) => own.has(name)
  const asked = [...[...COMMON, ...ORIGIN].filter(is), ...texts.filter(is).map(textColumn)]
  return tables.rows(
    `select ${asked.join(', ')} from ${table} order by id desc limit ${MOST_ITEMS + 1}`,
  )
}

/** Finds the project of a row: a directory where all calls of that name were made, else the name. */
function placesIn(tables: Tables): PlaceOf {
  const folders = new Map<string, Set<string>>()
  for (const table of ['tool_uses', 'pending_messages']) {
    if (!tables.has(table, 'project', 'cwd')) continue
    const text = `select distinct project, cwd from ${table} where cwd is not null limit 10000`
    for (const { project, cwd } of tables.rows(text)) {
      if (typeof project !== 'string' || typeof cwd !== 'string' || !isFolder(cwd)) continue
      folders.set(project, (folders.get(project) ?? new Set()).add(cwd))
    }
  }
  return ({ project, merged_into_project: merged }) => {
    const name = textOf(merged) ?? textOf(project)
    if (name === undefined) return undefined
    const [path, ...others] = folders.get(name) ?? []
    if (path !== undefined && others.length === 0) return { path }
    return { name: name.split('/', 1)[0] ?? name }
  }
}

/** Types of rows that say what holds on: the others tell of what was done, as git does. */
const HOLDS = new Set(['decision', 'discovery', 'bugfix', 'security_alert', 'security_note'])

function ofObservation(row: Row, placeOf: PlaceOf, all: boolean): Found {
  const { id, type } = row
  const at = `observation ${String(id)}`
  if (typeof type !== 'string' || Object.values(row).some(value => value instanceof Uint8Array))
    return { at, bad: 'has a column that is not text' }
  if (row.project === 'observer-sessions') return { left: "claude-mem's own sessions" }
  if (!HOLDS.has(type) && !all) return { left: `of type ${type} (--all takes them too)` }
  const facts = listOf(row.facts)
  const said = textOf(row.narrative) ?? textOf(row.text)
  if (said === undefined && facts.length === 0) return { left: 'without text' }
  const list = facts.map(fact => `- ${fact}`).join('\n')
  const content = [said ?? textOf(row.subtitle), list].filter(Boolean).join('\n\n')
  const own = [
    ...(type.startsWith('security') ? ['security'] : []),
    ...(kindOf(type) ? [] : toTexts(type)),
  ]
  return toItem(at, content, {
    ...{ ...common(row, 'o', placeOf), kind: kindOf(type) ?? 'fact', title: textOf(row.title) },
    tags: [...own, ...listOf(row.concepts)],
  })
}

function ofSummary(row: Row, placeOf: PlaceOf): Found {
  const content = textOf(row.learned)
  if (content === undefined) return { left: 'without text' }
  return toItem(`summary ${String(row.id)}`, content, {
    ...common(row, 's', placeOf),
    kind: 'fact',
  })
}

function common(row: Row, table: string, placeOf: PlaceOf) {
  const { origin_device_id: device, origin_local_id: local, id } = row
  const session = textOf(row.memory_session_id)
  const foreignId = [table, device ?? 'local', local ?? id].join(':')
  const createdAt = row.created_at_epoch ?? row.created_at
  const source = { foreignId, ...(session !== undefined && { session }) }
  return { key: foreignId, createdAt, source, place: placeOf(row) }
}

/** The texts of a JSON list; of a plain text the text itself. */
function listOf(value: unknown): string[] {
  const text = textOf(value)
  if (text === undefined) return []
  const list: unknown = orElse(() => JSON.parse(text) as unknown, text)
  if (typeof list === 'string') return [list]
  return Array.isArray(list) ? list.flatMap(one => textOf(one) ?? []) : []
}
