import { renderReflectionPrompt, REFLECTION_SCHEMA } from '../reflect/prompt.js'
import { parseAnswerText } from '../reflect/answer-text.js'
import { estimateTokens, ProviderFailure } from './failure.js'
import type { Provider, ProviderAnswer, Question, Usage } from './types.js'

/** Tokens that an answer may have, a model's thinking included. */
export const ANSWER_TOKENS = 8_192

/** Answers one question, within its own time limit. Throws ProviderFailure. */
export type Complete = (question: Question, signal: AbortSignal) => Promise<ProviderAnswer>

/** A provider that reflects by asking a model. */
export function toProvider(name: string, model: string, complete: Complete): Provider {
  return {
    name,
    model,
    reflect: (request, signal) =>
      complete({ ...renderReflectionPrompt(request), schema: REFLECTION_SCHEMA }, signal),
    ask: complete,
  }
}

/** The JSON of a model's text. Throws ProviderFailure with what the text has cost. */
export function toAnswer(
  name: string,
  { text, isCut }: { text: string; isCut: boolean },
  usage: Usage,
): ProviderAnswer {
  try {
    return { value: parseAnswerText(text), usage }
  } catch {
    const problem = isCut ? 'was cut at the limit of its length' : 'holds no JSON object'
    throw new ProviderFailure(`the answer of ${name} ${problem}`, usage)
  }
}

/** The tokens of a question that a provider does not count itself. */
export function questionTokens({ system, prompt, schema }: Question): number {
  return estimateTokens(system, prompt, JSON.stringify(schema))
}
