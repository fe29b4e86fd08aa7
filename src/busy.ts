import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isMissing } from '../store/errors.js'
import { isLocked } from '../store/lock.js'
import type { Store } from '../store/store.js'

/** The lock that reflection and consolidation of a scope hold from start to end. */
export function workLockPath(store: Store, key: string): string {
  return join(store.state, 'locks', `work-${key}`)
}

/** True while reflection or consolidation of any scope runs, in whatever process. */
export function isBusy(store: Store): boolean {
  const directory = join(store.state, 'locks')
  return lockNames(directory)
    .filter(name => name.startsWith('work-'))
    .some(name => isLocked(join(directory, name)))
}

/** The locks that somebody holds or left behind, without their ending; [] where there are none. */
export function lockNames(directory: string): string[] {
  try {
    const names = readdirSync(directory).filter(name => name.endsWith('.lock'))
    return names.map(name => name.slice(0, -'.lock'.length))
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}
