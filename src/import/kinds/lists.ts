import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { isFolder } from '../../../store/files/read.js'
import { isKind } from '../../../store/types.js'
import {
  fileIn,
  jsonLines,
  parseJson,
  readGiven,
  readTables,
  textColumn,
  unreadable,
} from './files.js'
import { kindOf, MOST_ITEMS, recordOf, textOf, toDate, toItem, toTexts } from './item.js'
import type { ForeignItem, Found, KindContext, Place } from './item.js'

type Item = Record<string, unknown>

/** Reads mem0's answer to `get_all`, saved as JSON, or the `vector_store.db` of its JavaScript edition. */
export async function* readMem0(path: string, context: KindContext): AsyncGenerator<Found> {
  const items = /\.db$/.test(path) ? await vectorsOf(path) : listOf(path, readGiven(path))
  yield* ofMem0(items, context)
}

/** Reads the folder or file of an export of OpenMemory. */
export async function* readOpenMemory(path: string, context: KindContext): AsyncGenerator<Found> {
  const file = fileIn(path, 'memories.jsonl.gz', 'memories.jsonl', 'memories.json')
  if (file === undefined) throw unreadable(path, 'holds no memories.jsonl.gz or memories.json')
  const text = file.endsWith('.gz') ? await unpack(file) : readGiven(file)
  yield* ofMem0(file.endsWith('.json') ? joined(file, text) : listOf(file, text), context)
}

/** The entries of a JSON list in the forms of mem0, or of JSON lines. */
function listOf(path: string, text: string): unknown[] {
  const lines = [...jsonLines(text)].map(({ value }) => value)
  const whole = lines.length === 1 ? lines[0] : parseJson(text)
  if (whole === undefined && lines.some(value => recordOf(value) === value)) return lines
  if (Array.isArray(whole)) return whole
  const { results } = recordOf(whole)
  if (Array.isArray(results)) return results
  if (textIn(recordOf(whole)) !== undefined) return [whole]
  const how = 'save client.get_all(…) as JSON'
  throw unreadable(path, whole === undefined ? 'is not JSON' : `has no list of memories: ${how}`)
}

/** The memories of `memories.json`, with the names of their apps and categories. */
function joined(path: string, text: string): unknown[] {
  const { memories, apps, categories } = recordOf(parseJson(text))
  if (!Array.isArray(memories)) throw unreadable(path, 'has no list of memories')
  const rows = [apps, categories].flat().map(recordOf)
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return memories.map(recordOf).map(memory => {
    const own = [memory.category_ids].flat().map(id => names.get(id))
    return { ...memory, app: names.get(memory.app_id), categories: own }
  })
}

/** More than an export of memories unpacks to (bytes). */
const MOST_UNPACKED = 64 * 1024 * 1024

async function unpack(path: string): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  if (isFolder(path)) throw unreadable(path, 'is a folder')
  try {
    for await (const part of createReadStream(path).pipe(createGunzip())) {
      parts.push(part as Buffer)
      bytes += (part as Buffer).length
      if (bytes > MOST_UNPACKED) break
    }
  } catch (cause) {
    throw unreadable(path, 'is no whole gzip file', cause)
  }
  if (bytes > MOST_UNPACKED) throw unreadable(path, 'unpacks to more than 64 MiB')
  return Buffer.concat(parts).toString()
}

function vectorsOf(path: string): Promise<unknown[]> {
  return readTables(path, ({ has, rows }) => {
    if (!has('vectors', 'payload')) throw unreadable(path, 'is no vector store of mem0')
    const found = rows(`select id, ${textColumn('payload')} from vectors limit ${MOST_ITEMS + 1}`)
    return found.map(({ id, payload }) => {
      const metadata = recordOf(parseJson(String(payload)))
      return { ...metadata, id, metadata }
    })
  })
}

const OVER = new Set(['deleted', 'archived'])
const NO_NEWS = new Set(['DELETE', 'NONE'])
const DAY_MS = 86_400_000

function* ofMem0(items: readonly unknown[], { now }: KindContext): Generator<Found> {
  const yesterday = new Date(now.getTime() - DAY_MS)
  for (const [index, one] of items.entries()) {
    const [at, item] = [`#${index + 1}`, recordOf(one)]
    const memory = textIn(item)
    if (memory === undefined) yield { at, bad: 'has no text of a memory' }
    else if (OVER.has(String(item.state)) || NO_NEWS.has(String(item.event)))
      yield { left: 'deleted or archived there' }
    else if ((toDate(item.expiration_date, yesterday) ?? now) < now) yield { left: 'expired there' }
    else yield ofEntry(at, memory, item)
  }
}

function ofEntry(at: string, memory: string, item: Item): ForeignItem {
  const metadata = recordOf(item.metadata)
  const names = toTexts(item.categories)
  const id = textOf(item.id)
  const host = textOf(item.agent_id) ?? textOf(item.app)
  return toItem(at, memory, {
    ...{ key: id ?? memory, place: placeOf(item, metadata), waits: item.state === 'paused' },
    kind: kindIn(metadata) ?? names.map(kindOf).find(Boolean) ?? 'fact',
    tags: [...names, ...toTexts(metadata.tags)],
    createdAt: item.created_at ?? item.createdAt,
    updatedAt: item.updated_at ?? item.updatedAt,
    source: { ...(id && { foreignId: id }), ...(host && { host }) },
  })
}

function textIn({ memory, data, text, content }: Item): string | undefined {
  return [memory, data, text, content].map(textOf).find(Boolean)
}

function kindIn({ type, category, kind }: Item): string | undefined {
  return [type, category, kind].map(kindOf).find(Boolean)
}

function placeOf({ app_id: app }: Item, { cwd, repo, project }: Item): Place | undefined {
  const path = textOf(cwd)
  if (path !== undefined) return { path }
  const isUuid = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(textOf(app) ?? '')
  const name = [project, repo, isUuid ? undefined : app].map(textOf).find(Boolean)
  return name === undefined ? undefined : { name }
}

/**
 * Reads the file of the reference server for MCP memory: entities and relations, one a line; or an answer
 * of its `read_graph` that somebody saved.
 */
export async function* readMcpMemory(path: string): AsyncGenerator<Found> {
  const found = entriesOf(readGiven(path))
  const relations = new Map<string, string[]>()
  for (const { value } of found) {
    const { type, from, to, relationType } = recordOf(value)
    if (type !== 'relation' || typeof from !== 'string' || typeof to !== 'string') continue
    relations.set(from, [...(relations.get(from) ?? []), `- ${String(relationType)} → ${to}`])
  }
  for (const { at, value } of found) {
    const entry = recordOf(value)
    if (entry !== value) yield { at, bad: 'is no JSON object' }
    else if (entry.type === 'entity') yield ofEntity(at, entry, relations)
  }
}

function entriesOf(text: string): { at: string; value: unknown }[] {
  const lines = [...jsonLines(text)]
  const first = lines[0]?.value
  const { entities, relations } = recordOf(first)
  const typed = (list: unknown, type: string) =>
    Array.isArray(list) ? list.map((one: unknown) => ({ ...recordOf(one), type })) : []
  const graph = [...typed(entities, 'entity'), ...typed(relations, 'relation')]
  const whole = Array.isArray(first)
    ? first.map(recordOf)
    : Array.isArray(entities)
      ? graph
      : undefined
  return (
    whole?.map((value, index) => ({ at: `#${index + 1}`, value })) ??
    lines.map(({ line, value }) => ({ at: `line ${line}`, value }))
  )
}

const PERSONS = new Set(['default_user', 'user', 'me'])

function ofEntity(
  at: string,
  { name, entityType, observations }: Item,
  relations: ReadonlyMap<string, string[]>,
): Found {
  if (typeof name !== 'string' || name.trim() === '') return { at, bad: 'has no name' }
  if (!Array.isArray(observations)) return { at, bad: 'has no list of observations' }
  const said = observations.filter(one => textOfObservation(one) !== undefined) as unknown[]
  const texts = [...new Set(said.map(textOfObservation))]
  const related = relations.get(name) ?? []
  if (texts.length === 0 && related.length === 0) return { left: 'without observations' }
  const lines = texts.length === 1 ? texts : texts.map(text => `- ${text}`)
  const more = related.length === 0 ? [] : ['', 'Relations:', ...related]
  return toItem(at, [...lines, ...more].join('\n'), {
    ...{ key: name, title: name, createdAt: recordOf(said[0]).createdAt },
    kind: PERSONS.has(name.toLowerCase()) ? 'preference' : (kindOf(entityType) ?? 'fact'),
    tags: ['mcp-memory', ...(typeof entityType === 'string' ? toTexts(entityType) : [])],
    ...ofSvc(observations),
  })
}

/** The text of an observation, which forks keep in an object; undefined for none. */
function textOfObservation(one: unknown): string | undefined {
  const { content, text } = recordOf(one)
  return [one, content, text].map(textOf).find(Boolean)
}

/** The first words of the last observation of an entity that svc has written. */
export const OF_SVC = 'svc: '

/** The fields that svc wrote into the last observation of an entity; {} where it did not write it. */
function ofSvc(observations: readonly unknown[]): Partial<ForeignItem> {
  const last = observations.at(-1)
  const own =
    typeof last === 'string' && last.startsWith(OF_SVC) && parseJson(last.slice(OF_SVC.length))
  if (!own) return {}
  const { kind, title, createdAt, updatedAt, tags, aliases } = recordOf(own)
  return {
    ...{ content: observations.slice(0, -1).join('\n\n'), createdAt, updatedAt },
    ...(typeof title === 'string' && { title }),
    ...(typeof kind === 'string' && isKind(kind) && { kind }),
    ...{ tags: toTexts(tags), aliases: toTexts(aliases) },
  }
}
