import { join } from 'node:path'
import { withLock } from '../../store/lock.js'
import type { Store } from '../../store/store.js'

/** The keys of the scopes whose memories these files are, sorted. Paths are from the store's root. */
export function scopeKeysOf(paths: readonly string[]): string[] {
  const keys = paths.flatMap(path => {
    const [, global, project] = /^(?:(global)|projects\/([^/]+))\/memories\//.exec(path) ?? []
    return global ?? project ?? []
  })
  return [...new Set(keys)].sort()
}

/** Runs an action while no process of svc can write in these scopes; keys must be sorted. */
export function withScopeLocks<T>(
  store: Store,
  keys: readonly string[],
  action: () => Promise<T>,
): Promise<T> {
  const [key, ...rest] = keys
  if (key === undefined) return action()
  const path = join(store.state, 'locks', `write-${key}`)
  return withLock(path, () => withScopeLocks(store, rest, action))
}
