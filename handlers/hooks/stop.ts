import { queueTurn, readEndedTurn } from '../../src/reflect/turns.js'
import { SvcError } from '../../store/errors.js'
import { toTimestamp } from '../../store/types.js'
import { makeOwnFolder, type HookContext } from './context.js'
import { savingNotes } from './ledger.js'

/** A reply is complete: queues the turn. Answers nothing, because text would make the host go on. */
export async function stop(context: HookContext): Promise<string> {
  const { call, config, store, now, note } = context
  const isTurn = call.agent === undefined && call.session !== '' && !call.isAborted
  if (!config.reflect || !isTurn) return ''
  const { turn: id, isReply, ...said } = call
  const turn = readEndedTurn(store, { id, mayGoOn: isReply, ...said }, now)
  if (turn === undefined) return ''
  const folder = await makeOwnFolder(context)
  try {
    queueTurn(store, folder, turn)
  } catch (error) {
    // A queue that is full needs a worker all the same.
    if (!(error instanceof SvcError)) throw error
    note(error)
  }
  return ''
}

/** A session is over: its batch closes. It is never a turn. */
export const sessionEnd = savingNotes(async ({ call, config, now, notes }) => {
  const isOver = config.reflect && call.agent === undefined
  if (isOver) notes.push({ type: 'end', at: toTimestamp(now) })
  return ''
})
