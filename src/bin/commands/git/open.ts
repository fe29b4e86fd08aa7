import { openGitStore, type GitStore } from '../../../git/git-store.js'
import type { Call } from '../command.js'

/** The store of a call as it lies in git. Throws NOT_AVAILABLE where it lies in no repository. */
export function openCalled(call: Call): GitStore {
  return openGitStore(call.config().databasePath, { env: process.env })
}
