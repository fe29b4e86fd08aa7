import { statSync } from 'node:fs'
import { join } from 'node:path'
import { writeAtomic } from './atomic-file.js'
import { appendText, readLines } from './log.js'
import type { Store } from './store.js'

/** When a memory was last changed, as this machine knows it, and the file that resulted. */
export interface Revision {
  id: string
  /** ISO 8601. */
  at: string
  /** Stamp of the file after that change; another stamp means a change from outside. */
  stamp: string
}

/**
 * The revisions of a scope, newest for each id. They live in local state, because a tracked
 * `updatedAt` conflicts at every merge.
 */
export function readRevisions(store: Store, key: string): Map<string, Revision> {
  const revisions = new Map<string, Revision>()
  for (const revision of readLines<Revision | null>(revisionsPath(store, key))) {
    if (isRevision(revision)) revisions.set(revision.id, revision)
  }
  return revisions
}

/**
 * Appends revisions and answers the bytes this took. Every writer of the scope does, so the size
 * tells of each other's writes.
 */
export function appendRevisions(store: Store, key: string, revisions: readonly Revision[]): number {
  if (revisions.length === 0) return 0
  const text = revisions.map(one => JSON.stringify(one) + '\n').join('')
  appendText(revisionsPath(store, key), text)
  return Buffer.byteLength(text)
}

/** Grows with every write of a memory by svc; 0 where none was ever written here. */
export function revisionsSize(store: Store, key: string): number {
  return statSync(revisionsPath(store, key), { throwIfNoEntry: false })?.size ?? 0
}

/** Rewrites the log to one line an id once it is mostly history. Call it under the write lock. */
export function foldRevisions(
  store: Store,
  key: string,
  living: { size: number; has(id: string): boolean },
): void {
  const path = revisionsPath(store, key)
  if (revisionsSize(store, key) < 64 * 1024 + living.size * 400) return
  const kept = [...readRevisions(store, key).values()].filter(({ id }) => living.has(id))
  writeAtomic(path, kept.map(one => JSON.stringify(one) + '\n').join(''))
}

function isRevision(value: Partial<Revision> | null): value is Revision {
  const fields = [value?.id, value?.at, value?.stamp]
  return fields.every(field => typeof field === 'string')
}

function revisionsPath(store: Store, key: string): string {
  return join(store.state, 'revisions', `${key}.jsonl`)
}
