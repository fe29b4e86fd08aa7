import { operationIn } from '../../store/git/repository.js'
import { listScopeFolders } from '../../store/scope-folders.js'
import type { Store } from '../../store/store.js'
import { createEvent, logEvent } from '../activity.js'
import type { GitStore } from './git-store.js'
import { listMemoryFolders, withFolder, type MemoryFolder } from './memory-folder.js'
import type { Resolution } from './resolution.js'
import { resolveUnmerged, stageFiles } from './resolve-unmerged.js'
import { settleFolder, type Settled, type SettleOptions } from './settle-folder.js'
import { findUntold } from './unmerged-paths.js'

export type { Resolution } from './resolution.js'

/**
 * Settles what a merge left open, and what it brought together that does not belong together: files
 * that git could not merge, saved conflict markers, two memories of one title or one id, tombstones
 * that lead nowhere. Nothing is lost; what both sides changed is tagged `needs-review`. What is
 * settled is staged while something is under way, but nothing is concluded. During a rebase titles
 * and tombstones wait for its end. Call it inside `withGitLock`.
 */
export async function resolveConflicts(gitStore: GitStore): Promise<Resolution> {
  const { store, repository, now } = gitStore
  const unmerged = await resolveUnmerged(gitStore)
  const operation = operationIn(repository)
  const onlyMarkers = operation !== undefined && operation !== 'merge'
  const left = new Set(unmerged.left.map(({ path }) => path))
  const rest = await settleStore(store, now(), { left, onlyMarkers })
  if (operation !== undefined) await stageFiles(gitStore, rest.touched)
  const all = [...unmerged.left, ...rest.left]
  return {
    settled: [...unmerged.settled, ...rest.settled],
    left: [...all, ...(await findUntold(gitStore, all))],
  }
}

/** How a store is settled. */
export interface SettleStoreOptions extends Omit<SettleOptions, 'except'> {
  /** Paths, from the store's root, that are left as they are. */
  left?: ReadonlySet<string>
  /** The folders of the store where none are given. */
  folders?: readonly MemoryFolder[]
}

/** Settles what can be settled in the files alone, in every scope, without git. */
export async function settleStore(
  store: Store,
  now: Date,
  { left = new Set(), folders = listMemoryFolders(store), ...options }: SettleStoreOptions = {},
): Promise<Settled> {
  const all: Settled = { settled: [], left: [], touched: [], merged: 0 }
  for (const folder of folders) {
    const except = new Set([...left].map(path => path.slice(folder.path.length + 1)))
    const settled = await withFolder(store, folder, files => {
      return settleFolder(files, { ...options, except })
    })
    if (settled.merged > 0) tell(store, folder, settled, now)
    for (const key of ['settled', 'left'] as const) all[key].push(...(settled[key] as never[]))
    all.touched.push(...settled.touched)
    all.merged += settled.merged
  }
  return all
}

/** A project that this machine knows no path of has no activity either. */
function tell(store: Store, { key }: MemoryFolder, { merged }: Settled, now: Date): void {
  const scope = listScopeFolders(store).find(folder => folder.key === key)?.scope
  if (scope) logEvent(store, createEvent('consolidate', scope, now, { merged }))
}
