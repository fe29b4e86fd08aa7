import { all, findAll, pattern, spaced, unspaced } from '../../languages/combined.js'

const NOT_INSIDE = "(?<![\\p{L}\\p{N}_'-])"
const NOT_FOLLOWED = "(?![\\p{L}\\p{N}_(=-]|'[a-z])"

/** Words between edges; OBJ stands for what a request points to. */
function toPattern(words: string): RegExp {
  const source = withSlips(words).replaceAll('OBJ', spaced.requests.objects)
  return new RegExp(`${NOT_INSIDE}(?:${source})${NOT_FOLLOWED}`, 'gu')
}

const MISSPELT = new RegExp(`(?<!\\p{L})${spaced.requests.misspelt}(?!\\p{L})`, 'gu')

/** Words of requests with the slips of a hand in those that are often misspelt. */
export function withSlips(words: string): string {
  return words.replace(MISSPELT, word => `(?:${[word, ...slipsOf(word)].join('|')})`)
}

/** A word with one letter left out, doubled, or changed with the next; its first one stays. */
function slipsOf(word: string): string[] {
  const places = Array.from(word.slice(1), (_, at) => at + 1)
  return places.flatMap(at => {
    const [before, letter, after] = [word.slice(0, at), word.charAt(at), word.slice(at + 1)]
    return [before + after, before + letter + letter + after, before + swapStart(letter + after)]
  })
}

const swapStart = (text: string) => text.charAt(1) + text.charAt(0) + text.slice(2)

/** Patterns on lower-case text that find requests and read what stands around them. */
interface RequestPatterns {
  /** Finds requests to keep something; global. */
  request: RegExp
  /** Finds words that make what is said hold from then on; global. */
  standing: RegExp
  /** The end of a text after which a request is one: the start of a clause, and politeness. */
  clauseStart: RegExp
  /** Meets what a request points to, at the start of what follows it. */
  object: RegExp
  /**
   * Meets what says nothing between a request and its statement, at the start of what follows it.
   */
  tail: RegExp
  /** The word or sign behind which a statement begins. */
  link: RegExp
}

const FOR_EVERY = `${all.requests.forWords} ${all.requests.every}(?![\\p{L}])[^,:]{0,60}(?=[,:])`

const ASKS = `${spaced.requests.puts}|${spaced.requests.asks}|${spaced.requests.ends}`
/** A text without such a sign announces nothing, which takes longest to see. */
const SIGN = /[:–—]|\s-\s/

const SPACED: RequestPatterns = {
  request: toPattern(`${ASKS}|${spaced.requests.announces}(?=\\s*[:–—]|\\s+-\\s)`),
  standing: toPattern(spaced.requests.standing),
  clauseStart: pattern('u')`(?:^|[,;:.!?…()—–¿¡]|\s--?|${NOT_INSIDE}${spaced.requests.openers})\s*
    (?:(?:${spaced.requests.polite}|${spaced.requests.openers})[,:]?\s+)*$`,
  object: pattern('u')`^\s*${spaced.requests.objects}${NOT_FOLLOWED}`,
  tail: pattern('u')`^\s*,?\s*(?:${FOR_EVERY}|${spaced.requests.tails})${NOT_FOLLOWED}`,
  link: pattern('u')`^\s*(?:[,:;—–]|--?(?=\s))?\s*
    (?:${spaced.requests.that}(?![\p{L}\p{N}]))?[:,]?\s*`,
}

const UNANNOUNCED: RequestPatterns = { ...SPACED, request: toPattern(ASKS) }

/** The same for languages without blanks between their words. */
const UNSPACED: RequestPatterns = {
  request: pattern('gu')`${unspaced.requests.asks}`,
  standing: pattern('gu')`${unspaced.requests.standing}`,
  clauseStart: pattern('u')`(?:^|[\s,，。:：;；、!！—]|${unspaced.requests.openers})
    ${unspaced.requests.polite}*$`,
  object: pattern('u')`^${unspaced.requests.objects}+`,
  tail: pattern('u')`^${unspaced.requests.tails}`,
  link: /^\s*[,，:：、。—]*\s*/u,
}

/** True for a text in a language without blanks between its words. */
export function isUnspaced(text: string): boolean {
  return /[\u3040-\u30ff\u3400-\u9fff]/.test(text)
}

/** The patterns for a text. */
export function patternsFor(text: string): RequestPatterns {
  if (isUnspaced(text)) return UNSPACED
  return SIGN.test(text) ? SPACED : UNANNOUNCED
}

/** True for a line, in lower case, in which somebody asks to keep something. */
export function holdsRequest(line: string): boolean {
  return requestStarts(line).length > 0
}

/** True for a line, in lower case, that begins with such a request. */
export function beginsWithRequest(line: string): boolean {
  return requestStarts(line).some(start => !/[,;:.!?…()—–]/.test(line.slice(0, start)))
}

function requestStarts(line: string): number[] {
  const { request, clauseStart } = patternsFor(line)
  const found = findAll(line.slice(0, 2_000), request).map(({ index }) => index)
  return found.filter(index => clauseStart.test(line.slice(Math.max(0, index - 120), index)))
}
