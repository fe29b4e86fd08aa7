import { isGiven, readGiven, readLedger } from '../../src/activity/sessions.js'
import { cleanSaid, toSearched } from '../../src/reflect/turns.js'
import { clip } from '../../src/text.js'
import { contextLimits, type HookContext } from './context.js'
import { record } from './ledger.js'
import { giveContext } from './recall.js'

/**
 * A prompt is sent: recalls what it needs and has not been given in this session, and records the
 * prompt for the turn that a Stop will queue.
 */
export async function userPromptSubmit(context: HookContext): Promise<string> {
  const { call, config, store } = context
  const prompt = cleanSaid(call.prompt ?? '')
  if (prompt === '') return ''
  const text = toSearched(prompt)
  const given = readGiven(readLedger(store, call.session))
  if (config.reflect) recordPrompt(context, prompt)
  if (text === '') return ''
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

function recordPrompt(context: HookContext, prompt: string): void {
  const { call, config, now } = context
  const text = clip(prompt, config.turnUserChars)
  const id = call.turn === undefined ? {} : { id: call.turn }
  record(context, { type: 'prompt', at: now.toISOString(), text, ...id })
}
