import { join } from 'node:path'
import { withLock, type HeldLock } from '../../store/lock.js'
import type { ScopeFolder } from '../../store/scope-folders.js'
import type { Store } from '../../store/store.js'
import { withWorkLock } from '../consolidate/work-lock.js'

/**
 * Runs an action while nothing is reflected or consolidated in these scopes. Throws SCOPE_BUSY
 * where one of them is not free within `patienceMs`.
 */
export async function withWorkLocks<T>(
  store: Store,
  folders: readonly ScopeFolder[],
  action: () => Promise<T>,
  patienceMs: number,
): Promise<T> {
  const byKey = new Map(folders.map(folder => [folder.key, folder]))
  const run = [...byKey.values()]
    .sort((a, b) => (a.key < b.key ? 1 : -1))
    .reduce<() => Promise<T>>(
      (inner, folder) => () => withWorkLock({ store, folder }, inner, patienceMs),
      action,
    )
  return run()
}

/**
 * Runs an action under the locks `<kind>-<key>` of two scopes, which may be one. They are taken in
 * one order by everybody, so that two moves never wait for each other.
 */
export async function withBothLocks<T>(
  store: Store,
  kind: 'write' | 'skills',
  keys: readonly [string, string],
  action: (lock: HeldLock) => Promise<T>,
): Promise<T> {
  const [first, second] = [...new Set(keys)].sort()
  const pathOf = (key: string) => join(store.state, 'locks', `${kind}-${key}`)
  return withLock(pathOf(first!), async one => {
    if (second === undefined) return action(one)
    return withLock(pathOf(second), async other => {
      const assertHeld = () => {
        one.assertHeld()
        other.assertHeld()
      }
      return action({ assertHeld })
    })
  })
}
