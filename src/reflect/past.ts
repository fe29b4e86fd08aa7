import { readLedgerOf } from '../activity/sessions.js'
import { keepTurns, toPastTurn } from '../past/keep.js'
import type { Fence } from '../past/parts.js'
import { isTime, type PastTurn } from '../past/turns.js'
import { readTurn, type BatchRecord } from './batches.js'
import { completeLate, type ReflectionContext } from './distil.js'
import type { QueuedTurn } from './turns.js'

/** A reflection that holds the work lock of its scope. */
type HeldContext = ReflectionContext & { assertHeld: Fence }

/**
 * Keeps the turns of a batch word for word, redacted, as far as they are still in the queue: each once,
 * however often it is called. Call it under the scope's work lock. Throws what
 * `keepTurns` throws, and SCOPE_BUSY where the lock is lost.
 */
export function keepPast(context: HeldContext, { turns, session }: BatchRecord): void {
  const { collections, folder, past, now, assertHeld: fence } = context
  const { store } = collections
  const queued = turns.flatMap(name => readTurn(store, folder.key, name) ?? [])
  const root = rootOf(context, session)
  const kept = queued.map(turn => toPast(turn, root, now())).filter(isTold)
  keepTurns(store, folder.key, kept, { ...past, now: now(), isCounted: true, fence })
}

/** The folder that the session worked in: a project may have several work trees. */
function rootOf({ collections, folder }: ReflectionContext, session: string): string | undefined {
  const [line] = readLedgerOf(collections.store, session, ['session'])
  return [line?.scope, folder.scope].find(scope => scope?.type === 'project')?.id
}

function toPast(queued: QueuedTurn, root: string | undefined, now: Date): PastTurn {
  const { session, turn, host, askedAt = '' } = queued
  // A ledger may be damaged: the turn was said all the same.
  const at = [askedAt, queued.at].find(isTime) ?? now.toISOString()
  const { turn: said, did = [] } = completeLate(queued)
  const spoken = { turn, at, asked: said.prompt, answered: said.reply, did }
  return toPastTurn(session, host, root, spoken)
}

function isTold({ asked, answered, did }: PastTurn): boolean {
  return asked !== '' || answered !== '' || did.length > 0
}
