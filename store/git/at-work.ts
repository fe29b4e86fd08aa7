import { statSync } from 'node:fs'
import { join } from 'node:path'
import { findRepository, operationIn } from './repository.js'

/** Git holds its index lock while it changes a work tree; an older one was left behind. */
const LOCK_MS = 10_000

/**
 * True while a merge, a rebase or the like waits to be finished in the work tree that a folder lies
 * in, and while git is changing its files this very moment. A few stats, no process.
 */
export function isGitAtWork(folder: string): boolean {
  const repository = findRepository(folder)
  if (repository === undefined) return false
  return operationIn(repository) !== undefined || isLocked(repository.gitDirectory)
}

function isLocked(gitDirectory: string): boolean {
  try {
    const stats = statSync(join(gitDirectory, 'index.lock'), { throwIfNoEntry: false })
    return stats !== undefined && Math.abs(Date.now() - stats.mtimeMs) < LOCK_MS
  } catch {
    return false
  }
}
