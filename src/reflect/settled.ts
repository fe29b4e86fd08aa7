import { GLOBAL_SCOPE, isSaid, type Scope } from '../../store/types.js'
import { findForgottenSince } from '../memories/archive.js'
import type { Collection } from '../memories/collection.js'
import type { Collections } from '../memories/collections.js'
import { buriedAt } from '../memories/life.js'
import type { MemoryCandidate, Retraction } from '../provider/types.js'
import { titleKey } from '../text.js'
import type { BatchRecord } from './batches.js'
import type { Known } from './changes.js'
import { makeId } from './keep.js'
import { relate, relateRetraction } from './relation.js'

/** The memories among which words are judged. */
interface Place {
  collections: Collections
  scope: Scope
}

/**
 * True where what a batch said long before was settled since: a newer memory, or one that was taken
 * back or forgotten since, is about the same. Never of a batch that has just ended, and of what the
 * batch itself has stored.
 */
export async function isSettledSince(
  { collections, scope }: Place,
  { at, id }: Pick<BatchRecord, 'at' | 'id'>,
  said: MemoryCandidate | Retraction,
): Promise<boolean> {
  if (at === undefined) return false
  const scopes = scope.type === 'global' ? [scope] : [scope, GLOBAL_SCOPE]
  const found = await collections.matching({ scopes })
  const isBegun = 'content' in said && found.some(one => one.has(makeId(id, said.title)))
  if (isBegun) return false
  const later = (await Promise.all(found.map(one => listLater(one, at)))).flat()
  if (later.length === 0) return false
  if (!('content' in said))
    return relateRetraction({ ...said, content: said.statement }, later).relation !== 'none'
  const title = titleKey(said.title)
  const isKnown = later.some(({ document }) => {
    return titleKey(document.title) === title || document.content === said.content
  })
  return isKnown || relate(said, later).relation !== 'none'
}

/**
 * The ids of the memories that a try of old turns which was cut off has stored: what the same turns
 * take back is older. None of a batch that has just ended.
 */
export async function findTaught(
  { collections, scope }: Place,
  { at, session, lastTurn }: BatchRecord,
): Promise<ReadonlySet<string>> {
  if (at === undefined) return new Set()
  const found = await collections.matching({ scopes: [scope, GLOBAL_SCOPE] })
  const memories = found.flatMap(one => [...one.memories.values()])
  const own = memories.filter(({ document: { source } }) => {
    return source.session === session && source.turn === lastTurn
  })
  return new Set(own.map(({ document }) => document.id))
}

/** The memories that were learned, taken back or forgotten of a scope after a time. */
async function listLater(collection: Collection, at: string): Promise<Known[]> {
  const { memories, tombstones } = collection
  const standing = [...memories.values()].filter(one => one.updatedAt > at)
  const buried = [...tombstones.values()].filter(one => {
    return one.document.supersededBy === undefined && buriedAt(one) > at
  })
  const forgotten = await findForgottenSince(collection, at)
  return [...standing.filter(({ document }) => isSaid(document)), ...buried, ...forgotten]
}
