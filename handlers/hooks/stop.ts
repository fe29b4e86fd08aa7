import { queueTurn } from '../../src/reflect/turns.js'
import { GLOBAL_SCOPE } from '../../store/types.js'
import { type HookContext, record } from './context.js'
import { projectOf } from './project.js'

/** A reply is complete: queues the turn. Answers nothing, because text would make the host go on. */
export async function stop(context: HookContext): Promise<string> {
  const { call, config, store, now } = context
  if (!config.reflect || call.session === '') return ''
  const { turn: id, ...said } = call
  const limits = { userChars: config.turnUserChars, assistantChars: config.turnAssistantChars }
  const scope = projectOf(context) ?? GLOBAL_SCOPE
  queueTurn(store, scope, { id, ...said }, limits, now)
  return ''
}

/** A session is over: its batch closes. It is never a turn. */
export async function sessionEnd(context: HookContext): Promise<string> {
  const { config, now } = context
  if (config.reflect) record(context, { type: 'end', at: now.toISOString() })
  return ''
}
