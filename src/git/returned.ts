import { join } from 'node:path'
import { readForgotten } from '../../store/memories/history.js'
import type { Store } from '../../store/store.js'
import type { Scope } from '../../store/types.js'
import type { Collection } from '../memories/collection.js'
import { clip } from '../text.js'

/** A living memory that was forgotten on this machine: a merge or a pull brought it back. */
export interface ReturnedMemory {
  id: string
  title: string
  scope: Scope
  path: string
  /** ISO 8601. */
  forgottenAt: string
}

/**
 * The memories that came back after they were forgotten here, the longest forgotten first. They
 * are recalled as any other; a write by svc, `svc archive keep` or `svc forget` settles it.
 */
export function findReturned(store: Store, collections: readonly Collection[]): ReturnedMemory[] {
  return [...readForgotten(store).values()].flatMap(({ id, at }) => {
    const collection = collections.find(({ memories }) => memories.has(id))
    const memory = collection?.memories.get(id)
    if (collection === undefined || memory === undefined) return []
    const path = join(collection.directory, memory.file.name)
    const { title } = memory.document
    return [{ id, title, scope: collection.folder.scope, path, forgottenAt: at }]
  })
}

/** Tells in one sentence of a memory that came back, and a person's choice. */
export function describeReturned(returned: ReturnedMemory): string {
  return `${tellReturned(returned)}; ${tellChoice(returned)}`
}

/** Tells that a forgotten memory came back. */
export function tellReturned({ title, forgottenAt }: ReturnedMemory): string {
  const day = forgottenAt.slice(0, 10)
  return `${JSON.stringify(clip(title, 60))} was forgotten here on ${day} and came back`
}

/** Tells a person's choice about it. */
export function tellChoice({ id }: ReturnedMemory): string {
  return `svc forget ${id} again, or svc archive keep ${id}`
}
