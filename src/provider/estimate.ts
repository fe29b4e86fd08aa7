import { GLOBAL_SCOPE } from '../../store/types.js'
import type { Config } from '../config.js'
import { questionTokens } from './answer.js'
import { entryOf } from './catalog.js'
import { renderReflectionPrompt } from './question.js'

/** A batch is closed at so many characters. */
const BATCH_CHARS = 12_000
/** Titles that a project knows, and their characters: a middling one. */
const KNOWN = { titles: 60, chars: 45 }
/** What an answer with a few memories takes, about. */
const ANSWER = 600

/** About how many tokens a full batch takes at a provider, question, answer and overhead together. */
export function estimateBatchTokens(
  provider: string,
  { batchTurns, turnUserChars, turnAssistantChars }: BatchSize,
): number {
  const chars = Math.min(BATCH_CHARS, batchTurns * (turnUserChars + turnAssistantChars))
  const said = { session: '', turn: 1, at: '', prompt: 'x'.repeat(chars / 2) }
  const titles = Array.from({ length: KNOWN.titles }, () => 'x'.repeat(KNOWN.chars))
  const question = renderReflectionPrompt({
    scope: GLOBAL_SCOPE,
    turns: [{ ...said, reply: said.prompt }],
    own: { memories: titles, skills: [] },
    global: { memories: [], skills: [] },
    maxMemories: 4,
    maxSkills: 1,
  })
  return (entryOf(provider)?.overheadTokens ?? 0) + questionTokens(question) + ANSWER
}

type BatchSize = Pick<Config, 'batchTurns' | 'turnUserChars' | 'turnAssistantChars'>
