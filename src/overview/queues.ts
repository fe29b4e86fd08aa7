import { isLocked } from '../../store/files/lock.js'
import { listSpool } from '../../store/files/spool.js'
import type { ScopeFolder } from '../../store/projects/folder.js'
import { listFolders } from '../../store/projects/projects.js'
import { replaySpool, scopeLock, turnSpool, type Store } from '../../store/store.js'
import { countTroubled } from '../reflect/batches.js'
import type { OverviewContext } from './context.js'
import type { ScopeQueue } from './types.js'

/** What waits in each scope, global first; scopes where all is done are left out. */
export function listQueues({ store, now }: OverviewContext): ScopeQueue[] {
  return listFolders(store)
    .map(folder => readQueue(store, folder, now()))
    .filter(isLive)
}

function readQueue(store: Store, { scope, key }: ScopeFolder, now: Date): ScopeQueue {
  return {
    scope,
    turns: listSpool(turnSpool(store, key)).length,
    ...countTroubled(store, now, [key]),
    replaySize: listSpool(replaySpool(store, key)).length,
    busy: isLocked(scopeLock(store, 'work', key)),
  }
}

function isLive({ turns, failing, setAside, putOff, replaySize, busy }: ScopeQueue): boolean {
  return busy || turns + failing + setAside + putOff + replaySize > 0
}
