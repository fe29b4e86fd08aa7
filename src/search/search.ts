import type { IndexEntry, SearchIndex } from '../../store/index/types.js'
import type { RecallDegree } from '../types.js'
import { grade, judge, toPromptWords, withPrior, type Evidence } from './decide.js'
import { adaptQuery } from './compounds.js'
import { parseQuery, type QueryTerm } from './query.js'
import { rank, roundScore, type Ranked } from './rerank.js'
import {
  compareTies,
  findNthLargest,
  preselect,
  scoreDirectly,
  tieOf,
  type ScoreTerms,
  type Selection,
  type Tie,
} from './score.js'
import { measureCollection, selectTerms, type ChosenTerm } from './terms.js'

/** Options of a search. */
export interface SearchOptions {
  /** Most items; Infinity for all. Of one that is in the index as passages there may be several hits. */
  limit: number
  /** Most postings to load; 1,500 where not given. */
  postingsBudget?: number
  /** Most postings that find items, those of the rarest words; others add to what is found. No bound where not given. */
  postingsFinding?: number
  /** Only what was looked at closely: what has evidence. */
  isJudged?: boolean
  /** Leaves out entries for which it answers false; called best first until the limit is met. */
  accept?: (entry: IndexEntry, indexNumber: number) => boolean
  /** One more term to search by. */
  added?: QueryTerm
  /** Scores by the terms; from the postings where not given. */
  score?: ScoreTerms | undefined
}

/** An item found. */
export interface Hit {
  /** Number of the index that it is in. */
  index: number
  entry: IndexEntry
  score: number
  /** The query words that matched. */
  terms: string[]
}

/** An item found, and what a prompt of this text brings of it. */
export interface SearchHit extends Hit {
  /** Probability that the text wants it; undefined if it was not looked at closely. */
  evidence?: Evidence
  degree: RecallDegree
}

/**
 * Searches several indexes as one collection; best first, empty where nothing matches. Neither
 * the limit nor how the items are split over indexes changes a score.
 */
export function search(
  indexes: readonly SearchIndex[],
  text: string,
  options: SearchOptions,
): SearchHit[] {
  const found = rankMatches(indexes, text, options, true)
  return found === undefined ? [] : gradeHits(takeHits(indexes, found, options))
}

/** Names an item among those of several indexes. */
export function keyOf(index: number, { id }: IndexEntry): string {
  return `${index} ${id}`
}

/** Documents that a text found, in order. */
export interface Found {
  selections: readonly Selection[]
  ranked: readonly Ranked[]
  /** Evidence by position in `ranked`; empty if nothing is judged. */
  evidence: readonly (Evidence | undefined)[]
  /** The terms of the text that some document has, rarest first. */
  known: readonly ChosenTerm[]
  /** The query words of the terms that explain a hit. */
  words: ReadonlyMap<string, readonly string[]>
}

/** Postings that one recall loads at most: what a one-shot process can afford. */
const RECALL_POSTINGS = 1_500
/** Number of documents that are scored with all care; what matches beyond keeps its rough score. */
const FIRST_STAGE_DEPTH = 24
/** Terms of this weight explain a hit; stop words do not. */
const TELLING_WEIGHT = 0.3

/** Ranks what a text finds in several indexes; undefined where no document has a term of it. */
export function rankMatches(
  indexes: readonly SearchIndex[],
  text: string,
  {
    postingsBudget = RECALL_POSTINGS,
    postingsFinding,
    added,
    score = scoreDirectly,
  }: SearchOptions,
  isJudged: boolean,
): Found | undefined {
  const query = adaptQuery(indexes, parseQuery(text))
  if (added !== undefined) query.terms.push(added)
  const collection = measureCollection(indexes)
  const terms = selectTerms(indexes, query, collection, postingsBudget)
  const { chosen, known } = terms
  if (chosen.length === 0) return undefined
  const selections = preselect(indexes, chosen, collection, FIRST_STAGE_DEPTH, postingsFinding)
  const scored = score(selections, chosen, collection)
  const prompt = isJudged ? toPromptWords(query, known, collection) : undefined
  const ranked = rank(selections, query, terms, scored, prompt)
  const telling = chosen.filter(term => term.weight >= TELLING_WEIGHT)
  return {
    selections,
    ranked,
    known,
    evidence: prompt === undefined ? [] : judge(ranked, prompt),
    words: groupWords(telling),
  }
}

/** The words that each term stands for: a compound for two of the query. */
function groupWords(terms: readonly QueryTerm[]): Map<string, string[]> {
  const words = new Map<string, string[]>()
  for (const { term, word } of terms) words.set(term, [...(words.get(term) ?? []), word])
  return words
}

/** The hits of what was found, best first; `spare` more than the limit are looked at. */
export function takeHits(
  indexes: readonly SearchIndex[],
  { selections, ranked, evidence: judgements, words }: Found,
  { limit, accept, isJudged = false }: SearchOptions,
  spare = 0,
): Omit<SearchHit, 'degree'>[] {
  const hits: Omit<SearchHit, 'degree'>[] = []
  const items = new Set<string>()
  let at = 0
  const most = accept ? Infinity : limit + spare
  for (const candidate of isJudged ? ranked : withRest(selections, ranked, most)) {
    const { index, document, score, terms } = candidate
    if (items.size >= limit) break
    const judged = judgements[at++]
    const entry = (indexes[index] as SearchIndex).entry(document)
    if (accept && !accept(entry, index)) continue
    const found = [...new Set(terms.flatMap(term => words.get(term) ?? []))]
    const evidence = judged && { evidence: withPrior(judged, entry.prior) }
    hits.push({ index, entry, score, terms: found, ...evidence })
    items.add(keyOf(index, entry))
  }
  return hits
}

function gradeHits(hits: readonly Omit<SearchHit, 'degree'>[]): SearchHit[] {
  const degrees = grade(hits.map(({ evidence }) => evidence))
  return hits.map((hit, place) => ({ ...hit, degree: degrees[place] ?? 'below' }))
}

/**
 * The ranked candidates, then, where more are asked for, the other matches by rough score: at
 * least as many as make `most` in all.
 */
function* withRest(
  selections: readonly Selection[],
  ranked: readonly Ranked[],
  most: number,
): Generator<Ranked> {
  yield* ranked
  yield* listRest(selections, ranked, most - ranked.length)
}

/** Matches that were not ranked, best first; none scores above the last that was. */
function listRest(
  selections: readonly Selection[],
  ranked: readonly Ranked[],
  most: number,
): Ranked[] {
  const done = selections.map(({ index }) => new Uint8Array(index.bound))
  for (const { index, document } of ranked) (done[index] as Uint8Array)[document] = 1
  const highest = ranked.at(-1)?.score ?? 0
  const least = leastScore(selections, done, most)
  const rest: { candidate: Ranked; tie: Tie }[] = []
  selections.forEach(({ matches, scores, index: source }, index) => {
    for (const document of matches) {
      const rough = scores[document] as number
      if (rough < least || done[index]?.[document] === 1) continue
      const score = Math.min(roundScore(rough), highest)
      const candidate = { index, document, score, terms: [] }
      rest.push({ candidate, tie: tieOf(source, document) })
    }
  })
  rest.sort((a, b) => b.candidate.score - a.candidate.score || compareTies(a.tie, b.tie))
  return rest.map(({ candidate }) => candidate)
}

/**
 * A rough score that at least `most` of the rest reach: most pages need a few of thousands. 0 where
 * that is not known: passages of one item are ranked apart, so fewer items may be there than asked.
 */
function leastScore(
  selections: readonly Selection[],
  done: readonly Uint8Array[],
  most: number,
): number {
  const all = selections.reduce((sum, { matches }) => sum + matches.length, 0)
  const scores = new Float64Array(all)
  let count = 0
  selections.forEach((selection, at) => {
    for (const document of selection.matches)
      if (done[at]?.[document] !== 1) scores[count++] = selection.scores[document] as number
  })
  if (most <= 0 || count <= most) return 0
  // Scores that are equal once rounded are ordered by their hashes: all of them are needed.
  return findNthLargest(scores.subarray(0, count), most) - 1e-6
}
