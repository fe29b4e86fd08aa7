import type { EventItem, Memory } from '../../../../store/types.js'
import { countMemories, quoteTitle } from '../../format.js'
import { showFailure, showToast } from '../../toasts.js'
import { forgetMemory, restoreMemory } from '../../writes.js'

/** Brings memories back that were merged, evicted, taken back or forgotten; says what came of it. */
export async function bringBack(items: readonly EventItem[]): Promise<void> {
  const back: Memory[] = []
  try {
    // One after the other: each is a write of its own, and the first that fails says why.
    for (const { id } of items) back.push(await restoreMemory(id))
  } catch (error) {
    showFailure(error)
  }
  if (back.length === 0) return
  showToast(`Restored ${nameAll(back)}`, { action: { label: 'Undo', run: () => forget(back) } })
}

function nameAll(memories: readonly Memory[]): string {
  const [only] = memories.length === 1 ? memories : []
  return only ? quoteTitle(only.title) : countMemories(memories.length)
}

/** What takes something back is gone once it is done: focus goes to the next, or to its event. */
export function leave(button: HTMLElement): void {
  const event = button.closest('.event')
  const others = [...(event?.querySelectorAll<HTMLElement>('[data-undo]') ?? [])]
  const next = others[others.indexOf(button) + 1]
  const line = event?.querySelector<HTMLElement>('.event-line')
  ;(next ?? line)?.focus()
}

/** What was changed since it came back stays. */
async function forget(restored: readonly Memory[]): Promise<void> {
  try {
    for (const { id, revision } of restored) await forgetMemory(id, { revision })
    showToast(`Forgot ${nameAll(restored)} again`)
  } catch (error) {
    showFailure(error)
  }
}
