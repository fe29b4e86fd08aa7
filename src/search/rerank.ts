import type { Collection } from './collection.js'
import type { Candidate } from './first-stage.js'
import { liftNeighbours } from './neighbours.js'
import type { Selection } from './preselect.js'
import { scoreWords, toWordPattern } from './proximity.js'
import type { Query } from './query.js'
import type { ChosenTerm } from './select-terms.js'

/** So many of the best by terms are looked at closely. */
export const RERANK_DEPTH = 24

/** A candidate after ranking, with what the relevance floor asks for. */
export interface Ranked extends Candidate {
  /** What pairs of neighbouring query words added. */
  pairs: number
}

/**
 * Orders candidates by terms, word pairs, passages and their neighbours in the session, which may
 * bring in documents that were not among them. Equal scores are ordered by the hash of the id.
 */
export function rank(
  selections: readonly Selection[],
  query: Query,
  chosen: readonly ChosenTerm[],
  collection: Collection,
  candidates: readonly Candidate[],
): Ranked[] {
  const pattern = toWordPattern(query, chosen, collection)
  const ranked = inOrder(selections, candidates.map(toRanked))
  for (const candidate of ranked.slice(0, RERANK_DEPTH)) {
    const { index } = selections[candidate.index] as Selection
    const { pairs, passage } = scoreWords(index.words(candidate.document), pattern)
    candidate.pairs = pairs
    candidate.score += pairs + passage
  }
  const added = liftNeighbours(selections, inOrder(selections, ranked), RERANK_DEPTH)
  return inOrder(selections, [...ranked, ...added.map(toRanked)])
}

function toRanked(candidate: Candidate): Ranked {
  return { ...candidate, pairs: 0 }
}

/** Sorts by rounded score, so that the order of additions cannot decide about a tie. */
function inOrder(selections: readonly Selection[], candidates: Ranked[]): Ranked[] {
  for (const candidate of candidates) candidate.score = Math.round(candidate.score * 1e6) / 1e6
  const hash = ({ index, document }: Candidate) => selections[index]?.index.idHash(document) ?? 0
  return candidates.sort((a, b) => b.score - a.score || hash(a) - hash(b))
}
