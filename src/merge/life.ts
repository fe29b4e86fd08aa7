import type { MemoryDocument } from '../../store/types.js'
import { mapSides, pick, preferSmaller, type Picked, type Sides } from './sides.js'

/** What makes a document a tombstone; empty for a living memory. */
export type Life = Pick<MemoryDocument, 'supersededBy' | 'evictedAt'>

const LIVING: Life = {}

/** True for a memory that is out of use: merged away or evicted. */
export function isTombstone({ supersededBy, evictedAt }: Life): boolean {
  return supersededBy !== undefined || evictedAt !== undefined
}

/**
 * Decides whether a merged memory is a tombstone. What one side buried and the other one changed
 * lives, contested: `isNews` tells whether the merge says anything that the tombstone does not.
 * What is pinned is not evicted. Of two tombstones a merged one stands before an evicted one.
 */
export function mergeLife(
  sides: Sides<MemoryDocument>,
  isPinned: boolean,
  isNews: (tombstone: MemoryDocument) => boolean,
): Picked<Life> {
  const { ours, theirs } = sides
  const { value } = pick(mapSides(sides, lifeOf), preferLife)
  if (!isTombstone(value)) return { value: LIVING, isContested: false }
  const buried = [ours, theirs].filter(isTombstone)
  const isChanged = buried.length === 1 && buried.some(isNews)
  const isSpared = isPinned && value.supersededBy === undefined
  return { value: isChanged || isSpared ? LIVING : value, isContested: isChanged && !isSpared }
}

function lifeOf({ supersededBy, evictedAt }: MemoryDocument): Life {
  return {
    ...(supersededBy === undefined ? {} : { supersededBy }),
    ...(evictedAt === undefined ? {} : { evictedAt }),
  }
}

/** Both sides changed it: living before merged away, merged away before evicted, early before late. */
function preferLife(a: Life, b: Life): Life {
  if (!isTombstone(a) || !isTombstone(b)) return LIVING
  const isMerged = [a, b].filter(({ supersededBy }) => supersededBy !== undefined)
  if (isMerged.length === 1) return isMerged[0] ?? LIVING
  if (a.supersededBy === b.supersededBy)
    return preferSmaller(a.evictedAt, b.evictedAt) === a.evictedAt ? a : b
  return preferSmaller(a.supersededBy, b.supersededBy) === a.supersededBy ? a : b
}
