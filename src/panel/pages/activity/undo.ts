import type { EventItem, Memory } from '../../../../store/types.js'
import { countMemories, quoteTitle } from '../../format.js'
import { showFailure, showToast, showUndoable } from '../../toasts.js'
import { forgetMemory, restoreMemory } from '../../writes.js'

/** Restores memories that were merged, evicted, taken back or forgotten, and says so. */
export async function restoreAll(items: readonly EventItem[]): Promise<void> {
  const back: Memory[] = []
  try {
    // One after the other: each is a write of its own, and the first that fails says why.
    for (const { id } of items) back.push(await restoreMemory(id))
  } catch (error) {
    showFailure(error)
  }
  if (back.length === 0) return
  showUndoable(`Restored ${nameAll(back)}`, () => forgetAgain(back))
}

function nameAll(memories: readonly Memory[]): string {
  const [only] = memories.length === 1 ? memories : []
  return only ? quoteTitle(only.title) : countMemories(memories.length)
}

/** Moves focus from a button that goes with its press to the next one, or to the event. */
export function moveFocusOn(button: HTMLElement): void {
  const event = button.closest('.event')
  const others = [...(event?.querySelectorAll<HTMLElement>('[data-undo]') ?? [])]
  const next = others[others.indexOf(button) + 1]
  const line = event?.querySelector<HTMLElement>('.event-line')
  ;(next ?? line)?.focus()
}

/** Forgets restored memories again; one that was changed since stays. */
async function forgetAgain(restored: readonly Memory[]): Promise<void> {
  try {
    for (const { id, revision } of restored) await forgetMemory(id, { revision })
    showToast(`Forgot ${nameAll(restored)} again`)
  } catch (error) {
    showFailure(error)
  }
}
