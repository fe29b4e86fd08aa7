import { stem, tokenize } from '../../store/index/analyse.js'
import { expandTerms, parseQuery, type QueryTerm } from './query.js'
import {
  cutEnd,
  endOfWhole,
  GAP,
  SEARCHED_CHARS,
  splitText,
  wholeSentences,
  type Stretch,
} from './sections.js'

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
 * out, at most `maxChars` characters in all. They end where a sentence, an item of a list or a line
 * does; a sentence for which there is no room, at a word. What the text concludes counts besides the
 * words of the query. The whole text where it fits; where there is no query or none of its words occur,
 * its first sentences and what it concludes; '' where maxChars is 0 or less.
 */
export function selectPassages(
  content: string,
  query: string | PassageTerms | undefined,
  maxChars: number,
): string {
  return select(content, maxChars, passages => {
    if (query) scorePassages(passages, content, query)
  })
}

/** Terms that passages are rated by, for who asks `selectPassages` about several texts. */
export interface PassageTerms {
  terms: readonly QueryTerm[]
  /** Tells the stem of a word at least where a term has it. */
  stemOf: (word: string) => string | undefined
}

/** The terms of a query by which passages are rated: its words, and other names of them. */
export function toPassageTerms(queryText: string): QueryTerm[] {
  const query = parseQuery(queryText)
  return [...query.terms, ...expandTerms(query.terms, query.sequence)]
}

/**
 * The passages of an agent file that state rules or conclude something, those first that state most, as
 * `selectPassages` cuts and joins them: its introduction only for the room that they leave, or where
 * it states none.
 */
export function selectRules(content: string, maxChars: number): string {
  return select(content, maxChars, passages => scoreRules(passages, content))
}

function select(
  content: string,
  maxChars: number,
  score: (passages: readonly Passage[]) => void,
): string {
  if (content.length <= maxChars) return content
  if (maxChars <= 0) return ''
  const limit = Math.min(PASSAGE_CHARS, Math.ceil(maxChars / 2))
  const longest = Math.max(limit, Math.min(SENTENCE_CHARS, maxChars - MARKS))
  const stretches = splitText(content.slice(0, SEARCHED_CHARS), limit, longest)
  const passages = joinHeadings(content, stretches, longest).map(one => ({ ...one, score: 0 }))
  score(passages)
  const isFound = passages.some(({ score }) => score > 0)
  scoreConclusions(passages, content)
  if (!isFound && passages.every(({ score }) => score === 0)) return cutEnd(content, maxChars)
  if (!isFound) passages[0]!.score = 1
  return join(content, choose(content, passages, maxChars)).slice(0, maxChars)
}

/** A heading stands with what follows it, as far as there is room for both. */
function joinHeadings(content: string, stretches: readonly Stretch[], longest: number): Stretch[] {
  const joined: Stretch[] = []
  let heading: Stretch | undefined
  for (const stretch of stretches) {
    const isRoom = heading !== undefined && stretch.to - heading.from <= longest
    if (isRoom) joined.pop()
    const { from, to } = isRoom ? { from: heading!.from, to: stretch.to } : stretch
    joined.push({ from, to })
    heading = HEADING.test(content.slice(from, to)) ? { from, to } : undefined
  }
  return joined
}

/** A stretch of headings alone. */
const HEADING = /^\s*(?:#{1,6}[ \t][^\n]*(?:\n\s*|$))+$/

/** Rates passages by the query words they have, rare ones more, as a small collection. */
function scorePassages(
  passages: readonly Passage[],
  content: string,
  query: string | PassageTerms,
): void {
  const { terms, stemOf } =
    typeof query === 'string' ? { terms: toPassageTerms(query), stemOf: stem } : query
  const found = passages.map(({ from, to }) => {
    const stems = new Set(tokenize(content.slice(from, to)).map(({ word }) => stemOf(word)))
    return terms.filter(({ term }) => stems.has(term))
  })
  const counts = new Map<string, number>()
  for (const { term } of found.flat()) counts.set(term, (counts.get(term) ?? 0) + 1)
  passages.forEach((passage, at) => {
    for (const { term, weight } of found[at] ?? [])
      passage.score += weight * Math.log(1 + passages.length / (counts.get(term) ?? 1))
  })
}

/** Rates passages by the lines of them that state a rule or conclude something. */
function scoreRules(passages: readonly Passage[], content: string): void {
  for (const passage of passages) {
    const lines = content.slice(passage.from, passage.to).split('\n')
    passage.score = lines.filter(line => RULE.test(line) || CONCLUDES.test(line)).length
  }
}

/** Latin letters and digits in a class: those of all scripts would take a millisecond to compile. */
const LETTERS = '\\w\\u00c0-\\u024f'

/** Words by which a line tells what to do. */
const RULE = new RegExp(
  `(?:^|[^${LETTERS}])(?:` +
    "must|mustn't|never|always|do not|don't|should|shouldn't|avoid|prefer|only|use|required|" +
    'forbidden|rules?|conventions?|' +
    'muss|müssen|darf|dürfen|soll|sollen|nie|niemals|immer|kein|keine|keinen|nur|nutze|verwende|regeln?|' +
    'doit|doivent|jamais|toujours|utilise|utilisez|debe|deben|nunca|siempre|usar|' +
    'deve|devem|devono|sempre|moet|moeten|nooit|altijd|gebruik' +
    `)(?![${LETTERS}])|必须|不要|禁止|务必|始终|必ず|してはいけない|しないこと`,
  'i',
)

/** Words by which a text comes to its conclusion. */
const CONCLUDES = new RegExp(
  `(?:^|[^${LETTERS}])(?:` +
    'so|settled|therefore|thus|hence|decided|conclusion|finally|in the end|from now on|' +
    'daher|deshalb|somit|beschlossen|entschieden|künftig|ab jetzt|fazit|' +
    'donc|décidé|désormais|por eso|así que|decidido|quindi|deciso|portanto|dus|besloten' +
    `)[^${LETTERS}]|因此|所以|决定|結論|だから|決定`,
  'i',
)
/** Shares of the best passage's score that a conclusion has besides its own: the last one, another. */
const LAST_SHARE = 0.5
const OTHER_SHARE = 0.25

function scoreConclusions(passages: readonly Passage[], content: string): void {
  const best = Math.max(...passages.map(({ score }) => score)) || 1
  const concluding = passages.filter(({ from, to }) => CONCLUDES.test(content.slice(from, to)))
  const last = concluding.at(-1)
  for (const one of concluding) one.score += best * (one === last ? LAST_SHARE : OTHER_SHARE)
}

/** Room for fewer characters is left as it is. */
const LEAST_CHARS = 80

/** Takes the best passages while they fit, then what follows the best one, then what stands before it. */
function choose(content: string, passages: readonly Passage[], maxChars: number): Passage[] {
  const best = passages.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score)
  const at = passages.indexOf(best[0] as Passage)
  const others = [...passages.slice(at + 1), ...passages.slice(0, at).reverse()]
  const chosen = new Set<Passage>()
  let left = maxChars
  for (const passage of [...best, ...others]) {
    const cost = passage.to - passage.from + MARKS
    if (chosen.has(passage) || cost > left) continue
    chosen.add(passage)
    left -= cost
  }
  const next = others.find(one => !chosen.has(one))
  if (chosen.size > 0 && next !== undefined && left > LEAST_CHARS) {
    const to = next.from + endOfWhole(content.slice(next.from, next.from + left - MARKS))
    if (to > next.from) chosen.add({ ...next, to })
  }
  if (chosen.size === 0) chosen.add(shorten(content, best[0] as Passage, maxChars))
  return [...chosen].sort((a, b) => a.from - b.from)
}

function shorten(content: string, { from, to, score }: Passage, maxChars: number): Passage {
  const room = Math.max(0, Math.min(to - from, maxChars - 2 * GAP.length))
  return { from, to: from + wholeSentences(content.slice(from, from + room)).length, score }
}

/** A heading or an item of a list begins a line. */
const BLOCK = /^[ \t]*(?:#{1,6}|[-*+]|\d{1,3}[.)])[ \t]/

function join(content: string, passages: readonly Passage[]): string {
  let text = ''
  let end = 0
  for (const { from, to } of passages) {
    const passage = content.slice(from, to)
    if (from > end)
      text = text.trimEnd() + (text ? `\n${GAP}` : GAP) + (BLOCK.test(passage) ? '\n' : '')
    text += passage
    end = to
  }
  return end < content.length ? text.trimEnd() + GAP : text.trimEnd()
}
