import { statSync } from 'node:fs'
import { join } from 'node:path'
import { listNames } from '../../store/folder-names.js'
import { SvcError } from '../../store/errors.js'
import type { Environment } from '../../store/git/git.js'
import { withLock } from '../../store/lock.js'
import { activityLog, type Store } from '../../store/store.js'
import { QUIET_MS, commitIfFree } from './auto-commit.js'

/** A store that never comes to rest is committed all the same (milliseconds). */
const MOST_MS = 5 * 60_000

/** How long to wait. */
export interface QuietOptions {
  env: Environment
  quietMs?: number
  mostMs?: number
}

/**
 * Commits a store once nothing was written in it for a while. One process waits; any other resolves
 * at once, because that one sees its changes too. Throws what a commit throws.
 */
export async function commitWhenQuiet(
  store: Store,
  { env, quietMs = QUIET_MS, mostMs = MOST_MS }: QuietOptions,
): Promise<void> {
  const path = join(store.state, 'locks', 'auto-commit')
  const wait = async () => {
    for (let isSame = false; !isSame;) {
      await untilQuiet(store, quietMs, Date.now() + mostMs)
      const before = lastWrite(store)
      const isDone = await commitIfFree(store, env)
      isSame = isDone && lastWrite(store) === before
    }
  }
  let isOurs = false
  const begin = () => {
    isOurs = true
    return wait()
  }
  await withLock(path, begin, { patient: false }).catch((error: unknown) => {
    const isTaken = error instanceof SvcError && error.code === 'STORE_LOCKED' && !isOurs
    if (!isTaken) throw error
  })
}

async function untilQuiet(store: Store, quietMs: number, end: number): Promise<void> {
  for (;;) {
    const age = Math.max(0, Date.now() - lastWrite(store))
    if (age >= quietMs || Date.now() >= end) return
    await new Promise(resolve => setTimeout(resolve, quietMs - age))
  }
}

/** When svc last wrote something that is tracked, or logged that it did (ms); 0 for never. */
function lastWrite(store: Store): number {
  const { directory } = activityLog(store)
  const projects = listNames(join(store.root, 'projects')).map(name => join('projects', name))
  const folders = ['global', ...projects].flatMap(scope =>
    ['memories', 'skills'].map(name => join(store.root, scope, name)),
  )
  const logs = listNames(directory).map(name => join(directory, name))
  const stats = [...folders, ...logs].map(path => statSync(path, { throwIfNoEntry: false }))
  return stats.reduce((newest, one) => Math.max(newest, one?.mtimeMs ?? 0), 0)
}
