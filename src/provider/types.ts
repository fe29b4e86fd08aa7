import { SvcError } from '../../store/errors.js'
import type { Scope } from '../../store/types.js'

/** Cost of one call. Tokens are 0 if nothing was spent; `usd` is undefined if unknown. */
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
  /** Finds what to keep of a batch: `{memories: […], skills: […], retractions: […]}`, unchecked. */
  reflect(request: ReflectionRequest, signal: AbortSignal): Promise<ProviderAnswer>
  /** Answers a question; undefined where the provider cannot write text (`builtin`). */
  ask?(question: Question, signal: AbortSignal): Promise<ProviderAnswer>
}

/** Gives a service its provider, each time that it needs one. */
export interface ProviderSource {
  /** The name of the one that it would answer now. */
  readonly name: string
  /** Throws INVALID_REQUEST on settings that name none that can be opened. */
  open(): Promise<Provider>
}

/** Cost of a call that never reached a model. */
export const NOTHING_SPENT: Usage = { inputTokens: 0, outputTokens: 0, usd: 0 }

/**
 * PROVIDER_FAILED with what the failed call may have cost. The message names the provider, the
 * status or the cause, and never holds text of a conversation, a key or an address with a password.
 */
export class ProviderFailure extends SvcError {
  constructor(
    message: string,
    readonly spent: Usage = NOTHING_SPENT,
  ) {
    super('PROVIDER_FAILED', message)
  }
}

/** A call that was not made and may be made later: no fault of what was asked. */
export class PutOffCall extends ProviderFailure {
  constructor(
    message: string,
    /** Time to try again, ISO 8601. */
    readonly until: string,
  ) {
    super(message)
  }
}

/** A call that was not made because the day's budget has no room for it, until the next day. */
export class BudgetFailure extends PutOffCall {}

/** One exchange of a conversation, redacted; whole, or clipped for a model. */
export interface Turn {
  session: string
  /** Its number in the session, from 1. */
  turn: number
  /** Its end, ISO 8601. */
  at: string
  /** Its beginning, if that is known. */
  askedAt?: string
  prompt: string
  reply: string
  /** The shell commands that the agent ran in it, in order; undefined where that is not known. */
  commands?: readonly TurnCommand[]
}

/** A shell command of a turn, redacted and at most 500 characters long. */
export interface TurnCommand {
  command: string
  /** Undefined where nothing tells how it ended. */
  isFailed: boolean | undefined
  /** The telling line of what a failed one printed, redacted, at most 200 characters. */
  error?: string
}

/** Titles and names known to reflection besides the turns; they must not be made again. */
export interface KnownTitles {
  memories: readonly string[]
  skills: readonly string[]
}

/** A known memory that may be what a conversation is about. */
export interface KnownMemory {
  id: string
  scope: 'project' | 'global'
  title: string
  content: string
}

/** Request to a provider: one batch of one session in one scope. */
export interface ReflectionRequest {
  scope: Scope
  /** The session's first prompt, where an earlier batch had it. */
  opening?: string
  turns: readonly Turn[]
  own: KnownTitles
  global: KnownTitles
  /** The known memories that the turns are most likely about, the nearest first. */
  nearest: readonly KnownMemory[]
  /** Most memories that are taken from the answer, beside those that are asked for or a change. */
  maxMemories: number
  maxSkills: number
}

/** A memory as a provider proposes it, checked field by field. */
export interface MemoryCandidate {
  kind: string
  title: string
  content: string
  tags: string[]
  aliases: string[]
  scope: 'project' | 'global'
  /** The person asked in so many words to keep it: it counts towards no cap. */
  isAsked?: true
  /** It comes in place of what is known or was just taken back: it counts towards no cap. */
  isChange?: true
  /** Id of a known memory that it restates, enriches or corrects: all of it, in new words. */
  updates?: string
  /** It says whole what was settled over turns, and so stands in place of what was settled before. */
  isDecision?: true
  /** The numbers of the turns that it was said in. */
  turns?: readonly number[]
  /** Its words are an agent's, for what a person had settled. */
  isRestated?: true
  /** Words of what it stands in place of: a sentence, a value such as `npm` or `4000`. */
  replaces?: string
  /** The words of the conversation that it came from, redacted, at most 500 characters. */
  said?: string
  /** Other words of that place, where its own are few, redacted, at most 1,000 characters. */
  about?: string
  /** The message that it was said in, redacted, at most 600 characters. */
  message?: string
}

/**
 * A person's words that take back something known or give it another value, and would be no memory
 * by themselves; checked field by field.
 */
export interface Retraction {
  /** Their words, redacted. */
  statement: string
  /** The exact title of the known memory that it takes back, where that is clear. */
  title?: string
  /** Other words of that place, where its own are few, redacted, at most 1,000 characters. */
  about?: string
  /** The message that it was said in, redacted, at most 600 characters. */
  message?: string
  /** The id of that memory, where it is one of the nearest. */
  id?: string
}

/** A skill as a provider proposes it, checked field by field. */
export interface SkillCandidate {
  name: string
  description: string
  body: string
  scope: 'project' | 'global'
}

/** Candidates of a batch after checking and routing. */
export interface Candidates {
  memories: MemoryCandidate[]
  skills: SkillCandidate[]
  retractions: Retraction[]
}

/** Candidates of which there are none. */
export const NO_CANDIDATES: Candidates = { memories: [], skills: [], retractions: [] }
