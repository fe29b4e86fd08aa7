import { join } from 'node:path'
import { orElse } from '../../../store/errors.js'
import { isFolder } from '../../../store/files/read.js'
import { readSettings, unreadable } from './files.js'
import {
  kindOf,
  MOST_ITEMS,
  textOf,
  titleOf,
  toTexts,
  type Found,
  type ImportKind,
  type KindContext,
  type Place,
} from './item.js'
import { readTables, textColumn, type Row, type Tables } from './sqlite.js'

/** The database of claude-mem: its observations, and what sessions learned. Prompts are never read. */
export const CLAUDE_MEM: ImportKind = {
  about: "claude-mem's SQLite database",
  async *read(given, context) {
    const place = given ?? folderOf(context)
    const path = isFolder(place) ? join(place, 'claude-mem.db') : place
    yield* await readTables(path, tables => {
      if (!tables.has('observations', 'id', 'project', 'type'))
        throw unreadable(path, 'is no database of claude-mem')
      const placeOf = placesIn(tables)
      const observed = select(tables, 'observations', OBSERVED)
      const learned = tables.has('session_summaries', 'id', 'learned')
        ? select(tables, 'session_summaries', SUMMED)
        : []
      return [
        ...observed.map(row => toObservation(row, placeOf, context.all)),
        ...learned.map(row => toLearned(row, placeOf)),
      ]
    })
  },
}

function folderOf({ env, home }: KindContext): string {
  const named = env.CLAUDE_MEM_DATA_DIR
  if (named) return named
  const own = join(home, '.claude-mem')
  return textOf(readSettings(join(own, 'settings.json')).CLAUDE_MEM_DATA_DIR) ?? own
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
function placesIn(tables: Tables): (row: Row) => Place | undefined {
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

function toObservation(row: Row, placeOf: (row: Row) => Place | undefined, all: boolean): Found {
  const at = `observation ${String(row.id)}`
  if (typeof row.type !== 'string' || Object.values(row).some(value => value instanceof Uint8Array))
    return { at, bad: 'has a column that is not text' }
  if (row.project === 'observer-sessions') return { left: "claude-mem's own sessions" }
  if (!HOLDS.has(row.type) && !all) return { left: `of type ${row.type} (--all takes them too)` }
  const facts = listOf(row.facts)
  const said = textOf(row.narrative) ?? textOf(row.text)
  if (said === undefined && facts.length === 0) return { left: 'without text' }
  const text = said ?? textOf(row.subtitle)
  const lines = [text, facts.map(fact => `- ${fact}`).join('\n')].filter(Boolean)
  const content = lines.join('\n\n')
  const own = row.type.startsWith('security') ? ['security'] : []
  return {
    ...{ ...common(row, at, 'o'), content, place: placeOf(row) },
    kind: kindOf(row.type) ?? 'fact',
    title: textOf(row.title) ?? titleOf(content),
    tags: [...own, ...(kindOf(row.type) ? [] : toTexts(row.type)), ...listOf(row.concepts)],
  }
}

function toLearned(row: Row, placeOf: (row: Row) => Place | undefined): Found {
  const at = `summary ${String(row.id)}`
  const content = textOf(row.learned)
  if (content === undefined) return { left: 'without text' }
  const title = titleOf(content)
  return { ...common(row, at, 's'), kind: 'fact', title, content, place: placeOf(row) }
}

function common(row: Row, at: string, table: string) {
  const { origin_device_id: device, origin_local_id: local, id, memory_session_id: session } = row
  const foreignId = [table, device ?? 'local', local ?? id].join(':')
  return {
    ...{ key: foreignId, at, words: 'agent' as const },
    createdAt: row.created_at_epoch ?? row.created_at,
    source: { foreignId, ...(typeof session === 'string' && { session }) },
  }
}

/** The texts of a JSON list; of a plain text the text itself. */
function listOf(value: unknown): string[] {
  const text = textOf(value)
  if (text === undefined) return []
  const list: unknown = orElse(() => JSON.parse(text) as unknown, text)
  if (typeof list === 'string') return [list]
  return Array.isArray(list) ? list.flatMap(one => textOf(one) ?? []) : []
}
