import type { Store } from '../../store/store.js'
import { withoutDamaged } from './damage.js'
import { renumber } from './number.js'
import { addTurns, dropPart, listParts, packBefore, readPart, type Fence } from './parts.js'

/** Behind every day. */
const ALL_DAYS = '9999-12-31'

/**
 * Moves the past sessions of a scope into those of another one, each part durable there before it goes
 * here; repeating it goes on where it was interrupted. A damaged part is set aside. Answers how many turns
 * are new there. Call it under the work locks of both.
 */
export function movePast(
  store: Store,
  from: string,
  to: string,
  { now, fence }: { now: Date; fence: Fence },
): number {
  let moved = 0
  const move = () => {
    for (const part of listParts(store, from)) {
      moved += withoutDamaged({ store, key: to, now }, () =>
        addTurns(store, to, renumber(store, to, readPart(part)), fence),
      )
      packBefore(store, to, ALL_DAYS, fence)
      dropPart(part, fence)
    }
  }
  withoutDamaged({ store, key: from, now }, move)
  return moved
}
