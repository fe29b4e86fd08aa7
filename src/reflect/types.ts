import type { Scope } from '../../store/types.js'

/** One exchange of a conversation, redacted and clipped. */
export interface Turn {
  session: string
  /** Its number in the session, from 1. */
  turn: number
  /** ISO 8601. */
  at: string
  prompt: string
  reply: string
}

/** What reflection knows besides the turns: titles and names that must not be made again. */
export interface KnownTitles {
  memories: readonly string[]
  skills: readonly string[]
}

/** What a provider is asked: one batch of one session in one scope. */
export interface ReflectionRequest {
  scope: Scope
  turns: readonly Turn[]
  own: KnownTitles
  global: KnownTitles
  /** Most memories that are taken from the answer. */
  maxMemories: number
  maxSkills: number
}

/** A memory as a provider proposes it, checked field by field. */
export interface MemoryCandidate {
  kind: string
  title: string
  content: string
  tags: string[]
  scope: 'project' | 'global'
}

/** A skill as a provider proposes it, checked field by field. */
export interface SkillCandidate {
  name: string
  description: string
  body: string
  scope: 'project' | 'global'
}

/** What came out of a batch after checking and routing. */
export interface Candidates {
  memories: MemoryCandidate[]
  skills: SkillCandidate[]
}
