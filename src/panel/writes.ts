import type { Memory, Scope } from '../../store/types.js'
import { ask } from './api.js'
import { quoteTitle } from './format.js'
import { showFailure, showToast, showUndoable } from './toasts.js'

/** The memory that a write changes. */
type Named = Pick<Memory, 'id' | 'title'>

/** Says why a row of an agent file cannot be changed here. */
export function sayReadOnly({ source }: Pick<Memory, 'source'>): void {
  showToast(`This is read from ${source.path ?? 'an agent file'}: change it there`)
}

/** The revision that a write expects; undefined accepts any. */
interface Seen {
  revision?: string | undefined
}

/** Names a memory in the API. */
export function pathOf(id: string): string {
  return `/memories/${encodeURIComponent(id)}`
}

/** Forgets a memory; with `isWrong` what it says is not learned again. */
export function forgetMemory(
  id: string,
  { isWrong = false, revision }: Seen & { isWrong?: boolean } = {},
): Promise<Memory> {
  const query = { wrong: isWrong || undefined }
  return ask<Memory>(pathOf(id), { method: 'DELETE', query, revision })
}

/**
 * Brings a memory back, or a living one as it was before its last change; with `version` as it was
 * in that one of its history.
 */
export function restoreMemory(
  id: string,
  { version, revision }: Seen & { version?: string } = {},
): Promise<Memory> {
  const body = version === undefined ? {} : { version }
  return ask<Memory>(`${pathOf(id)}/restore`, { method: 'POST', body, revision })
}

/** Changes fields of a memory. */
export function patchMemory(id: string, body: object, { revision }: Seen = {}): Promise<Memory> {
  return ask<Memory>(pathOf(id), { method: 'PATCH', body, revision })
}

/** Moves a memory to another scope. */
export function moveMemory(id: string, scope: Scope, { revision }: Seen = {}): Promise<Memory> {
  return ask<Memory>(`${pathOf(id)}/move`, { method: 'POST', body: { scope }, revision })
}

/** Carries out a write and says so, with Undo; `onDone` follows both. */
async function carryOut(
  said: string,
  run: () => Promise<unknown>,
  { back, onDone }: { back: () => Promise<unknown>; onDone: () => void },
): Promise<void> {
  const settle = async (action: () => Promise<unknown>, next?: () => void) => {
    try {
      await action()
      next?.()
    } catch (error) {
      showFailure(error)
    }
    onDone()
  }
  await settle(run, () => showUndoable(said, () => settle(back)))
}

/** Forgets a memory, with Undo; `onDone` follows both. */
export function forget(memory: Named, isWrong: boolean, onDone: () => void): Promise<void> {
  const said = isWrong
    ? `Forgot ${quoteTitle(memory.title)}; it is not learned again`
    : `Forgot ${quoteTitle(memory.title)}`
  const back = () => restoreMemory(memory.id)
  return carryOut(said, () => forgetMemory(memory.id, { isWrong }), { back, onDone })
}

/** Pins a memory, or takes the pin off it, with Undo; `onDone` follows both. */
export function togglePin(memory: Named & { pinned: boolean }, onDone: () => void): Promise<void> {
  const { id, title, pinned } = memory
  const said = `${pinned ? 'Unpinned' : 'Pinned'} ${quoteTitle(title)}`
  const back = () => patchMemory(id, { pinned })
  return carryOut(said, () => patchMemory(id, { pinned: !pinned }), { back, onDone })
}
