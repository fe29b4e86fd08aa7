import { SvcError } from '../store/errors.js'
import type { MemoryDocument } from '../store/types.js'
import { createEvent, logEvent } from './activity.js'
import type { LoadResult } from './api.js'
import type { HeldLock } from '../store/lock.js'
import type { Collection, StoredMemory } from './collection/collection.js'
import type { Collections } from './collection/collections.js'
import { restoreRows } from './import/restore.js'
import { withWriteLock, writeMemory } from './memories.js'
import { formatScopeKey } from './scopes.js'
import { parseLine, type LoadedLine } from './transfer-line.js'

/** Lines that are written under one hold of a scope's lock. */
const CHUNK = 200
const ERRORS_SHOWN = 100

type Outcome = 'added' | 'updated' | 'unchanged'

/**
 * Restores exported lines. Items are matched by id; titles may repeat; what is stored already as
 * the line says is left alone. A bad line is reported and skipped.
 */
export async function loadLines(
  collections: Collections,
  lines: AsyncIterable<string>,
  now: () => Date,
  onProgress: (done: number) => void = () => undefined,
): Promise<{ counts: LoadResult; scopes: Set<Collection> }> {
  const load = new Load(collections, now, ownersOf(await collections.all()))
  let line = 0
  for await (const text of lines) {
    line++
    await load.take(line === 1 ? text.replace(/^\ufeff/, '') : text, line)
    onProgress(line)
  }
  return load.finish()
}

/** One run of loading: lines wait until a chunk of their scope is full. */
class Load {
  private readonly counts = { added: 0, updated: 0, unchanged: 0 }
  private readonly errors: LoadResult['errors'] = []
  private readonly scopes = new Set<Collection>()
  private readonly pending = new Map<string, LoadedLine[]>()

  constructor(
    private readonly collections: Collections,
    private readonly now: () => Date,
    /** The key of the folder in which each id is taken. */
    private readonly owners: Map<string, string>,
  ) {}

  async take(text: string, line: number): Promise<void> {
    if (text.trim() === '') return
    const loaded = this.orReport(line, () => parseLine(text, line, this.now()))
    if (loaded === undefined) return
    const key = formatScopeKey(loaded.scope)
    const chunk = this.pending.get(key) ?? []
    this.pending.set(key, chunk)
    if (chunk.push(loaded) >= CHUNK) await this.flush(key)
  }

  async finish(): Promise<{ counts: LoadResult; scopes: Set<Collection> }> {
    for (const key of [...this.pending.keys()]) await this.flush(key)
    const failed = this.errors.length
    const errors = this.errors.sort((a, b) => a.line - b.line).slice(0, ERRORS_SHOWN)
    return { counts: { ok: failed === 0, ...this.counts, errors, failed }, scopes: this.scopes }
  }

  private async flush(key: string): Promise<void> {
    const chunk = this.pending.get(key) ?? []
    this.pending.delete(key)
    if (chunk[0] === undefined) return
    const { added: before, updated } = this.counts
    const collection = await this.collections.make(chunk[0].scope)
    const sound = chunk.filter(loaded => this.claim(loaded, collection))
    const rows = restoreRows(
      collection,
      sound.filter(({ isRow }) => isRow),
    )
    for (const outcome of ['added', 'updated', 'unchanged'] as const) {
      this.counts[outcome] += rows[outcome]
    }
    await this.store(
      collection,
      sound.filter(({ isRow }) => !isRow),
    )
    const added = this.counts.added + this.counts.updated - before - updated
    const event = createEvent('remember', collection.folder.scope, this.now(), { added })
    if (added > 0) logEvent(collection.store, event)
    this.scopes.add(collection)
  }

  /** Writes the lines under one hold of the lock, with pauses in which the lock is kept fresh. */
  private async store(collection: Collection, lines: readonly LoadedLine[]): Promise<void> {
    const done = new Map<LoadedLine, Outcome>()
    await withWriteLock(collection, async lock => {
      for (const loaded of lines) {
        if (!done.has(loaded)) done.set(loaded, storeLine(collection, loaded, lock, this.now()))
        await new Promise(resolve => setImmediate(resolve))
      }
    })
    for (const outcome of done.values()) this.counts[outcome]++
  }

  /** An id names one item of the whole store. */
  private claim({ id, isRow, line }: LoadedLine, { folder, memories, rows }: Collection): boolean {
    const owner = this.owners.get(id)
    const isOther = isRow ? memories.has(id) : rows.has(id)
    const isFree = !isOther && (owner ?? folder.key) === folder.key
    if (isFree) this.owners.set(id, folder.key)
    else this.errors.push({ line, error: `the id ${id} is taken by another item` })
    return isFree
  }

  private orReport<T>(line: number, action: () => T): T | undefined {
    try {
      return action()
    } catch (error) {
      if (!(error instanceof SvcError) || error.code !== 'INVALID_REQUEST') throw error
      this.errors.push({ line, error: error.message })
      return undefined
    }
  }
}

function ownersOf(collections: readonly Collection[]): Map<string, string> {
  const owners = new Map<string, string>()
  for (const { folder, memories, tombstones, rows } of collections) {
    for (const ids of [memories, tombstones, rows]) {
      for (const id of ids.keys()) owners.set(id, folder.key)
    }
  }
  return owners
}

function storeLine(
  collection: Collection,
  { id, document: given, updatedAt, isDated }: LoadedLine,
  lock: HeldLock,
  now: Date,
): Outcome {
  const existing = collection.memories.get(id) ?? collection.tombstones.get(id)
  const createdAt = isDated || !existing ? given.createdAt : existing.document.createdAt
  const document = { ...given, createdAt }
  if (existing && isSame(existing, document, updatedAt)) return 'unchanged'
  const extra = existing?.document.extra ?? {}
  writeMemory(collection, { ...document, id, extra }, existing, lock, now, updatedAt)
  return existing ? 'updated' : 'added'
}

function isSame(
  stored: StoredMemory,
  document: Omit<MemoryDocument, 'id'>,
  updatedAt: Date | undefined,
): boolean {
  const { document: own } = stored
  const isLiving = own.supersededBy === undefined && own.evictedAt === undefined
  const isOfThatTime = updatedAt === undefined || stored.updatedAt === updatedAt.toISOString()
  return isLiving && isOfThatTime && toComparable(own) === toComparable(document)
}

function toComparable(document: Omit<MemoryDocument, 'id' | 'extra'>): string {
  const { kind, title, content, tags, source, createdAt, pinned } = document
  return JSON.stringify([
    kind,
    title,
    content,
    tags,
    Object.entries(source).sort(),
    createdAt,
    pinned,
  ])
}
