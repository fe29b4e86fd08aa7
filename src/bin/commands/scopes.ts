import { openStore, type Store } from '../../../../store/store.js'
import type { MoveOptions } from '../../../placement/transfer.js'
import { finishMoves } from '../../../placement/transfer.js'
import type { Call } from '../command.js'

/** How the commands of this process move things. */
export const MOVE_OPTIONS: MoveOptions = { now: () => new Date() }

/** The store of a call; moves that were interrupted are finished first. */
export async function openScopes(call: Call): Promise<Store> {
  const store = openStore(call.config().databasePath)
  await finishMoves(store, MOVE_OPTIONS.now)
  return store
}
