import {
  isGiven,
  isKeyGiven,
  ledgerBytes,
  readGiven,
  readLedgerOf,
} from '../../src/activity/sessions.js'
import { cleanAsked, toSearched } from '../../src/redact/clean.js'
import { clip } from '../../src/text.js'
import { toTimestamp } from '../../store/types.js'
import { contextLimits, placeOf, type HookContext } from './context.js'
import { isFirst, savingNotes } from './ledger.js'
import { giveContext, toGivenKey } from './recall.js'

/** Sources of prompts that a person sent; others come from timers and the host itself. */
const SENT_BY_PEOPLE = ['user', 'sdk']

/**
 * A prompt is sent: recalls what it needs and has not been given in this session, and records the
 * prompt for the turn that a Stop will queue. What no person sent brings nothing back.
 */
export const userPromptSubmit = savingNotes(async context => {
  const { call, config, store } = context
  const { prompt: sent = '', source = 'user' } = call
  const prompt = SENT_BY_PEOPLE.includes(source) ? cleanAsked(sent) : undefined
  if (prompt === '' || !isFirst(context)) return ''
  const given = readGiven(readLedgerOf(store, call.session, ['given', 'reset']))
  // The prompt of an agent that the model started is not the user's words, nor is its answer.
  if (config.reflect && call.agent === undefined) notePrompt(context, prompt)
  const text = toSearched(prompt ?? '')
  // Context that a host drops must not count as given.
  if (text === '' || call.profile?.answer.prompt !== undefined) return ''
  return giveContext(context, {
    event: 'prompt',
    query: {
      text,
      limit: config.recallLimit,
      host: call.profile,
      accept: entry => !isGiven(given.beside, entry),
      isAgain: entry => isGiven(given.texts, entry),
      isUnasked: true,
      at: placeOf(context),
    },
    renderSkills: () => '',
    limits: {
      ...contextLimits(config, text),
      isHeld: item => isKeyGiven(given.texts, toGivenKey(item), item.memory),
    },
  })
})

/** Every hook call reads the ledger: beyond so many characters of prompts those that follow are clipped. */
const LEDGER_CHARS = 200_000

function notePrompt(context: HookContext, prompt: string | undefined): void {
  const { call, config, now, notes } = context
  const line = { at: toTimestamp(now), ...(call.turn !== undefined && { id: call.turn }) }
  if (prompt === undefined) return void notes.push({ type: 'unasked', ...line })
  const text = isFull(context, prompt) ? clip(prompt, config.turnUserChars, 'ends') : prompt
  notes.push({ type: 'prompt', ...line, text })
}

/** True if a prompt makes those of its session too many. Each has fewer characters than bytes. */
function isFull({ store, call: { session } }: HookContext, prompt: string): boolean {
  const room = LEDGER_CHARS - prompt.length
  if (ledgerBytes(store, session) <= room) return false
  const prompts = readLedgerOf(store, session, ['prompt'])
  return prompts.reduce((sum, { text }) => sum + text.length, 0) > room
}
