import { join } from 'node:path'
import { SvcError } from '../../store/errors.js'
import type { Environment } from '../../store/git/git.js'
import { findRepository, operationIn } from '../../store/git/repository.js'
import { appendLine } from '../../store/log.js'
import type { Store } from '../../store/store.js'
import type { IgnoredFile } from './ignored.js'

/** So long nothing must change before what changed is committed (milliseconds). */
export const QUIET_MS = 10_000

/** Commits a burst of changes once, a while after the last one. It never throws. */
export class AutoCommit {
  private timer: NodeJS.Timeout | undefined
  private running: Promise<void> = Promise.resolve()
  private told: string | undefined

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
    if (this.timer !== undefined) this.begin()
    await this.running
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
    } catch (error) {
      const message = error instanceof Error ? error.message : 'unknown'
      if (message !== this.told) this.onFailure(error)
      this.told = message
    }
  }
}

/** Automatic commits of a store; failures are left where `svc doctor` finds them. */
export function openAutoCommit(store: Store, env: Environment, quietMs = QUIET_MS): AutoCommit {
  const onFailure = (error: unknown) => noteFailure(store, error)
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
  const { openGitStore, withGitLock } = await import('./git-store.js')
  const gitStore = openGitStore(store.manifest, { env })
  let isOurs = false
  try {
    const { ignored = [] } = await withGitLock(store, () => {
      isOurs = true
      return commitStore(gitStore)
    })
    await refuseIgnored(store, ignored)
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

function noteFailure({ state }: Store, error: unknown): void {
  const message = error instanceof SvcError ? error.message : String(error)
  const failure = { at: new Date().toISOString(), event: 'automatic commit', message }
  try {
    appendLine(join(state, 'hook-failures.jsonl'), failure)
  } catch {
    // Where nothing can be written there is nobody to tell.
  }
}
