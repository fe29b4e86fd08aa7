import type { ActivityType, MemoryChange } from '../../store/types.js'
import { createEvent, logEvent, toEventItem } from '../activity/events.js'
import type { Collection } from './collection.js'
import type { StoredMemory } from './life.js'

/** The write of one memory, as an event tells of it. */
export interface Written {
  collection: Collection
  memory: StoredMemory
  type: ActivityType
  change: MemoryChange
  counts: { added?: number; updated?: number }
}

/** How a new memory is told of. */
export const ADDED = { type: 'remember', change: 'added', counts: { added: 1 } } as const
/** How a changed memory is told of. */
export const UPDATED = { type: 'update', change: 'updated', counts: { updated: 1 } } as const
/** How a memory is told of whose file was removed. */
export const FORGOTTEN = { type: 'forget', change: 'forgotten', counts: {} } as const

/** How a memory is told of that came back, or says again what it said before. */
export function toRestoredEvent(isNew: boolean) {
  const counts = isNew ? { added: 1 } : { updated: 1 }
  return { type: 'update', change: 'restored', counts } as const
}

/** Logs the event of a write. It may be lost on power loss. */
export function logWritten({ collection, memory, type, change, counts }: Written, at: Date): void {
  const { store, folder } = collection
  const items = [toEventItem(memory.document, change)]
  logEvent(store, createEvent(type, folder.scope, at, { ...counts, items }))
}
