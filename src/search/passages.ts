import { stem, tokenize } from '../../store/index/analyse.js'
import { expandTerms, parseQuery, type QueryTerm } from './query.js'

interface Passage {
  from: number
  to: number
  score: number
}

/** Characters of one passage at most. */
const PASSAGE_CHARS = 400
const GAP = '…'
/** Characters of a document in which passages are looked for. */
const SEARCHED_CHARS = 65_536

/**
 * The passages of a text that answer a query best, in text order with `…` where something was left
 * out, at most `maxChars` characters in all. The whole text where it fits; its beginning where
 * there is no query or none of its words occur; '' where maxChars is 0 or less.
 */
export function selectPassages(
  content: string,
  queryText: string | undefined,
  maxChars: number,
): string {
  if (content.length <= maxChars) return content
  if (maxChars <= 0) return ''
  const passages = splitPassages(
    content.slice(0, SEARCHED_CHARS),
    Math.min(PASSAGE_CHARS, Math.ceil(maxChars / 2)),
  )
  if (queryText) scorePassages(passages, content, queryText)
  if (passages.every(({ score }) => score === 0)) return cutEnd(content, maxChars)
  return join(content, choose(content, passages, maxChars)).slice(0, maxChars)
}

/** Cuts at line ends, else at sentence ends, else at blanks, else anywhere. */
function splitPassages(text: string, limit: number): Passage[] {
  const passages: Passage[] = []
  let from = 0
  while (from < text.length) {
    const to = text.length - from <= limit ? text.length : from + findCut(text, from, limit)
    passages.push({ from, to, score: 0 })
    from = to
  }
  return passages
}

function findCut(text: string, from: number, limit: number): number {
  const stretch = text.slice(from, from + limit)
  const blankLine = stretch.indexOf('\n\n')
  if (blankLine > limit / 8) return blankLine + 2
  for (const mark of ['\n\n', '\n', '. ', '。', ' ']) {
    const at = stretch.lastIndexOf(mark)
    if (at > limit / 4) return at + mark.length
  }
  return wholeCharacters(stretch).length || 2
}

/** Without a half of a surrogate pair at the end. */
function wholeCharacters(text: string): string {
  return /[\uD800-\uDBFF]$/.test(text) ? text.slice(0, -1) : text
}

/** Rates passages by the query words they have, rare ones more, as a small collection. */
function scorePassages(passages: readonly Passage[], content: string, queryText: string): void {
  const terms = withSynonyms(parseQuery(queryText).terms)
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

function withSynonyms(terms: readonly QueryTerm[]): QueryTerm[] {
  return [...terms, ...expandTerms(terms)]
}

/** Takes the best passages while they fit, then what follows the best one. */
function choose(content: string, passages: readonly Passage[], maxChars: number): Passage[] {
  const best = passages.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score)
  const next = passages.slice(passages.indexOf(best[0] as Passage) + 1)
  const chosen = new Set<Passage>()
  let left = maxChars
  for (const passage of [...best, ...next]) {
    const cost = passage.to - passage.from + 2 * GAP.length + 2
    if (chosen.has(passage) || cost > left) continue
    chosen.add(passage)
    left -= cost
  }
  if (chosen.size === 0) chosen.add(shorten(content, best[0] as Passage, maxChars))
  return [...chosen].sort((a, b) => a.from - b.from)
}

function shorten(content: string, { from, to, score }: Passage, maxChars: number): Passage {
  const room = Math.max(0, Math.min(to - from, maxChars - 2 * GAP.length))
  return { from, to: from + wholeCharacters(content.slice(from, from + room)).length, score }
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

function cutEnd(content: string, maxChars: number): string {
  return wholeCharacters(content.slice(0, maxChars - GAP.length)).trimEnd() + GAP
}
