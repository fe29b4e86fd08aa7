import { existsSync } from 'node:fs'
import { SvcError } from '../../../../store/errors.js'
import { openGitStore, type GitStore } from '../../../git/git-store.js'
import type { Call } from '../command.js'

/**
 * The store of a call as it lies in git. Throws NOT_AVAILABLE where there is no store yet, and where
 * it lies in no repository: looking at one makes none.
 */
export function openCalled(call: Call): GitStore {
  const { databasePath, dataDir } = call.config()
  refuseAbsent(databasePath, dataDir)
  return openGitStore(databasePath, { env: process.env })
}

/** Throws NOT_AVAILABLE where there is no store at all. */
export function refuseAbsent(databasePath: string, dataDir: string): void {
  if (existsSync(databasePath)) return
  throw new SvcError('NOT_AVAILABLE', `there is no store at ${dataDir} yet; svc git init makes one`)
}
