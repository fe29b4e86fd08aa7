import { SvcError } from '../../store/errors.js'
import { removeDurable } from '../../store/files/atomic.js'
import { readJsonDocument, writeJsonDocument } from '../../store/files/json.js'
import type { HeldLock } from '../../store/files/lock.js'
import { statePath, type Store } from '../../store/store.js'
import type { EventItem, MemoryDocument } from '../../store/types.js'
import { toEventItem } from '../activity/events.js'
import { lookForOld } from '../activity/looks.js'
import type { Collection } from '../memories/collection.js'
import { isExpired, toEvicted, toMerged, withoutPart, type StoredMemory } from '../memories/life.js'
import { inTransaction, type WriteTransaction } from '../memories/transaction.js'
import type { Merge, ConsolidationPlan } from './types.js'

/** Files written under one hold of the write lock. */
const CHUNK = 200

/** Files as they were when the plan was made, by id; writes of our own keep it current. */
export type Stamps = Map<string, string>

/** The changes made so far. */
export interface Applied {
  /** Ids that became tombstones, each with the id it went into. */
  merged: Map<string, string>
  evicted: number
  updated: number
  /** Changes of memories, in the order in which they happened. */
  items: EventItem[]
}

/** Carries out a plan in short holds of the write lock; what has changed meanwhile stays as it is. */
export class Application {
  readonly applied: Applied = { merged: new Map(), evicted: 0, updated: 0, items: [] }

  constructor(
    private readonly collection: Collection,
    private readonly stamps: Stamps,
    private readonly work: HeldLock,
    private readonly now: () => Date,
  ) {}

  /** Writes the survivors, each only where neither it nor any of its parts has changed. */
  async writeSurvivors(merges: readonly Merge[]): Promise<Merge[]> {
    const written: Merge[] = []
    await this.inChunks(merges, (merge, transaction) => {
      const ids = [merge.survivor, ...merge.absorbed]
      if (!ids.every(id => this.unchanged(id))) return
      const standing = this.unchanged(merge.survivor)
      this.applied.items.push(toChanged(standing?.document, merge.document))
      this.write(() => transaction.put(merge.document, standing))
      this.applied.updated++
      written.push(merge)
    })
    return written
  }

  /**
   * Makes tombstones of what went into a survivor. Where a part was changed after the survivor was
   * written it lives on, and the survivor no longer lists it.
   */
  async bury(merges: readonly RecordedMerge[]): Promise<void> {
    const parts = merges.flatMap(({ survivor, absorbed }) => {
      return Object.keys(absorbed).map(id => ({ survivor, id }))
    })
    await this.inChunks(parts, ({ survivor, id }, transaction) => {
      const part = this.collection.memories.get(id)
      if (part === undefined || !this.listsPart(survivor, id)) return
      if (!this.unchanged(id)) {
        const taker = this.collection.memories.get(survivor)!
        return this.write(() => transaction.mark(withoutPart(taker.document, id), taker))
      }
      this.write(() => transaction.bury(part, (one, at) => toMerged(one, survivor, at)))
      this.applied.merged.set(id, survivor)
      this.applied.items.push(toEventItem(part.document, 'merged', survivor))
    })
  }

  async evict(ids: readonly string[]): Promise<void> {
    await this.inChunks(ids, (id, transaction) => {
      const memory = this.unchanged(id)
      if (memory === undefined || memory.document.pinned) return
      this.write(() => transaction.bury(memory, toEvicted))
      this.applied.evicted++
      this.applied.items.push(toEventItem(memory.document, 'evicted'))
    })
  }

  /** Writes documents that only gain or lose a mark; for people they are as old as before. */
  async mark(documents: readonly MemoryDocument[]): Promise<void> {
    await this.inChunks(documents, (document, transaction) => {
      const memory = this.unchanged(document.id)
      if (memory === undefined) return
      this.applied.items.push(toChanged(memory.document, document))
      this.write(() => transaction.mark(document, memory))
      this.applied.updated++
    })
  }

  /**
   * Removes tombstones that are older than 90 days, and that no younger one leads to; those that were
   * so a day ago too.
   */
  async dropExpired(): Promise<void> {
    const tombstones = [...this.collection.tombstones.values()]
    const [then, kept] = [
      lookForOld(this.collection.store, this.now()),
      new Set<string | undefined>(),
    ]
    const isOver = (one: StoredMemory) => isExpired(one, then)
    for (const one of tombstones) if (!isOver(one)) kept.add(one.document.supersededBy)
    const expired = tombstones.filter(one => isOver(one) && !kept.has(one.document.id))
    await this.inChunks(expired, ({ document: { id }, file }, transaction) => {
      const memory = this.collection.tombstones.get(id)
      if (memory?.file.stamp !== file.stamp) return
      try {
        transaction.remove(memory)
      } catch (error) {
        // Changed by hand at this very moment: somebody wants it.
        if (!(error instanceof SvcError && error.code === 'CONFLICT')) throw error
      }
    })
  }

  /** The living memory, where its file is as it was planned. */
  private unchanged(id: string): StoredMemory | undefined {
    const memory = this.collection.memories.get(id)
    return memory?.file.stamp === this.stamps.get(id) ? memory : undefined
  }

  private listsPart(survivor: string, id: string): boolean {
    const document = this.collection.memories.get(survivor)?.document
    return document?.source.mergedFrom?.includes(id) === true
  }

  /** Writes while the work on the scope is this process's own. */
  private write(put: () => StoredMemory): void {
    this.work.assertHeld()
    const { document, file } = put()
    this.stamps.set(document.id, file.stamp)
  }

  /** Each entry is taken once, also where a chunk is begun again after a change by hand. */
  private async inChunks<T>(
    entries: readonly T[],
    action: (entry: T, transaction: WriteTransaction) => void,
  ): Promise<void> {
    for (let start = 0; start < entries.length; start += CHUNK) {
      const waiting = entries.slice(start, start + CHUNK)
      await inTransaction(this.collection, this.now, async transaction => {
        for (; waiting.length > 0; waiting.shift()) {
          action(waiting[0]!, transaction.withTime(this.now()))
          await new Promise(resolve => setImmediate(resolve))
        }
      })
    }
  }
}

/** A merge that was about to be written: ids, and the stamps of the files that become tombstones. */
export interface RecordedMerge {
  survivor: string
  /** Stamp of the file of each absorbed id, as it was planned. */
  absorbed: Record<string, string>
}

/** Merges that consolidation was about to make. Ids and stamps only, never text. */
interface Journal {
  format: 1
  /** ISO 8601. */
  startedAt: string
  merges: RecordedMerge[]
}

/** The journal of a scope, left behind where a consolidation was interrupted. */
function journalPath(store: Store, key: string): string {
  return statePath(store, 'consolidations', `${key}.json`)
}

/** Records merges durably, before the first of them is written. */
export function writeJournal(store: Store, key: string, journal: Journal): void {
  writeJsonDocument(journalPath(store, key), journal)
}

/** The merges of an interrupted consolidation; [] where none was, or where the record is broken. */
export function readJournal(store: Store, key: string): RecordedMerge[] {
  try {
    const { merges } = readJsonDocument<Partial<Journal>>(journalPath(store, key), {})
    return Array.isArray(merges) ? merges.filter(isMerge) : []
  } catch {
    // Its loss costs nothing but the finishing: what it names is planned anew.
    return []
  }
}

/** Removes the record: everything it names is done. */
export function removeJournal(store: Store, key: string): void {
  removeDurable(journalPath(store, key))
}

function isMerge(value: Partial<RecordedMerge> | null): value is RecordedMerge {
  const absorbed: unknown = value?.absorbed
  return typeof value?.survivor === 'string' && typeof absorbed === 'object' && absorbed !== null
}

/** Makes the event item of a document that consolidation changed: it was marked, or it grew. */
function toChanged(before: MemoryDocument | undefined, after: MemoryDocument): EventItem {
  const [was, is] = [before, after].map(one => JSON.stringify(one?.source.contradicts))
  return toEventItem(after, is !== undefined && is !== was ? 'marked' : 'updated')
}

/** Lists the changes of a plan, as `inGroups`. `documents`: those that the plan was made of. */
export function toItems(
  { merges, marks, evictions }: ConsolidationPlan,
  documents: ReadonlyMap<string, MemoryDocument>,
): EventItem[] {
  const grown = new Map(merges.map(({ survivor, document }) => [survivor, document]))
  const changed = [...grown.values(), ...marks].map(one => toChanged(documents.get(one.id), one))
  const merged = merges.flatMap(({ survivor, absorbed }) => {
    return absorbed.map(id => toEventItem(documents.get(id)!, 'merged', survivor))
  })
  const evicted = evictions.map(id => toEventItem(grown.get(id) ?? documents.get(id)!, 'evicted'))
  return inGroups([...changed, ...merged, ...evicted])
}

/** Each memory that took in others with these after it, in the order given; then what else changed. */
export function inGroups(items: readonly EventItem[]): EventItem[] {
  const parts = new Map<string, EventItem[]>()
  for (const item of items) {
    if (item.into !== undefined) parts.set(item.into, [...(parts.get(item.into) ?? []), item])
  }
  const isSurvivor = ({ id, into, change }: EventItem) => {
    return into === undefined && change !== 'evicted' && parts.has(id)
  }
  const survivors = items.filter(isSurvivor)
  const known = new Set(survivors.map(({ id }) => id))
  return [
    ...survivors.flatMap(item => [item, ...parts.get(item.id)!]),
    ...items.filter(item => !isSurvivor(item) && !known.has(item.into ?? '')),
  ]
}
