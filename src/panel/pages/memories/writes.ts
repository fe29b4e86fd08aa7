import { useEffect, useRef } from 'preact/hooks'
import { signal } from '@preact/signals'
import type { Memory, Scope } from '../../../../store/types.js'
import { ask } from '../../api.js'
import { quoteTitle } from '../../format.js'
import { useChanges } from '../../live.js'
import { goTo, route } from '../../route.js'
import { nameOf } from '../../scopes.js'
import { showFailure, showToast, showUndoable } from '../../toasts.js'
import { copyText } from '../../ui/copy.js'
import { forgetMemory, moveMemory, patchMemory, restoreMemory } from '../../writes.js'
import { isWide, itemLink } from './cursor.js'

/** Counts the writes of this page: each has it read anew. */
export const writes = signal(0)

/** Fields of a memory that a person changes. */
export type Fields = Pick<Memory, 'title' | 'kind' | 'tags' | 'aliases' | 'content'>

/** Carries out a write and has the page read anew; shows a failure, and answers undefined then. */
async function write<T>(run: () => Promise<T>): Promise<T | undefined> {
  try {
    return await run()
  } catch (cause) {
    showFailure(cause)
    return undefined
  } finally {
    writes.value++
  }
}

/** The last version of each memory that this page has written. */
const written = new Map<string, Memory>()

/**
 * Changes the version of a memory that was seen, or the later one that this page has made of it: it may
 * not be read anew yet. Throws Refusal: CONFLICT where somebody else has changed it.
 */
async function change(
  seen: Memory,
  send: (latest: { revision?: string | undefined }) => Promise<Memory>,
): Promise<Memory> {
  const own = written.get(seen.id)
  const { revision } = own !== undefined && own.updatedAt > seen.updatedAt ? own : seen
  const now = await send({ revision })
  written.set(seen.id, now)
  return now
}

/** Pins a memory, or lets it go. */
export async function pin(memory: Memory): Promise<void> {
  const pinned = !memory.pinned
  const now = await write(() => change(memory, seen => patchMemory(memory.id, { pinned }, seen)))
  if (now === undefined) return
  const done = pinned ? 'Pinned' : 'Unpinned'
  showUndoable(`${done} ${quoteTitle(memory.title)}`, () => pin(now))
}

/** Moves a memory to another scope. */
export async function move(memory: Memory, scope: Scope): Promise<void> {
  const now = await write(() => change(memory, seen => moveMemory(memory.id, scope, seen)))
  if (now === undefined) return
  const said = `Moved ${quoteTitle(memory.title)} to ${nameOf(scope)}`
  showUndoable(said, () => move(now, memory.scope))
}

/** Forgets a memory; false where that failed. With `isWrong` the same is not learned again. */
export async function forget(memory: Memory, { isWrong = false } = {}): Promise<boolean> {
  const { id } = memory
  const send = () => change(memory, seen => forgetMemory(id, { isWrong, ...seen }))
  if ((await write(send)) === undefined) return false
  const learned = isWrong ? '; it is not learned again' : ''
  showUndoable(`Forgot ${quoteTitle(memory.title)}${learned}`, () => unforget(id))
  return true
}

/** Restores a memory that was forgotten a moment ago, and opens it. */
async function unforget(id: string): Promise<void> {
  const memory = await restore(id)
  if (memory && isWide() && route.peek().page === 'memories') {
    goTo(itemLink(id), { replace: true })
  }
}

/**
 * Brings a memory back that is gone, or one as it was before its last change; `revision` must still
 * stand where it is given.
 */
export async function restore(
  id: string,
  outcome = '',
  revision?: string,
): Promise<Memory | undefined> {
  const memory = await write(() => restoreMemory(id, { revision }))
  if (memory) {
    const title = quoteTitle(memory.title)
    showToast(outcome ? `${title} ${outcome}` : `Restored ${title}`)
  }
  return memory
}

/** Brings a memory of the archive back. */
export async function unarchive(id: string): Promise<boolean> {
  const memory = await write(() => restoreMemory(id))
  if (memory === undefined) return false
  const { revision } = memory
  const undo = () => write(() => forgetMemory(id, { revision }))
  showUndoable(`Restored ${quoteTitle(memory.title)}`, undo)
  return true
}

/** Restores an old version of a memory. */
export async function restoreVersion(memory: Memory, version: string): Promise<void> {
  const { id } = memory
  const send = () => change(memory, seen => restoreMemory(id, { version, ...seen }))
  const now = await write(send)
  if (now === undefined) return
  const undo = () => restore(id, 'is as it was', now.revision)
  showUndoable(`${quoteTitle(now.title)} says what it said before`, undo)
}

/** Changes fields of a memory. Throws Refusal: CONFLICT where another version stands. */
export async function save(
  before: Memory,
  fields: Partial<Fields>,
  revision: string | undefined,
): Promise<void> {
  const { id, title, kind, tags, aliases, content } = before
  const now = await patchMemory(id, fields, { revision })
  written.set(id, now)
  writes.value++
  const old = { title, kind, tags, aliases, content }
  const undo = () => write(() => patchMemory(id, old, now))
  showUndoable(`Saved ${quoteTitle(now.title)}`, undo)
}

/** Stores a new memory and answers what stands. Throws Refusal. */
export async function create(scope: Scope, fields: Partial<Fields>): Promise<Memory> {
  const memory = await ask<Memory>('/memories', { method: 'POST', body: { scope, ...fields } })
  writes.value++
  const isNew = memory.createdAt === memory.updatedAt
  const { id, revision } = memory
  const undo = isNew
    ? () => write(() => forgetMemory(id, { revision }))
    : () => restore(id, 'is as it was', revision)
  const text = isNew
    ? `Remembered ${quoteTitle(memory.title)}`
    : `A memory of that title was there already; it says this now`
  showUndoable(text, undo)
  return memory
}

/** Copies a text. */
export function copy(text: string, what: string): Promise<void> {
  return copyText(text, `${what} is copied`)
}

/** Reads anew after a write of this page, of another process, and when the tab comes into sight. */
export function useRefresh(refresh: () => void): void {
  const latest = useRef(refresh)
  latest.current = refresh
  const first = useRef(writes.value)
  useChanges(refresh)
  useEffect(() => {
    if (writes.value !== first.current) latest.current()
  }, [writes.value])
  useEffect(() => {
    const onSight = () => document.visibilityState === 'visible' && latest.current()
    document.addEventListener('visibilitychange', onSight)
    return () => document.removeEventListener('visibilitychange', onSight)
  }, [])
}
