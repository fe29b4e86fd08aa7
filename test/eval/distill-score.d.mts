import type {
  MemoryCandidate,
  Provider,
  ReflectionRequest,
  TurnCommand,
  Usage,
} from '../../src/provider/types.js'

export interface Expected {
  kind: string
  scope: 'project' | 'global'
  words: string[]
}

export interface Conversation {
  id: string
  turns: { prompt: string; reply: string; commands?: TurnCommand[] }[]
  own?: string[]
  global?: string[]
  expect: Expected[]
  /** Words that no memory may hold. */
  forbid?: string[]
}

export interface Row {
  id: string
  expected: number
  ms: number
  made: number
  right: number
  /** Right but for kind and scope. */
  found: number
  /** Memories that hold what must not be kept. */
  forbidden: number
  wrong: MemoryCandidate[]
  missing: Expected[]
  usage: Partial<Usage>
  /** Why the provider gave no answer. */
  failure?: string
}

export interface DistillFigures {
  rows: Row[]
  precision: number
  recall: number
  foundPrecision: number
  foundRecall: number
  forbidden: number
  /** Memories per 10 conversations that hold nothing worth keeping. */
  noise: number
  made: number
  expected: number
  empty: number
  slowest: number
  inputTokens: number
  outputTokens: number
  usd: number | undefined
  /** Conversations without an answer, and those that were not tried after five of them. */
  failed: number
  left: number
}

export function toRequest(conversation: Conversation): ReflectionRequest
export function isRight(memory: MemoryCandidate, expected: Expected): boolean
export function scoreSet(
  provider: Provider,
  conversations: readonly Conversation[],
): Promise<DistillFigures>
