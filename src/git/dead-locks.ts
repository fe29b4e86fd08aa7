import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { removeFile } from '../../store/files/atomic.js'
import { LOCK_STALE_MS, type HeldLock } from '../../store/files/lock.js'
import { listEntries } from '../../store/files/read.js'
import { findRepository } from '../../store/git/repository.js'

/** Git may go on for a while without the process that started it. */
const DEAD_AFTER_MS = 5_000
const LOOK_MS = 50

/**
 * Removes the lock files that git left in a repository when it was killed together with the svc that
 * had started it: those made while that process held the lock that was taken over from it, once
 * nothing has touched them for five seconds. A lock of any other git stays.
 */
export async function dropDeadLocks(
  root: string,
  { from, to }: NonNullable<HeldLock['takenOver']>,
): Promise<void> {
  const repository = findRepository(root)
  if (repository === undefined) return
  for (const path of locksIn(repository.gitDirectory)) {
    const changedAt = changeOf(path)
    if (changedAt === undefined || changedAt < from || changedAt > to + LOCK_STALE_MS) continue
    if (await isLeft(path, changedAt)) removeFile(path)
  }
}

function* locksIn(gitDirectory: string): Generator<string> {
  yield* lockFiles(gitDirectory)
  for (const name of ['refs', 'refs/heads', 'refs/remotes'])
    yield* lockFiles(join(gitDirectory, name))
  for (const entry of listEntries(join(gitDirectory, 'refs/remotes')))
    if (entry.isDirectory()) yield* lockFiles(join(gitDirectory, 'refs/remotes', entry.name))
}

function* lockFiles(folder: string): Generator<string> {
  for (const entry of listEntries(folder))
    if (entry.isFile() && entry.name.endsWith('.lock')) yield join(folder, entry.name)
}

async function isLeft(path: string, changedAt: number): Promise<boolean> {
  while (Date.now() - changedAt < DEAD_AFTER_MS) {
    await new Promise(resolve => setTimeout(resolve, LOOK_MS))
    if (changeOf(path) !== changedAt) return false
  }
  return true
}

function changeOf(path: string): number | undefined {
  return lstatSync(path, { throwIfNoEntry: false })?.mtimeMs
}
