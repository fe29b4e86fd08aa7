import type { EventItem, MemoryDocument } from '../../store/types.js'
import { toEventItem } from '../activity/events.js'
import type { ConsolidationPlan } from './types.js'

/** How an event tells of a document that a consolidation changed: it was marked, or it grew. */
export function toChanged(before: MemoryDocument | undefined, after: MemoryDocument): EventItem {
  const [was, is] = [before, after].map(one => JSON.stringify(one?.source.contradicts))
  return toEventItem(after, is !== undefined && is !== was ? 'marked' : 'updated')
}

/** What a plan would make of which memory, as `inGroups`. `documents`: those that it was made of. */
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
