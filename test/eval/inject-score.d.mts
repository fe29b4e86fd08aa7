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
  degree: 'full' | 'title'
}

export interface ScoredPrompt {
  text: string
  want: string[]
  /** Characters of the injected text. */
  chars: number
  items: InjectedItem[]
  arrives: boolean
  arrivesInFull: boolean
  /** How many items are there in full, how many of them are wanted, and how many good. */
  full: number
  wantedInFull: number
  goodInFull: number
  /** One of MISSES; undefined where nothing was missed. */
  miss?: string
}

export interface InjectFigures {
  wanting: number
  arrives: number
  arrivesInFull: number
  itemsInFull: number
  good: number
  wanted: number
  chars: number
  chars95: number
  idle: number
  disturbed: number
  disturbedInFull: number
  /** How many prompts miss what they want, in the order of MISSES. */
  misses: number[]
}

export const MISSES: readonly string[]
export function parseInjected(
  text: string,
  memories: readonly { id: string; title: string }[],
  files: readonly { path: string; sections: readonly Section[] }[],
): InjectedItem[]
export function scorePrompt(
  prompt: SetPrompt,
  chars: number,
  items: readonly InjectedItem[],
): ScoredPrompt
export function toFigures(rows: readonly ScoredPrompt[]): InjectFigures
export function judgeMiss(
  recall: Analysis,
  indexes: readonly SearchIndex[],
  prompt: string,
  sources: readonly { text: string; isEntry: (entry: IndexEntry) => boolean }[],
): string
