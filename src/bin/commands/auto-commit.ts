import { dirname } from 'node:path'
import { findRepository } from '../../../store/git/repository.js'
import type { Config } from '../../config.js'

/** Commands after which tracked files may differ. */
const WRITING = new Set([
  'remember',
  'edit',
  'forget',
  'reflect',
  'consolidate',
  'archive',
  'load',
  'doctor',
  'scope link',
  'scope move',
  'git restore',
])

/**
 * After a command that writes, and where the settings ask for automatic commits: starts a process
 * that commits once the store is quiet. Never throws, and is not waited for.
 */
export async function commitLater(name: string, settings: () => Config): Promise<void> {
  if (!WRITING.has(name)) return
  try {
    const { gitAutoCommit, databasePath } = settings()
    if (!gitAutoCommit || findRepository(dirname(databasePath)) === undefined) return
    const { startCommitting } = await import('./start-worker.js')
    startCommitting(databasePath)
  } catch {
    // What the settings or the system refuse has been told by the command itself.
  }
}
