import type { Memory } from '../../store/types.js'
import { ask } from './api.js'
import { quoteTitle } from './format.js'
import { showFailure, showToast } from './toasts.js'

/** What a write is about. */
type Named = Pick<Memory, 'id' | 'title'>

/** True for what an agent file says: it is changed in that file. */
export function isFileRow({ source }: Pick<Memory, 'source'>): boolean {
  return source.runtime === 'workspace-import'
}

/** Says why a row of an agent file cannot be changed here. */
export function sayReadOnly({ source }: Pick<Memory, 'source'>): void {
  showToast(`This is read from ${source.path ?? 'an agent file'}: change it there`)
}

/** Forgets a memory; with `isWrong` what it says is not learned again. */
export async function forgetMemory(id: string, { isWrong = false } = {}): Promise<void> {
  const query = isWrong ? { wrong: 1 } : {}
  await ask(`/memories/${encodeURIComponent(id)}`, { method: 'DELETE', query })
}

/** Brings a memory back, or a living one as it was before its last change. */
export async function restoreMemory(id: string): Promise<void> {
  await ask(`/memories/${encodeURIComponent(id)}/restore`, { method: 'POST', body: {} })
}

/** Changes fields of a memory; `revision` must still stand where it is given. */
export async function patchMemory(id: string, body: object, revision?: string): Promise<Memory> {
  return ask<Memory>(`/memories/${encodeURIComponent(id)}`, { method: 'PATCH', body, revision })
}

/** Carries out a write and says so; with Undo where `back` is given. `onDone` follows both. */
export async function carryOut(
  said: string,
  run: () => Promise<unknown>,
  { back, onDone }: { back?: () => Promise<unknown>; onDone?: () => void } = {},
): Promise<void> {
  const settle = async (action: () => Promise<unknown>, next?: () => void) => {
    try {
      await action()
      next?.()
    } catch (error) {
      showFailure(error)
    }
    onDone?.()
  }
  const action = back && { label: 'Undo', run: () => settle(back) }
  await settle(run, () => showToast(said, { ...(action && { action }) }))
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
