import { stem, tokenize } from '../../store/index/analyse.js'
import { expandTerms, parseQuery } from './query.js'
import { cutEnd, GAP, SEARCHED_CHARS, splitText, wholeSentences, type Stretch } from './sections.js'

/** A stretch of a text, and how well it answers. */
interface Passage extends Stretch {
  score: number
}

/** Characters of one passage, but for a sentence that is longer. */
const PASSAGE_CHARS = 400
/** A sentence of more characters is cut between words. */
const SENTENCE_CHARS = 600
/** Room for the signs of a cut on both sides of a passage, with a line end. */
const MARKS = 2 * GAP.length + 2

/**
 * The passages of a text that answer a query best, in text order with `…` where something was left
 * out, at most `maxChars` characters in all. They end where a sentence or a line does; a sentence for
 * which there is no room, at a word. The whole text where it fits; its first sentences where there is
 * no query or none of its words occur; '' where maxChars is 0 or less.
 */
export function selectPassages(
  content: string,
  queryText: string | undefined,
  maxChars: number,
): string {
  if (content.length <= maxChars) return content
  if (maxChars <= 0) return ''
  const limit = Math.min(PASSAGE_CHARS, Math.ceil(maxChars / 2))
  const longest = Math.max(limit, Math.min(SENTENCE_CHARS, maxChars - MARKS))
  const stretches = splitText(content.slice(0, SEARCHED_CHARS), limit, longest)
  const passages = stretches.map(stretch => ({ ...stretch, score: 0 }))
  if (queryText) scorePassages(passages, content, queryText)
  if (passages.every(({ score }) => score === 0)) return cutEnd(content, maxChars)
  return join(content, choose(content, passages, maxChars)).slice(0, maxChars)
}

/** Rates passages by the query words they have, rare ones more, as a small collection. */
function scorePassages(passages: readonly Passage[], content: string, queryText: string): void {
  const query = parseQuery(queryText)
  const terms = [...query.terms, ...expandTerms(query.terms, query.sequence)]
  const found = passages.map(({ from, to }) => {
    const stems = new Set(tokenize(content.slice(from, to)).map(({ word }) => stem(word)))
    return terms.filter(({ term }) => stems.has(term))
  })
  const counts = new Map<string, number>()
  for (const { term } of found.flat()) counts.set(term, (counts.get(term) ?? 0) + 1)
  passages.forEach((passage, at) => {
    for (const { term, weight } of found[at] ?? [])
      passage.score += weight * Math.log(1 + passages.length / (counts.get(term) ?? 1))
  })
}

/** Takes the best passages while they fit, then what follows the best one. */
function choose(content: string, passages: readonly Passage[], maxChars: number): Passage[] {
  const best = passages.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score)
  const next = passages.slice(passages.indexOf(best[0] as Passage) + 1)
  const chosen = new Set<Passage>()
  let left = maxChars
  for (const passage of [...best, ...next]) {
    const cost = passage.to - passage.from + MARKS
    if (chosen.has(passage) || cost > left) continue
    chosen.add(passage)
    left -= cost
  }
  if (chosen.size === 0) chosen.add(shorten(content, best[0] as Passage, maxChars))
  return [...chosen].sort((a, b) => a.from - b.from)
}

function shorten(content: string, { from, to, score }: Passage, maxChars: number): Passage {
  const room = Math.max(0, Math.min(to - from, maxChars - 2 * GAP.length))
  return { from, to: from + wholeSentences(content.slice(from, from + room)).length, score }
}

function join(content: string, passages: readonly Passage[]): string {
  let text = ''
  let end = 0
  for (const { from, to } of passages) {
    if (from > end) text = text.trimEnd() + (text ? `\n${GAP}` : GAP)
    text += content.slice(from, to)
    end = to
  }
  return end < content.length ? text.trimEnd() + GAP : text.trimEnd()
}
