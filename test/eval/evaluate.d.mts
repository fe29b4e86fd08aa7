import type { grade } from '../../src/search/decide.js'
import type { search } from '../../src/search/search.js'
import type { createScopeIndex } from '../../store/index/memory-index.js'
import type { IndexDocument } from '../../store/index/types.js'

export interface Recall {
  search: typeof search
  createScopeIndex: typeof createScopeIndex
}

export interface EvaluationSet {
  corpus: { id: string; content: string }[]
  queries: { text: string; relevant: string[]; category: string }[]
}

export type Figures = Record<'R@5' | 'R@10' | 'R@20' | 'MRR' | 'nDCG@10', number>

export function toDocument(item: { id: string; title?: string; content: string }): IndexDocument

export function createIndex(
  recall: Pick<Recall, 'createScopeIndex'>,
  corpus: EvaluationSet['corpus'],
): ReturnType<Recall['createScopeIndex']>

export function evaluateSet(
  recall: Recall,
  set: EvaluationSet,
): (Figures & { category: string; ms: number })[]

export function evaluateGiven(
  recall: Recall & { grade: typeof grade },
  set: EvaluationSet,
  negatives: readonly string[],
): { arrives: number; items: number; precision: number; disturbed: string[] }

export function coreSix(bySet: ReadonlyMap<string, Figures>): Figures | undefined
