import { join } from 'node:path'
import { updateJsonDocument } from '../../store/json-document.js'
import { withLock } from '../../store/lock.js'
import type { Store } from '../../store/store.js'

/** The part of `state/usage.json` that consolidation writes. */
interface MergedUses {
  /** Where the uses of a merged-away memory count: its id → the id it went into. */
  merged?: Record<string, string>
}

/**
 * Lets the uses of merged-away memories count for what they went into; a null takes that back.
 * Uses are not moved but looked up through this, so doing it twice changes nothing, and what an
 * open session used before the merge counts too.
 */
export async function transferUses(
  store: Store,
  moves: ReadonlyMap<string, string | null>,
): Promise<void> {
  if (moves.size === 0) return
  await withLock(join(store.state, 'locks', 'usage'), () => {
    const initial = { uses: {}, folded: [] }
    updateJsonDocument<MergedUses & Record<string, unknown>>(
      join(store.state, 'usage.json'),
      initial,
      usage => {
        const merged = { ...usage.merged, ...Object.fromEntries(moves) }
        const kept = Object.entries(merged).filter(([, into]) => into !== null)
        usage.merged = Object.fromEntries(kept) as Record<string, string>
      },
    )
  })
}

/** Adds the uses of merged-away memories to what they went into, through any number of merges. */
export function addMergedUses(
  uses: ReadonlyMap<string, number>,
  merged: Readonly<Record<string, string>>,
): Map<string, number> {
  const sums = new Map(uses)
  for (const [id, count] of uses) {
    const into = lastOf(id, merged)
    if (into !== id) sums.set(into, (sums.get(into) ?? 0) + count)
  }
  return sums
}

function lastOf(id: string, merged: Readonly<Record<string, string>>): string {
  const seen = new Set<string>()
  let last = id
  while (!seen.has(last)) {
    seen.add(last)
    last = (Object.hasOwn(merged, last) ? merged[last] : undefined) ?? last
  }
  return last
}
