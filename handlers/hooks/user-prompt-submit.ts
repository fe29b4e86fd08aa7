import {
  isGiven,
  promptsOf,
  readGiven,
  readLedger,
  type LedgerLine,
} from '../../src/activity/sessions.js'
import { cleanAsked, toSearched } from '../../src/reflect/turns.js'
import { clip, toTimestamp } from '../../src/text.js'
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
  const ledger = readLedger(store, call.session)
  const given = readGiven(ledger)
  // What is given to an agent that the model started is not the user's words, nor is its answer.
  if (config.reflect && call.agent === undefined) recordPrompt(context, prompt, ledger)
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

/** Every hook call reads the ledger: beyond so many characters of prompts those that follow are clipped. */
const LEDGER_CHARS = 200_000

function recordPrompt(
  context: HookContext,
  prompt: string | undefined,
  ledger: readonly LedgerLine[],
): void {
  const { call, config, now } = context
  const line = { at: toTimestamp(now), ...(call.turn !== undefined && { id: call.turn }) }
  if (prompt === undefined) return record(context, { type: 'unasked', ...line })
  const held = promptsOf(ledger).reduce((sum, { text }) => sum + text.length, 0)
  const isFull = held + prompt.length > LEDGER_CHARS
  const text = isFull ? clip(prompt, config.turnUserChars, 'ends') : prompt
  record(context, { type: 'prompt', ...line, text })
}
