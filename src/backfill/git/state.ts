import { readJsonDocument, writeJsonDocument } from '../../../store/files/json.js'
import { orElse } from '../../../store/errors.js'
import { statePath, type Store } from '../../../store/store.js'

/** Memories that were proposed of a project's history: the id of each by the hash of its commit. */
export type Proposed = Readonly<Record<string, string>>

/** Reads what was proposed for a scope; {} where nothing was, or its file is broken. */
export function readProposed(store: Store, key: string): Proposed {
  const { commits } = orElse(
    () => readJsonDocument<{ commits?: unknown }>(pathOf(store, key), {}),
    {
      commits: undefined,
    },
  )
  if (typeof commits !== 'object' || commits === null) return {}
  const known = Object.entries(commits).filter(([, id]) => typeof id === 'string')
  return Object.fromEntries(known)
}

/** Notes what was proposed for a scope, durably; whoever calls it holds the scope's write lock. */
export function writeProposed(store: Store, key: string, commits: Proposed): void {
  writeJsonDocument(pathOf(store, key), { format: 1, commits })
}

function pathOf(store: Store, key: string): string {
  return statePath(store, 'learn', `git-${key}.json`)
}
