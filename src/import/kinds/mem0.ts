import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { isFolder } from '../../../store/files/read.js'
import { isKind } from '../../../store/types.js'
import { fileIn, jsonLines, readGiven, unreadable } from './files.js'
import {
  kindOf,
  MOST_ITEMS,
  recordOf,
  textOf,
  titleOf,
  toTexts,
  toDate,
  type Found,
  type ImportKind,
  type KindContext,
  type Place,
} from './item.js'
import { readTables, textColumn } from './sqlite.js'

type Item = Record<string, unknown>

/** The answer of mem0 to `get_all`, saved as JSON, or the `vector_store.db` of its JavaScript edition. */
export const MEM0: ImportKind = {
  about: "mem0's get_all as JSON, or its vector_store.db",
  needsPath: true,
  async *read(path = '', context) {
    const items = /\.db$/.test(path) ? await vectorsOf(path) : listOf(path, readGiven(path))
    for (const [index, one] of items.entries()) yield toItem(`#${index + 1}`, one, context)
  },
}

/** The folder or file of an export of OpenMemory. */
export const OPENMEMORY: ImportKind = {
  about: 'an unzipped export of OpenMemory',
  needsPath: true,
  async *read(path = '', context) {
    const file = fileIn(path, 'memories.jsonl.gz', 'memories.jsonl', 'memories.json')
    if (file === undefined) throw unreadable(path, 'holds no memories.jsonl.gz or memories.json')
    const text = file.endsWith('.gz') ? await unpack(file) : readGiven(file)
    const items = file.endsWith('.json') ? joined(file, text) : listOf(file, text)
    for (const [index, one] of items.entries()) yield toItem(`#${index + 1}`, one, context)
  },
}

/** The entries of a JSON list in the forms of mem0, or of JSON lines. */
function listOf(path: string, text: string): unknown[] {
  const lines = [...jsonLines(text)]
  const whole = lines.length === 1 ? lines[0]!.value : parseWhole(text)
  if (whole === undefined && lines.some(({ value }) => recordOf(value) === value))
    return lines.map(({ value }) => value)
  if (Array.isArray(whole)) return whole
  const { results } = recordOf(whole)
  if (Array.isArray(results)) return results
  if (textIn(recordOf(whole)) !== undefined) return [whole]
  const how = 'save client.get_all(…) as JSON'
  throw unreadable(path, whole === undefined ? 'is not JSON' : `has no list of memories: ${how}`)
}

function parseWhole(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, '')) as unknown
  } catch {
    return undefined
  }
}

/** The memories of `memories.json`, with the names of their apps and categories. */
function joined(path: string, text: string): unknown[] {
  const whole = recordOf(parseWhole(text))
  const { memories } = whole
  if (!Array.isArray(memories)) throw unreadable(path, 'has no list of memories')
  const names = new Map<unknown, unknown>()
  for (const one of [whole.apps, whole.categories].flat()) {
    const { id, name } = recordOf(one)
    names.set(id, name)
  }
  return memories.map((one: unknown) => {
    const memory = recordOf(one)
    const categories = [memory.category_ids].flat().map(id => names.get(id))
    return { ...memory, app: names.get(memory.app_id), categories }
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
      const metadata = recordOf(parseWhole(String(payload)))
      return { ...metadata, id, metadata }
    })
  })
}

const OVER = new Set(['deleted', 'archived'])
const NO_NEWS = new Set(['DELETE', 'NONE'])

function toItem(at: string, one: unknown, { now }: KindContext): Found {
  const item = recordOf(one)
  const memory = textIn(item)
  if (memory === undefined) return { at, bad: 'has no text of a memory' }
  if (OVER.has(String(item.state)) || NO_NEWS.has(String(item.event)))
    return { left: 'deleted or archived there' }
  const { metadata: given, categories, expiration_date: expires } = item
  if ((toDate(expires, new Date(now.getTime() - 86_400_000)) ?? now) < now)
    return { left: 'expired there' }
  const metadata = recordOf(given)
  const names = toTexts(categories)
  const id = textOf(item.id)
  const host = textOf(item.agent_id) ?? textOf(item.app)
  return {
    ...{ key: id ?? memory, at, title: titleOf(memory), content: memory, words: 'agent' },
    kind: kindIn(metadata) ?? names.map(kindOf).find(Boolean) ?? 'fact',
    tags: [...names, ...toTexts(metadata.tags)],
    createdAt: item.created_at ?? item.createdAt,
    updatedAt: item.updated_at ?? item.updatedAt,
    place: placeOf(item, metadata),
    waits: item.state === 'paused',
    source: { ...(id && { foreignId: id }), ...(host && { host }) },
  }
}

function textIn({ memory, data, text, content }: Item): string | undefined {
  return textOf(memory) ?? textOf(data) ?? textOf(text) ?? textOf(content)
}

function kindIn({ type, category, kind }: Item): string | undefined {
  const words = [type, category, kind].filter(word => typeof word === 'string')
  return words.map(kindOf).find(Boolean) ?? words.find(word => word === 'fact' && isKind(word))
}

function placeOf({ app_id: app }: Item, { cwd, repo, project }: Item): Place | undefined {
  const path = textOf(cwd)
  if (path !== undefined) return { path }
  const name = textOf(project) ?? textOf(repo) ?? (isUuid(app) ? undefined : textOf(app))
  return name === undefined ? undefined : { name }
}

function isUuid(value: unknown): boolean {
  return typeof value === 'string' && /^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(value)
}
