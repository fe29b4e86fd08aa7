import type { EventItem, Memory } from '../../../../store/types.js'
import { ask, askWhole } from '../../api.js'
import { count, quoteTitle } from '../../format.js'
import { showFailure, showToast } from '../../toasts.js'

/** Brings memories back that were merged, evicted, taken back or forgotten; says what came of it. */
export async function bringBack(items: readonly EventItem[]): Promise<void> {
  const back: Restored[] = []
  try {
    // One after the other: each is a write of its own, and the first that fails says why.
    for (const { id } of items) back.push(await restore(id))
  } catch (error) {
    showFailure(error)
  }
  const [first] = back
  if (first === undefined) return
  const what =
    back.length === 1 ? quoteTitle(first.title) : count(back.length, 'memory', 'memories')
  showToast(`Restored ${what}`, { action: { label: 'Undo', run: () => forget(back) } })
}

/** What takes something back is gone once it is done: focus goes to the next, or to its event. */
export function leave(button: HTMLElement): void {
  const event = button.closest('.event')
  const others = [...(event?.querySelectorAll<HTMLElement>('[data-undo]') ?? [])]
  const next = others[others.indexOf(button) + 1]
  const line = event?.querySelector<HTMLElement>('.event-line')
  ;(next ?? line)?.focus()
}

interface Restored {
  id: string
  title: string
  revision: string | undefined
}

async function restore(id: string): Promise<Restored> {
  const { value, revision } = await askWhole<Memory>(
    `/memories/${encodeURIComponent(id)}/restore`,
    {
      method: 'POST',
      body: {},
    },
  )
  return { id: value.id, title: value.title, revision }
}

/** What was changed since it came back stays. */
async function forget(restored: readonly Restored[]): Promise<void> {
  try {
    for (const { id, revision } of restored) {
      await ask(`/memories/${encodeURIComponent(id)}`, { method: 'DELETE', revision })
    }
    const [first] = restored
    const what =
      restored.length === 1
        ? quoteTitle(first?.title ?? '')
        : count(restored.length, 'memory', 'memories')
    showToast(`Forgot ${what} again`)
  } catch (error) {
    showFailure(error)
  }
}
