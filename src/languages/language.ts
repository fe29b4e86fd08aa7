import type { Comparing, Reflecting } from './comparing.js'
import type { Concepts } from './concepts.js'
import type { Approvals, Commands, Skills, Told, Topics, Wording } from './procedures.js'
import type {
  Answers,
  Changes,
  Features,
  Gates,
  Openings,
  Pasted,
  Pointers,
  Requests,
  Scopes,
  Secrets,
  Shapes,
  Tags,
  Words,
} from './statements.js'

/**
 * A language that svc learns from and compares memories in: its words by the part they play. A new
 * one is a file beside the others and its row in `LANGUAGES`.
 */
export interface Language {
  /** By ISO 639-1. */
  code: string
  /** False where it writes no blanks between words: they count wherever they stand. */
  isSpaced: boolean
  /** Meets a text in its script; undefined where several languages share that. */
  script: RegExp | undefined
  /** Words that tell it from others of its script. */
  commonest: Words
  requests: Requests
  openings: Openings
  gates: Gates
  secrets: Secrets
  pasted: Pasted
  answers: Answers
  changes: Changes
  pointers: Pointers
  scopes: Scopes
  shapes: Shapes
  tags: Tags
  approvals: Approvals
  commands: Commands
  skills: Skills
  told: Told
  topics: Topics
  wording: Wording
  comparing: Comparing
  reflecting: Reflecting
  features: Features
  concepts: Concepts
}

/** The words of a table; what a line begins with, and its end, are left out. */
export function words({ raw }: TemplateStringsArray): Words {
  return (raw[0] ?? '').replace(/\n\s*/g, '')
}

/** Roles that a language has no words for, named between blanks. */
export function none<Names extends string>(...names: readonly Names[]): Record<Split<Names>, ''> {
  const roles = names.flatMap(line => line.split(' ')).map(role => [role, ''] as const)
  return Object.fromEntries(roles) as Record<Split<Names>, ''>
}

type Split<Names extends string> = Names extends `${infer Name} ${infer Rest}`
  ? Name | Split<Rest>
  : Names

/** The words one by one; [] for none. */
export function listOf(alternatives: Words): string[] {
  return alternatives === '' ? [] : alternatives.split('|')
}
