import type { HeldLock } from '../../store/files/lock.js'
import { listSpool, removeFromSpool } from '../../store/files/spool.js'
import { pausing } from '../../store/files/steps.js'
import { withWorkLock } from '../../store/locks.js'
import { replaySpool } from '../../store/store.js'
import type { EventItem } from '../../store/types.js'
import { createEvent, logEvent } from '../activity/events.js'
import { Usage, transferUses } from '../activity/usage.js'
import type { Collection } from '../memories/collection.js'
import type { Provider } from '../provider/types.js'
import {
  Application,
  type Applied,
  readJournal,
  removeJournal,
  writeJournal,
  type Stamps,
  type RecordedMerge,
  inGroups,
  toItems,
} from './apply.js'
import { improveWording } from './combine.js'
import { planInSteps, planEvictions } from './plan.js'
import type { ConsolidationItem, ConsolidationPlan, Merge } from './types.js'

/** The bounds and the means of a consolidation. */
interface ConsolidationOptions {
  /** Most own items of the scope. */
  capacity: number
  now: () => Date
  /** Asked for better wording of merged items where it can `ask`. */
  provider?: Provider
  signal?: AbortSignal
  /** The scope's work lock, where the caller holds it already. */
  work?: HeldLock
  /** Told once where another process works on the scope and is waited for. */
  onWait?: (() => void) | undefined
}

/** A consolidation's result. `before` and `after` count all items; they differ by the other two. */
interface ConsolidationOutcome {
  before: number
  after: number
  merged: number
  evicted: number
  /** Changes of memories; each that took in others is followed by these. */
  items: EventItem[]
}

/**
 * Merges, deduplicates and evicts in one scope, and empties its replay buffer. An interrupted one
 * is finished first. Throws SCOPE_BUSY where reflection or consolidation of the scope goes on for
 * more than 10 s.
 */
export async function consolidateScope(
  collection: Collection,
  options: ConsolidationOptions,
): Promise<ConsolidationOutcome> {
  const run = (work: HeldLock) => consolidate(collection, options, work)
  if (options.work) return run(options.work)
  return withWorkLock(collection, run, { onWait: options.onWait })
}

/** Tells what a consolidation would do now. Writes nothing, holds no lock and asks no provider. */
export async function previewConsolidation(
  collection: Collection,
  options: ConsolidationOptions,
): Promise<ConsolidationOutcome> {
  await collection.refresh()
  const { items } = snapshot(collection)
  const plan = await planPatiently(items, options)
  const documents = new Map(items.map(({ document }) => [document.id, document]))
  const merged = plan.merges.flatMap(({ absorbed }) => absorbed).length
  const [before, evicted] = [collection.count, plan.evictions.length]
  const after = before - merged - evicted
  return { before, after, merged, evicted, items: toItems(plan, documents) }
}

/**
 * Finishes what a killed consolidation of this scope had begun; does nothing where there is none.
 * Throws SCOPE_BUSY where the scope is worked on: that work finishes it.
 */
export async function finishConsolidation(
  collection: Collection,
  now: () => Date = () => new Date(),
): Promise<void> {
  if (readJournal(collection.store, collection.folder.key).length === 0) return
  await withWorkLock(collection, work => finish(collection, work, now), { patienceMs: 0 })
}

async function consolidate(
  collection: Collection,
  options: ConsolidationOptions,
  work: HeldLock,
): Promise<ConsolidationOutcome> {
  const { store, folder } = collection
  const { now } = options
  const batches = listSpool(replaySpool(store, folder.key))
  const finished = await finish(collection, work, now)
  const { items, stamps } = snapshot(collection)
  const plan = await planPatiently(items, options)
  const merges = await improveWording(plan.merges, items, options)
  const application = new Application(collection, stamps, work, now)
  await applyPlan(application, collection, { ...plan, merges }, now())
  const { applied } = application
  const excess = await evictExcess(collection, options, work)
  for (const name of batches) removeFromSpool(replaySpool(store, folder.key), name)
  const merged = finished.merged.size + applied.merged.size
  const after = collection.count
  const { updated } = applied
  const evicted = applied.evicted + excess.evicted
  const told = inGroups([...finished.items, ...applied.items, ...excess.items])
  const counts = { before: after + merged + evicted, after, merged, evicted, items: told }
  logEvent(store, createEvent('consolidate', folder.scope, now(), { ...counts, updated }))
  return counts
}

/** Capacity holds also where items were stored or changed while the plan was carried out. */
async function evictExcess(
  collection: Collection,
  { capacity, now }: ConsolidationOptions,
  work: HeldLock,
): Promise<Pick<Applied, 'evicted' | 'items'>> {
  const all: Pick<Applied, 'evicted' | 'items'> = { evicted: 0, items: [] }
  for (let tries = 0; tries < 3 && collection.memories.size > capacity; tries++) {
    const { items, stamps } = snapshot(collection)
    const application = new Application(collection, stamps, work, now)
    await application.evict(planEvictions(items, { capacity, now: now() }))
    all.evicted += application.applied.evicted
    all.items.push(...application.applied.items)
  }
  return all
}

function snapshot(collection: Collection): { items: ConsolidationItem[]; stamps: Stamps } {
  const uses = new Usage(collection.store).refresh()
  const items: ConsolidationItem[] = []
  const stamps: Stamps = new Map()
  for (const { document, file, updatedAt } of collection.memories.values()) {
    items.push({ document, updatedAt, uses: uses.get(document.id) ?? 0 })
    stamps.set(document.id, file.stamp)
  }
  return { items, stamps }
}

/** Plans between what others do in this process, so that locks stay fresh. */
async function planPatiently(
  items: readonly ConsolidationItem[],
  { capacity, now, signal }: ConsolidationOptions,
): Promise<ConsolidationPlan> {
  const steps = planInSteps(items, { capacity, now: now() })
  const pause = pausing()
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    await pause()
    signal?.throwIfAborted()
  }
}

/** Survivors first, tombstones last; what is recorded before can be finished by anybody. */
async function applyPlan(
  application: Application,
  collection: Collection,
  { merges, evictions, marks }: ConsolidationPlan,
  at: Date,
): Promise<void> {
  const { store, folder } = collection
  if (merges.length > 0) {
    const records = merges.map(merge => toRecord(collection, merge))
    writeJournal(store, folder.key, { format: 1, startedAt: at.toISOString(), merges: records })
    const written = await application.writeSurvivors(merges)
    const isWritten = new Set(written.map(({ survivor }) => survivor))
    await application.bury(records.filter(({ survivor }) => isWritten.has(survivor)))
    await transferUses(store, movesOf(collection))
    removeJournal(store, folder.key)
  }
  await application.evict(evictions)
  await application.mark(marks)
  await application.dropExpired()
}

function toRecord({ memories }: Collection, { survivor, absorbed }: Merge): RecordedMerge {
  const stamps = absorbed.map(id => [id, memories.get(id)?.file.stamp ?? ''])
  return { survivor, absorbed: Object.fromEntries(stamps) as Record<string, string> }
}

/** All of them and not only the new ones: a transfer that was cut off is made up for. */
function movesOf({ tombstones }: Collection): Map<string, string> {
  const moves = new Map<string, string>()
  for (const { document } of tombstones.values()) {
    if (document.supersededBy !== undefined) moves.set(document.id, document.supersededBy)
  }
  return moves
}

/** Finishes the merges whose survivors were written; what went into another one. */
async function finish(
  collection: Collection,
  work: HeldLock,
  now: () => Date,
): Promise<Pick<Applied, 'merged' | 'items'>> {
  const { store, folder } = collection
  await collection.refresh()
  const records = readJournal(store, folder.key)
  if (records.length === 0) return { merged: new Map(), items: [] }
  const stamps = new Map(records.flatMap(({ absorbed }) => Object.entries(absorbed)))
  const application = new Application(collection, stamps, work, now)
  await application.bury(records)
  await transferUses(store, movesOf(collection))
  removeJournal(store, folder.key)
  return application.applied
}
