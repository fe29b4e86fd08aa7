import type { MemoryPatch, ReviewItem } from '../../../types.js'
import { ask, Refusal } from '../../api.js'
import { count, countMemories, quoteTitle } from '../../format.js'
import { keyOf } from '../../scopes.js'
import { forgetMemory, patchMemory, restoreMemory } from '../../writes.js'

/** A decision in words, with its undoing where there is one. */
export interface Decided {
  said: string
  back?: () => Promise<unknown>
}

/** The labels of a button that undoes. */
export const UNDO_LABELS = { forget: 'Forget', revert: 'Put back', restore: 'Restore' } as const

/** Accepts an item. Only a mark that was taken off can be put on again. */
export async function accept(item: ReviewItem): Promise<Decided> {
  const { id, memory, marked } = item
  await postDecisions({ accept: [id] }, item)
  const said = `Accepted ${quoteTitle(memory.title)}`
  if (!marked) return { said }
  return { said, back: () => patchMemory(memory.id, { tags: memory.tags }) }
}

/** Accepts several, in as many requests as there are scopes. */
export async function acceptAll(items: readonly ReviewItem[]): Promise<Decided> {
  const byScope = Map.groupBy(items, ({ memory }) => keyOf(memory.scope))
  for (const some of byScope.values()) {
    await postDecisions({ accept: some.map(({ id }) => id) }, some[0]!)
  }
  return { said: `Accepted ${countMemories(items.length)}` }
}

/** Takes back what was learned, as `item.undo` says. */
export async function undo(item: ReviewItem): Promise<Decided> {
  const { id, undo: way } = item
  await postDecisions({ undo: [id] }, item)
  const { title } = item.memory
  if (way === 'restore') {
    return { said: `Restored ${quoteTitle(title)}`, back: () => forgetMemory(id) }
  }
  const said =
    way === 'revert' ? `Put ${quoteTitle(title)} back as it was` : `Forgot ${quoteTitle(title)}`
  return { said, back: () => restoreMemory(id) }
}

/** Saves an edit of an item, and accepts it. Throws CONFLICT where it was changed since. */
export async function saveEdited(
  item: ReviewItem,
  patch: MemoryPatch,
  revision: string | undefined,
): Promise<Decided> {
  const { id, memory } = item
  const saved = await patchMemory(memory.id, patch, { revision })
  await postDecisions({ accept: [id] }, item).catch(ignoreMissing)
  const { title, kind, content, tags } = memory
  const back = () => patchMemory(memory.id, { title, kind, content, tags }, saved)
  return { said: `Saved ${quoteTitle(patch.title ?? title)}`, back }
}

/** Ignores that nothing is left to accept: the edit alone may have settled the item. */
function ignoreMissing(cause: unknown): void {
  if (!(cause instanceof Refusal && cause.code === 'MEMORY_NOT_FOUND')) throw cause
}

/** Keeps one side of a contradiction: the others are forgotten, and can be brought back. */
export async function keepSide(
  item: ReviewItem,
  keptId: string,
  waiting: readonly ReviewItem[],
): Promise<Decided> {
  const sides = [item.memory, ...item.contradicts]
  const others = sides.filter(({ id }) => id !== keptId)
  const kept = sides.find(({ id }) => id === keptId)
  const open = waiting.find(({ memory }) => memory.id === keptId)
  if (open) await accept(open)
  for (const { id } of others) await forgetMemory(id)
  const back = async () => {
    for (const { id } of others) await restoreMemory(id)
    if (open?.marked) await patchMemory(keptId, { tags: open.memory.tags })
  }
  return { said: `Kept ${quoteTitle(kept?.title ?? '')}, forgot ${nameOthers(others)}`, back }
}

function nameOthers(others: readonly { title: string }[]): string {
  return others.length === 1 ? quoteTitle(others[0]!.title) : count(others.length, 'other')
}

/** Both sides hold: accepts every one that waits. */
export async function keepBoth(item: ReviewItem, waiting: readonly ReviewItem[]): Promise<Decided> {
  const ids = new Set([item.memory, ...item.contradicts].map(({ id }) => id))
  const open = waiting.filter(({ memory }) => ids.has(memory.id))
  for (const each of open) await accept(each)
  const marked = open.filter(each => each.marked)
  const back = async () => {
    for (const { memory } of marked) await patchMemory(memory.id, { tags: memory.tags })
  }
  return { said: 'Kept both', ...(marked.length > 0 && { back }) }
}

async function postDecisions(decisions: object, { memory }: ReviewItem): Promise<void> {
  await ask('/review', { method: 'POST', body: { ...decisions, scope: memory.scope } })
}
