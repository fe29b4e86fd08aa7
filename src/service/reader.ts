import { homedir } from 'node:os'
import { listSpool } from '../../store/files/spool.js'
import { findScope, listScopes } from '../../store/projects/projects.js'
import { matchesScope } from '../../store/projects/scope.js'
import type { ScopeFolder } from '../../store/projects/folder.js'
import { openStore, statePath, type Store } from '../../store/store.js'
import type { Memory, Scope, ScopeFilter } from '../../store/types.js'
import { readEvents } from '../activity/events.js'
import { Usage } from '../activity/usage.js'
import type { ListFilter, Service } from '../api.js'
import type { Config } from '../config.js'
import { readStatus } from '../health/standing.js'
import { newestFirst } from '../memories/timeline.js'
import { parseLimit, parseListFilter } from '../memories/given.js'
import {
  findIndexedItem,
  isIndexed,
  readIndexedItem,
  readIndexedScope,
  type IndexedItem,
} from '../memories/indexed.js'
import { nameVersion } from '../memories/revision.js'
import { otherTitles } from '../merge/document.js'
import { joinUnits, openUnit, type FileSource } from '../recall/sources.js'
import { NeedsService } from './needs.js'
import { answerRecall } from './recall.js'

/** The answers of a service that a store's index files can give. */
export type Reader = Pick<Service, 'list' | 'get' | 'recallContext' | 'status' | 'events' | 'close'>

/** Options of a reader. */
interface ReaderOptions {
  env: Readonly<Record<string, string | undefined>>
  now?: () => Date
  home?: string
}

/**
 * Opens a look at a store for one question. It answers as the service would, by the index files and
 * what changed since, or throws NeedsService.
 */
export function openReader(config: Config, options: ReaderOptions): Reader {
  const { env, now = () => new Date(), home = homedir() } = options
  const store = openStore(config.databasePath, env)
  // While a move is interrupted some memories stand in two scopes, or in none.
  if (listSpool(statePath(store, 'moves')).length > 0) throw new NeedsService()
  const usage = new Usage(store)
  let recalled: FileSource | undefined
  return {
    list: async filter => listIndexed(store, parseListFilter(filter ?? {}), usage),
    get: async id => getIndexed(store, id, usage),
    recallContext: async query => {
      const settings = { store, home, config, now: now() }
      return answerRecall(query, settings, async (scopes, isStart) => {
        // Memories of a start are ordered by uses, which an index file has as they were.
        if (isStart) throw new NeedsService()
        return (recalled = await openExactSource(store, scopes, usage))
      })
    },
    status: async () => {
      const views = []
      for (const folder of allIndexed(store, listScopes(store)))
        views.push(await readOrGiveUp(store, folder))
      const counts = views.map(({ items, problems }) => ({ count: items.length, problems }))
      return readStatus(store, counts, config, { now: now(), env })
    },
    events: async (limit = 50) => readEvents(store, parseLimit(limit)),
    close: async () => recalled?.close(),
  }
}

async function listIndexed(store: Store, filter: ListFilter, usage: Usage) {
  const { limit = 100, offset = 0, kinds = [] } = filter
  if (!isByTime(filter)) throw new NeedsService()
  const found: { folder: ScopeFolder; item: IndexedItem }[] = []
  for (const folder of allIndexed(store, await foldersOf(store, filter))) {
    const { items } = await readOrGiveUp(store, folder)
    for (const item of items)
      if (kinds.length === 0 || kinds.includes(item.kind)) found.push({ folder, item })
  }
  found.sort((a, b) => newestFirst(a.item, b.item))
  const uses = usage.refresh()
  const items: Memory[] = []
  for (const { folder, item } of found.slice(offset, offset + limit)) {
    const read = await readIndexedItem(store, folder, item, uses.get(item.id) ?? 0)
    if (read === undefined) throw new NeedsService()
    items.push(read.memory)
  }
  return { items, total: found.length }
}

/** True for a filter by kinds at most: others need the files. */
function isByTime({ text = '', tags = [], sources = [], ...more }: ListFilter): boolean {
  const isNarrow = [text.trim(), tags, sources].some(({ length }) => length > 0)
  return !isNarrow && more.by === undefined && more.pinned !== true && more.review !== true
}

async function foldersOf(store: Store, filter: ScopeFilter): Promise<ScopeFolder[]> {
  const given = filter.scopes ?? (filter.scope && [filter.scope])
  const folders = given
    ? await Promise.all(given.map(scope => findScope(store, scope)))
    : listScopes(store)
  return folders
    .filter(folder => folder !== undefined)
    .filter(({ scope }) => matchesScope(filter, scope))
}

/** The folders, where each is indexed: else the service would read again what is read here. */
function allIndexed(
  store: Store,
  folders: ScopeFolder[],
  how?: { isExact: boolean },
): ScopeFolder[] {
  if (!folders.every(folder => isIndexed(store, folder, how))) throw new NeedsService()
  return folders
}

async function readOrGiveUp(store: Store, folder: ScopeFolder) {
  const scope = await readIndexedScope(store, folder)
  if (scope === undefined) throw new NeedsService()
  return scope
}

/** Leaves an id that several scopes have, or none, to the service. */
async function getIndexed(store: Store, id: string, usage: Usage): Promise<Memory> {
  const found: { folder: ScopeFolder; item: IndexedItem }[] = []
  for (const folder of allIndexed(store, listScopes(store))) {
    const item = await findIndexedItem(store, folder, id)
    if (item === 'unsure') throw new NeedsService()
    if (item !== undefined) found.push({ folder, item })
  }
  const [only] = found
  const used = usage.refresh().get(id) ?? 0
  const read =
    only && found.length === 1
      ? await readIndexedItem(store, only.folder, only.item, used)
      : undefined
  if (read === undefined) throw new NeedsService()
  const { memory, document } = read
  if (document === undefined) return memory
  const titles = otherTitles(document.extra)
  const other = titles.length > 0 && { otherTitles: titles }
  return { ...memory, ...other, revision: nameVersion(document) }
}

/** Recall from index files that have everything as it is now: scores are those of the service. */
async function openExactSource(store: Store, scopes: readonly Scope[], usage: Usage) {
  const folders = await foldersOf(store, { scopes: [...scopes] })
  const units = await Promise.all(
    allIndexed(store, folders, { isExact: true }).map(folder =>
      openUnit(store, folder, { isEdited: true }),
    ),
  )
  const close = () => units.forEach(({ file }) => file?.close())
  if (units.some(({ isBehind, isPassing }) => isBehind || isPassing)) {
    close()
    throw new NeedsService()
  }
  const uses = usage.refresh()
  const source = joinUnits(units, close)
  const read: typeof source.read = async choice => {
    const item = await source.read(choice)
    return item && { ...item, uses: uses.get(item.id) ?? 0 }
  }
  return { ...source, read }
}
