import { isGiven, readGiven, readLedger } from '../../src/activity/sessions.js'
import { cleanAsked, toSearched } from '../../src/reflect/turns.js'
import { clip } from '../../src/text.js'
import { contextLimits, type HookContext } from './context.js'
import { isFirst, record } from './ledger.js'
import { giveContext } from './recall.js'

/** What `source` says of a prompt that a person sent; others come from timers and the host itself. */
const SENT_BY_PEOPLE = ['user', 'sdk']

/**
 * A prompt is sent: recalls what it needs and has not been given in this session, and records the
 * prompt for the turn that a Stop will queue. What no person sent brings nothing back.
 */
export async function userPromptSubmit(context: HookContext): Promise<string> {
  const { call, config, store } = context
  const { prompt: sent = '', source = 'user' } = call
  const prompt = SENT_BY_PEOPLE.includes(source) ? cleanAsked(sent) : undefined
  if (prompt === '' || !isFirst(context)) return ''
  const given = readGiven(readLedger(store, call.session))
  // What is given to an agent that the model started is not the user's words, nor is its answer.
  if (config.reflect && call.agent === undefined) recordPrompt(context, prompt)
  const text = toSearched(prompt ?? '')
  // Cursor takes no context here: what it drops must not count as given.
  if (text === '' || call.host === 'cursor') return ''
  return giveContext(context, {
    event: 'prompt',
    query: {
      text,
      limit: config.recallLimit,
      host: call.host,
      accept: entry => !isGiven(given, entry),
      isUnasked: true,
    },
    renderSkills: () => '',
    limits: { ...contextLimits(config, text), titled: given.titles },
  })
}

function recordPrompt(context: HookContext, prompt: string | undefined): void {
  const { call, config, now } = context
  const line = { at: now.toISOString(), ...(call.turn !== undefined && { id: call.turn }) }
  if (prompt === undefined) return record(context, { type: 'unasked', ...line })
  record(context, { type: 'prompt', ...line, text: clip(prompt, config.turnUserChars) })
}
