import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { SvcError } from '../../../store/errors.js'
import { openStore, stateFolder, type Store } from '../../../store/store.js'
import type { Config } from '../../config.js'
import type { GitStore } from '../../git/store.js'
import type { Call } from '../cli/command.js'

/** The store of a call, which need not be there yet. */
export function storeOf(call: Call): Store {
  const store = openStore(call.config().databasePath, process.env)
  return { ...store, onUnnoted: message => call.note(`svc: ${message}`) }
}

/** The store of a call, to be read: where there is none, none is made. */
export function lookAtStore(call: Call): Store {
  const { databasePath } = call.config()
  if (existsSync(databasePath)) return openStore(databasePath, process.env)
  const root = dirname(databasePath)
  return { root, manifest: databasePath, state: stateFolder(root), env: process.env }
}

/** The settings of a call whose store must be there: looking at one makes none. Throws NOT_AVAILABLE. */
export function existingStore(call: Call): Config {
  const config = call.config()
  if (existsSync(config.databasePath)) return config
  const message = `there is no store at ${config.dataDir} yet; svc git init makes one`
  throw new SvcError('NOT_AVAILABLE', message)
}

/**
 * The store of a call as it lies in git. Throws NOT_AVAILABLE where there is no store yet, and where
 * it lies in no repository.
 */
export async function storeInGit(call: Call): Promise<GitStore> {
  const { databasePath } = existingStore(call)
  const { openGitStore } = await import('../../git/store.js')
  return openGitStore(databasePath, { env: process.env })
}
