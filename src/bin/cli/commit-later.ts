import { dirname } from 'node:path'
import { findRepository } from '../../../store/git/repository.js'
import type { Config } from '../../config.js'

/**
 * After a change, and where the settings ask for automatic commits: starts a process that commits
 * once the store is quiet. Never throws, and is not waited for.
 */
export async function commitLater(settings: () => Config): Promise<void> {
  try {
    const { gitAutoCommit, databasePath } = settings()
    if (!gitAutoCommit || findRepository(dirname(databasePath)) === undefined) return
    // Loaded now, so that in the bundle its own place is that of the commands.
    const { locateWorker } = await import('./program.js')
    const { startWorker } = await import('../start-worker.js')
    startWorker(locateWorker(), [{ task: 'commit' }], databasePath)
  } catch {
    // What the settings or the system refuse has been told by the command itself.
  }
}
