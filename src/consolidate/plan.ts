import { runAtOnce, type Steps } from '../../store/files/steps.js'
import { isSaid, isWaiting, type MemoryDocument } from '../../store/types.js'
import { RESTORED_AT } from '../memories/life.js'
import { findContradictions } from './contradictions.js'
import { mergeRound, PAUSE_EVERY } from './groups.js'
import { toFeatures, type Features } from './markdown.js'
import {
  mark,
  toContradicted,
  bySurvival,
  type ConsolidationItem,
  type PlanOptions,
  type ConsolidationPlan,
  type Merge,
} from './types.js'

/**
 * Plans the consolidation of a scope's own items (no import rows). Deterministic: the order of
 * `items` does not matter, and a plan for what this one leaves is empty. Pure.
 */
export function planConsolidation(
  items: readonly ConsolidationItem[],
  options: PlanOptions,
): ConsolidationPlan {
  return runAtOnce(planInSteps(items, options))
}

/** Plans as `planConsolidation` does, and yields every few milliseconds: locks stay fresh. */
export function* planInSteps(
  items: readonly ConsolidationItem[],
  options: PlanOptions,
): Steps<ConsolidationPlan> {
  const draft = new Draft()
  const evictions: string[] = []
  // A memory that waits to be accepted contradicts nothing, and becomes no part of what holds.
  const [waiting, settled] = [true, false].map(waits =>
    items.filter(({ document }) => isWaiting(document) === waits),
  ) as [ConsolidationItem[], ConsolidationItem[]]
  const held = waiting.filter(({ document }) => !isSaid(document))
  let old = yield* lookAt(waiting.filter(one => !held.includes(one)).sort(bySurvival))
  let living = yield* lookAt(settled.sort(bySurvival))
  for (;;) {
    const merged: Features[] = yield* draft.mergeAll(living)
    const mergedOld: Features[] = yield* draft.mergeAll(old)
    const left = held.filter(({ document }) => !evictions.includes(document.id))
    const dated = draft.toDated([...merged, ...mergedOld], options.now)
    const gone = planEvictions([...dated, ...left], options)
    evictions.push(...gone)
    const isGone = new Set(gone)
    const stays = ({ item }: Features) => !isGone.has(item.document.id)
    living = merged.filter(stays)
    old = mergedOld.filter(stays)
    // With fewer items around, others may come to be compared.
    if (gone.length === 0) break
  }
  const flags = findContradictions(living)
  const marks = draft.applyMarks(living, toContradicted(flags))
  return { merges: draft.merges(), flags, marks, evictions }
}

function* lookAt(items: readonly ConsolidationItem[]): Steps<Features[]> {
  const features: Features[] = []
  for (const item of items) {
    features.push(toFeatures(item))
    if (features.length % PAUSE_EVERY === 0) yield
  }
  return features
}

/** Merges of the rounds so far, by survivor. */
class Draft {
  private readonly byId = new Map<string, Merge>()

  merges(): Merge[] {
    return [...this.byId.values()].sort((a, b) => (a.survivor < b.survivor ? -1 : 1))
  }

  /** Dates merged items as changed now: as recent as they will be once they are written. */
  toDated(living: readonly Features[], now: Date): ConsolidationItem[] {
    const updatedAt = now.toISOString()
    return living.map(({ item }) => {
      return this.byId.has(item.document.id) ? { ...item, updatedAt } : item
    })
  }

  /** Merges until a round finds nothing; answers the items left, in the order of survival. */
  *mergeAll(items: Features[]): Steps<Features[]> {
    for (let living = items; ;) {
      const groups = yield* mergeRound(living)
      if (groups.length === 0) return living
      const survivors = new Map<string, Features>()
      const gone = new Set<string>()
      for (const { survivor, absorbed } of groups) {
        const { document } = survivor.item
        survivors.set(document.id, survivor)
        const ids = absorbed.map(({ item }) => item.document.id)
        for (const id of ids) gone.add(id)
        this.note(document, ids)
      }
      living = living
        .filter(({ item }) => !gone.has(item.document.id))
        .map(one => survivors.get(one.item.document.id) ?? one)
        .sort((a, b) => bySurvival(a.item, b.item))
    }
  }

  /** Marks survivors in their documents; answers the documents of other items that change. */
  applyMarks(
    living: readonly Features[],
    contradicted: ReadonlyMap<string, readonly string[]>,
  ): MemoryDocument[] {
    const alive = new Set(living.map(({ item }) => item.document.id))
    return living.flatMap(({ item: { document } }) => {
      const found = contradicted.get(document.id) ?? []
      const marked = mark(document, [...new Set([...found, ...standing(document, alive)])].sort())
      if (marked === document) return []
      const merge = this.byId.get(document.id)
      if (merge === undefined) return [marked]
      merge.document = marked
      return []
    })
  }

  /** A survivor of an earlier round that is absorbed now brings along whom it took in. */
  private note(document: MemoryDocument, ids: readonly string[]): void {
    const survivor = document.id
    const before = this.byId.get(survivor)?.absorbed ?? []
    const absorbed = [...before]
    for (const id of ids) {
      absorbed.push(id, ...(this.byId.get(id)?.absorbed ?? []))
      this.byId.delete(id)
    }
    this.byId.set(survivor, { survivor, absorbed, document })
  }
}

/** Keeps marks of others, or of a former text, until a person decides or the other item is gone. */
function standing({ id, source }: MemoryDocument, alive: ReadonlySet<string>): string[] {
  const { contradicts } = source
  if (!Array.isArray(contradicts)) return []
  return contradicts.map(String).filter(other => other !== id && alive.has(other))
}

/** Items that were made or taken out of the archive in the last three days get a chance. */
const YOUNG_MS = 3 * 24 * 60 * 60 * 1000
const KINDS = ['fact', 'procedure', 'preference', 'constraint']

/**
 * The ids above capacity, lowest value first. Pinned items never go. Value compares, in this order:
 * waits for nobody to accept it; taken out of the archive in the last 3 days; uses; made in the last 3 days; day of the last
 * change (UTC); kind (constraint, preference, procedure, fact, others); time of the last change;
 * id. The least of these goes first.
 */
export function planEvictions(
  items: readonly ConsolidationItem[],
  { capacity, now }: PlanOptions,
): string[] {
  const excess = items.length - Math.max(0, capacity)
  if (excess <= 0) return []
  const ranked = items
    .filter(({ document }) => !document.pinned)
    .map(item => ({ id: item.document.id, rank: toRank(item, now) }))
  ranked.sort((a, b) => compareRanks(a.rank, b.rank))
  return ranked.slice(0, excess).map(({ id }) => id)
}

type Rank = readonly (number | string)[]

function toRank({ document, updatedAt, uses }: ConsolidationItem, now: Date): Rank {
  const restoredAt = document.extra[RESTORED_AT]
  const isRestored = typeof restoredAt === 'string' && isYoung(restoredAt, now)
  return [
    Number(!isWaiting(document)),
    Number(isRestored),
    uses,
    Number(isYoung(document.createdAt, now)),
    updatedAt.slice(0, 10),
    KINDS.indexOf(document.kind),
    updatedAt,
    document.id,
  ]
}

function isYoung(time: string, now: Date): boolean {
  return now.getTime() - Date.parse(time) < YOUNG_MS
}

function compareRanks(a: Rank, b: Rank): number {
  const at = a.findIndex((value, index) => value !== b[index])
  return at === -1 ? 0 : a[at]! < b[at]! ? -1 : 1
}
