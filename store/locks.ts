import { join } from 'node:path'
import { orElse, succeeds, SvcError } from './errors.js'
import {
  dropTemporaries,
  dropTemporariesOf,
  readText,
  removeFile,
  writeAtomic,
} from './files/atomic.js'
import { isLocked, withLock, type HeldLock } from './files/lock.js'
import { listNames } from './files/read.js'
import type { ScopeFolder } from './projects/folder.js'
import { batchFolder, revisionLog, scopeLock, statePath, type Store } from './store.js'

/** True while reflection or consolidation of any scope runs, in whatever process. */
export function isBusy(store: Store): boolean {
  const directory = statePath(store, 'locks')
  return lockNames(directory)
    .filter(name => name.startsWith('work-'))
    .some(name => isLocked(join(directory, name)))
}

/** The locks that somebody holds or left behind, without their ending; [] where there are none. */
export function lockNames(directory: string): string[] {
  const names = listNames(directory).filter(name => name.endsWith('.lock'))
  return names.map(name => name.slice(0, -'.lock'.length))
}

const PATIENCE_MS = 10_000
const LOOK_MS = 50

/** Options of waiting for a scope that is being worked on. */
interface Waiting {
  /** 10,000 where it is not given. */
  patienceMs?: number | undefined
  /** Called once, before the wait. */
  onWait?: (() => void) | undefined
}

/**
 * Runs an action under the work lock of a scope: no reflection or consolidation of it runs
 * meanwhile, in whatever process. Throws SCOPE_BUSY where it is not free within `patienceMs` (10 s).
 */
export async function withWorkLock<T>(
  { store, folder }: { store: Store; folder: Pick<ScopeFolder, 'key'> },
  action: (lock: HeldLock) => Promise<T>,
  { patienceMs = PATIENCE_MS, onWait }: Waiting = {},
): Promise<T> {
  const path = scopeLock(store, 'work', folder.key)
  const end = Date.now() + patienceMs
  for (let looks = 0; ; looks++) {
    let isOurs = false
    try {
      return await withLock(
        path,
        lock => {
          isOurs = true
          if (lock.takenOver) disarmWorker(store, folder.key)
          return sayingWho(path, () => action(lock))
        },
        { patient: false },
      )
    } catch (error) {
      const isTaken = error instanceof SvcError && error.code === 'STORE_LOCKED' && !isOurs
      if (!isTaken) throw error
      if (Date.now() >= end) throw busyError(error)
    }
    if (looks === 0) onWait?.()
    await new Promise(resolve => setTimeout(resolve, LOOK_MS))
  }
}

/** Takes from who held a scope's work lock before what that process had begun to write. */
function disarmWorker(store: Store, key: string): void {
  for (const folder of [batchFolder(store, key), statePath(store, 'past', key)])
    dropTemporaries(folder)
}

/** The lock itself is an empty folder: who holds it stands beside it, for people. */
async function sayingWho<T>(path: string, action: () => Promise<T>): Promise<T> {
  const note = `${path}.pid`
  // Nobody is told of the holder if the note cannot be written.
  succeeds(() => writeAtomic(note, `${process.pid}\n`))
  try {
    return await action()
  } finally {
    // The next holder writes over what cannot be removed.
    if (readHolder(path) === process.pid) succeeds(() => removeFile(note))
  }
}

/** The process that holds a work lock, as it said itself; undefined where none did. */
export function readHolder(path: string): number | undefined {
  const text = orElse(() => readText(`${path}.pid`), '')
  const pid = Number.parseInt(text ?? '', 10)
  return pid > 0 ? pid : undefined
}

function busyError(cause: unknown): SvcError {
  return new SvcError(
    'SCOPE_BUSY',
    'reflection or consolidation of this scope is running; try again when it is done',
    { cause },
  )
}

/**
 * Runs an action while nothing is reflected or consolidated in these scopes. Throws SCOPE_BUSY
 * where one of them is not free within `patienceMs` (10 s).
 */
export async function withWorkLocks<T>(
  store: Store,
  folders: readonly ScopeFolder[],
  action: (assertHeld: () => void) => Promise<T>,
  patienceMs?: number,
): Promise<T> {
  const held: HeldLock[] = []
  const byKey = new Map(folders.map(folder => [folder.key, folder]))
  const run = [...byKey.values()]
    .sort((a, b) => (a.key < b.key ? 1 : -1))
    .reduce<() => Promise<T>>(
      (inner, folder) => () => {
        const innermost = (lock: HeldLock) => {
          held.push(lock)
          return inner()
        }
        return withWorkLock({ store, folder }, innermost, { patienceMs })
      },
      () => action(() => held.forEach(lock => lock.assertHeld())),
    )
  return run()
}

/**
 * Runs an action under the locks of this kind of two scopes, which may be one. They are taken in one
 * order by everybody, so that two moves never wait for each other.
 */
export async function withBothLocks<T>(
  store: Store,
  kind: 'write' | 'skills',
  folders: readonly [ScopeFolder, ScopeFolder],
  action: (lock: HeldLock) => Promise<T>,
): Promise<T> {
  const lockOf = (folder: ScopeFolder) => {
    const path = scopeLock(store, kind, folder.key)
    return <R>(inner: (lock: HeldLock) => Promise<R>) =>
      withLock(path, lock => {
        lock.assertHeld()
        if (lock.takenOver && kind === 'write') disarmWriter(store, folder)
        if (lock.takenOver && kind === 'skills') disarmSkillWriter(folder)
        return inner(lock)
      })
  }
  const byKey = new Map(folders.map(folder => [folder.key, folder]))
  const [first, second] = [...byKey.values()].sort((a, b) => (a.key < b.key ? -1 : 1))
  return lockOf(first!)(async one => {
    if (second === undefined) return action(one)
    return lockOf(second)(async other => {
      const assertHeld = () => {
        one.assertHeld()
        other.assertHeld()
      }
      return action({ assertHeld, takenOver: one.takenOver ?? other.takenOver })
    })
  })
}

/**
 * Runs an action while no process of svc can write in these scopes of the data directory; keys must
 * be sorted.
 */
export function withScopeLocks<T>(
  store: Store,
  keys: readonly string[],
  action: () => Promise<T>,
): Promise<T> {
  const [key, ...rest] = keys
  if (key === undefined) return action()
  const path = key === 'global' ? key : join('projects', key)
  return withLock(scopeLock(store, 'write', key), ({ takenOver }) => {
    if (takenOver) disarmWriter(store, { key, path: join(store.root, path) })
    return withScopeLocks(store, rest, action)
  })
}

/**
 * Takes from who held a scope's write lock before what that process had begun. Call it where the lock
 * was taken over, before anything is looked at.
 */
export function disarmWriter(store: Store, { key, path }: Pick<ScopeFolder, 'key' | 'path'>): void {
  dropTemporaries(join(path, 'memories'))
  dropTemporariesOf(revisionLog(store, key))
}

/** Removes temporary files of a lost writer of skills, as `disarmWriter` does of memories. */
export function disarmSkillWriter({ path }: Pick<ScopeFolder, 'path'>): void {
  const skills = join(path, 'skills')
  for (const name of listNames(skills)) dropTemporaries(join(skills, name))
}
