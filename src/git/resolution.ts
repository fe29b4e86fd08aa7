import type { GitStore } from './git-store.js'

/** What became of a merge's conflicts. Paths are from the store's root. */
export interface Resolution {
  settled: { path: string; how: string }[]
  left: { path: string; reason: string }[]
}

/** Settles what a merge left open, and what it brought together that does not belong together. */
export type Resolve = (gitStore: GitStore) => Promise<Resolution>
