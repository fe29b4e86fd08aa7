import { statSync } from 'node:fs'
import { join } from 'node:path'
import { SvcError } from '../../store/errors.js'
import { withLock } from '../../store/files/lock.js'
import { listNames } from '../../store/files/read.js'
import type { Environment } from '../../store/git/git.js'
import { findRepository, operationIn } from '../../store/git/repository.js'
import { type Store, activityLog, storeLock } from '../../store/store.js'
import { AUTOMATIC_COMMIT, noteFailure } from '../activity/failures.js'
import type { IgnoredFile } from './ignored.js'

/** Time without a change before what changed is committed (milliseconds). */
const QUIET_MS = 10_000
/** A commit that fails is tried again so often without another change: a git beside it may be done. */
const MOST_TRIES = 3

/** Commits a burst of changes once, a while after the last one. It never throws. */
export class AutoCommit {
  private timer: NodeJS.Timeout | undefined
  private running: Promise<void> = Promise.resolve()
  private told: string | undefined
  private failures = 0
  private isClosing = false

  constructor(
    /** Resolves to false where it could not begin: then it is tried again later. */
    private readonly commit: () => Promise<boolean>,
    /** Told of a failure; of one that repeats only once. */
    private readonly onFailure: (error: unknown) => void,
    private readonly quietMs = QUIET_MS,
  ) {}

  /** Notes that something changed. */
  note(): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.begin(), this.quietMs).unref()
  }

  /** Commits what is pending, and resolves when nothing runs any more. */
  async close(): Promise<void> {
    this.isClosing = true
    if (this.timer !== undefined) this.begin()
    await this.running
    this.isClosing = false
  }

  private begin(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    this.running = this.running.then(() => this.run())
  }

  private async run(): Promise<void> {
    try {
      if (!(await this.commit())) this.note()
      this.told = undefined
      this.failures = 0
    } catch (error) {
      const message = error instanceof Error ? error.message : 'unknown'
      if (message !== this.told) this.onFailure(error)
      this.told = message
      if (!this.isClosing && ++this.failures < MOST_TRIES) this.note()
    }
  }
}

/** Automatic commits of a store; failures are left where `svc doctor` finds them. */
export function openAutoCommit(store: Store, env: Environment, quietMs = QUIET_MS): AutoCommit {
  const onFailure = (error: unknown) => noteFailure(store, error, AUTOMATIC_COMMIT)
  return new AutoCommit(() => commitIfFree(store, env), onFailure, quietMs)
}

/**
 * Commits a store that lies in a repository in which nothing is under way; else does nothing. False
 * where another process of svc is at work in it. Throws what a commit throws.
 */
export async function commitIfFree(store: Store, env: Environment): Promise<boolean> {
  const repository = findRepository(store.root)
  if (repository === undefined || operationIn(repository) !== undefined) return true
  const { commitStore } = await import('./commit.js')
  const { openGitStore, withGitLock } = await import('./store.js')
  const gitStore = openGitStore(store.manifest, { env })
  let isOurs = false
  try {
    await withGitLock(store, async () => {
      isOurs = true
      // Another svc may have left a merge open before its lock was free.
      if (operationIn(repository) !== undefined) return
      const { ignored = [] } = await commitStore(gitStore)
      await refuseIgnored(store, ignored)
    })
  } catch (error) {
    if (isOurs || !(error instanceof SvcError) || error.code !== 'STORE_LOCKED') throw error
  }
  return isOurs
}

/** Nobody sees that nothing is ever committed, unless it is told as a failure. */
async function refuseIgnored(store: Store, ignored: readonly IgnoredFile[]): Promise<void> {
  if (ignored.length === 0) return
  const { describeIgnored } = await import('./ignored.js')
  throw new SvcError('CONFLICT', describeIgnored(store.root, ignored).join('; '))
}

/** A store that never comes to rest is committed all the same (milliseconds). */
const MOST_MS = 5 * 60_000

/** Times to wait. */
interface QuietOptions {
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
  const path = storeLock(store, 'auto-commit')
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

/** Time at which svc last wrote a tracked file, or logged that it did (ms); 0 for never. */
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
