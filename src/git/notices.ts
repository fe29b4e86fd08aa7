import { join } from 'node:path'
import { REVIEW_TAG } from '../review-tag.js'
import type { GitStore } from './git-store.js'
import { findReturned, type ReturnedMemory } from './returned.js'
import type { StoreChange } from './store-change.js'

/** What a merge did that a person should know of. */
export interface MergeNotices {
  /** Memories that it marked for review: both sides had changed them. */
  review: { id: string; title: string; path: string }[]
  /** Memories that were forgotten here and came back. */
  returned: ReturnedMemory[]
}

/** Looks at what a merge brought, once everything is settled. */
export async function findNotices(
  { store, collections }: GitStore,
  { merged }: { merged: readonly StoreChange[] },
): Promise<MergeNotices> {
  const all = await collections.all()
  const paths = new Set(merged.map(({ path }) => join(store.root, path)))
  const review = all
    .flatMap(({ directory, memories }) => {
      const flagged = [...memories.values()].filter(one => one.document.tags.includes(REVIEW_TAG))
      return flagged.map(({ document: { id, title }, file }) => {
        return { id, title, path: join(directory, file.name) }
      })
    })
    .filter(({ path }) => paths.has(path))
  return { review, returned: findReturned(store, all) }
}
