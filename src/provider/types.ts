import type { ReflectionRequest } from '../reflect/types.js'

/** What one call cost. Tokens are 0 where nothing was spent; `usd` is undefined where unknown. */
export interface Usage {
  inputTokens: number
  outputTokens: number
  usd?: number
}

/** A provider's answer: the JSON object it gave, unchecked, and what it cost. */
export interface ProviderAnswer {
  value: unknown
  usage: Usage
}

/** A question with a JSON answer, for work other than reflection (wording of merged memories). */
export interface Question {
  system: string
  prompt: string
  /** JSON schema of the answer, for providers that can be held to one. */
  schema: Record<string, unknown>
}

/**
 * A source of judgement about conversations. Every method throws SvcError PROVIDER_FAILED (never
 * with conversation text in its message) where no usable answer came within the time limit.
 */
export interface Provider {
  readonly name: string
  readonly model: string
  /** What is worth keeping of a batch: `{memories: […], skills: […]}`, unchecked. */
  reflect(request: ReflectionRequest, signal: AbortSignal): Promise<ProviderAnswer>
  /** Answers a question; undefined where the provider cannot write text (`builtin`). */
  ask?(question: Question, signal: AbortSignal): Promise<ProviderAnswer>
}
