import { idsGivenToPrompts, readLedger } from '../../src/activity/sessions.js'
import type { Config } from '../../src/config.js'
import { recallOnce, recallContext, toGivenKeys } from '../../src/recall/index.js'
import { cleanSaid } from '../../src/reflect/turns.js'
import { clip } from '../../src/text.js'
import type { RecallContext } from '../../src/types.js'
import { contextLimits, foldersOf, type HookContext } from './context.js'
import { refreshLater } from './indexes.js'
import { record } from './ledger.js'

/** More than a few items beside a prompt distract more than they help. */
const PROMPT_ITEMS = 12

/**
 * A prompt is sent: recalls what it needs and has not been given in this session, and records the
 * prompt for the turn that a Stop will queue.
 */
export async function userPromptSubmit(context: HookContext): Promise<string> {
  const { call, config, store, now } = context
  const prompt = cleanSaid(call.prompt ?? '')
  if (prompt === '') return ''
  const at = now.toISOString()
  const without = idsGivenToPrompts(readLedger(store, call.session))
  if (config.reflect) recordPrompt(context, prompt)
  const { text, items } = await recallFor(context, prompt, without)
  const ids = items.flatMap(toGivenKeys)
  if (ids.length > 0) record(context, { type: 'given', at, event: 'prompt', ids })
  return text
}

async function recallFor(
  context: HookContext,
  prompt: string,
  without: ReadonlySet<string>,
): Promise<RecallContext> {
  const { call, config, store } = context
  const limit = promptItems(config)
  const query = { text: prompt, without, limit, host: call.host, isUnasked: true }
  return recallOnce(store, foldersOf(context), async source => {
    const found = await recallContext(source, query, () => '', contextLimits(config, prompt))
    refreshLater(context, source.behind)
    return found
  })
}

function recordPrompt(context: HookContext, prompt: string): void {
  const { call, config, now } = context
  const text = clip(prompt, config.turnUserChars)
  const id = call.turn === undefined ? {} : { id: call.turn }
  record(context, { type: 'prompt', at: now.toISOString(), text, ...id })
}

function promptItems(config: Config): number {
  return Math.min(config.recallLimit, PROMPT_ITEMS)
}
