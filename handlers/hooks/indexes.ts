import { isIndexFileClaimed } from '../../src/memories/index-file.js'
import type { ScopeFolder } from '../../store/projects/folder.js'
import { formatScopeKey } from '../../store/projects/scope.js'
import type { HookContext } from './context.js'

/** Asks for index files to be made anew after the answer, unless a process is at it already. */
export function refreshLater({ store, later }: HookContext, folders: readonly ScopeFolder[]): void {
  const free = folders.filter(({ localKey }) => !isIndexFileClaimed(store, localKey))
  const scopes = new Set(free.map(({ scope }) => formatScopeKey(scope)))
  if (scopes.size > 0) later({ task: 'index', scopes: [...scopes] })
}
