import type { FieldLengths, SearchIndex } from '../../store/search-index/types.js'
import { backgroundFrequency, BACKGROUND_DOCUMENTS } from './background.js'
import type { ChosenTerm } from './select-terms.js'

/** Sizes of all the indexes together: integers, so that any split of the items gives the same. */
export interface Collection {
  documents: number
  totals: FieldLengths
}

/** Sums what scores depend on over the indexes. */
export function measureCollection(indexes: readonly SearchIndex[]): Collection {
  const totals = { title: 0, content: 0, tags: 0 }
  let documents = 0
  for (const { size, totals: sums } of indexes) {
    documents += size
    totals.title += sums.title
    totals.content += sums.content
    totals.tags += sums.tags
  }
  return { documents, totals }
}

/** BM25+'s inverse document frequency, as MiniSearch has it. */
export function inverseFrequency(documents: number, having: number): number {
  return Math.log(1 + (documents - having + 0.5) / (having + 0.5))
}

/** What a match of the term is worth: its rarity, as if 100 general documents were there too. */
export function weighTerm(term: ChosenTerm, { documents }: Collection): number {
  const all = documents + BACKGROUND_DOCUMENTS
  const having = Math.min(all, term.frequency + backgroundFrequency(term.word, term.term))
  return term.weight * inverseFrequency(all, having)
}
