import type { backgroundFrequency, parseQuery } from '../../src/search/query.js'
import type { search } from '../../src/search/search.js'
import type { stem, tokenize } from '../../store/index/analyse.js'
import type { IndexEntry, SearchIndex } from '../../store/index/types.js'
import type { Section, SetPrompt } from './inject-sets.mjs'

export interface Analysis {
  search: typeof search
  parseQuery: typeof parseQuery
  backgroundFrequency: typeof backgroundFrequency
  tokenize: typeof tokenize
  stem: typeof stem
}

export interface InjectedItem {
  /** What a set calls it: a title, or `file:PATH` and `section:HEADING` for each of its sections. */
  names: string[]
  /** True if its text is there, or enough of it to say something. */
  hasText: boolean
}

/** What a session has once a prompt was sent. */
export interface SessionTexts {
  /** Characters beside the prompt. */
  chars: number
  /** What the session's start gave. */
  start: readonly InjectedItem[]
  /** What was given beside the prompt. */
  items: readonly InjectedItem[]
}

export interface ScoredPrompt {
  text: string
  want: string[]
  chars: number
  items: InjectedItem[]
  /** Something wanted stands in the session as text. */
  arrives: boolean
  /** The prompt itself brought something wanted. */
  isBeside: boolean
  /** All that is wanted stands in the session as text. */
  whole: boolean
  /** How many items came beside the prompt, how many of them are wanted, and how many good. */
  given: number
  wanted: number
  good: number
  /** One of MISSES; missing where nothing was missed. */
  miss?: string
}

export interface InjectFigures {
  wanting: number
  arrives: number
  whole: number
  beside: number
  given: number
  good: number
  wanted: number
  chars: number
  chars95: number
  idle: number
  disturbed: number
  /** How many prompts miss what they want, in the order of MISSES. */
  misses: number[]
}

export const MISSES: readonly string[]
export function parseInjected(
  text: string,
  memories: readonly { id: string; title: string; content: string }[],
  files: readonly { path: string; sections: readonly Section[] }[],
): InjectedItem[]
export function scorePrompt(prompt: SetPrompt, session: SessionTexts): ScoredPrompt
export function toFigures(rows: readonly ScoredPrompt[]): InjectFigures
export function judgeMiss(
  recall: Analysis,
  indexes: readonly SearchIndex[],
  prompt: string,
  sources: readonly { text: string; isEntry: (entry: IndexEntry) => boolean }[],
): string
export function percent(share: number): string
