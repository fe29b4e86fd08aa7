import { all, pattern } from '../../languages/combined.js'
import { readRequest, isStatement, type Request } from './request.js'
import type { Sentence } from './sentences.js'

/**
 * The sentences of one prompt that the person asked in so many words to keep, each with the index
 * in its text at which the statement begins; empty where nothing was asked. A request that holds no
 * statement itself ("remember these:", "remember that") is not among them: what it points to is.
 */
export function findAsked(sentences: readonly Sentence[]): Map<Sentence, number> {
  const asked = new Map<Sentence, number>()
  for (const { sentence, request, pointed } of readRequests(sentences)) {
    if (request.points === undefined) asked.set(sentence, request.from)
    for (const one of pointed) if (!asked.has(one)) asked.set(one, 0)
  }
  return new Map([...asked].sort(([one], [other]) => one.index - other.index))
}

/** The sentences of one prompt that ask to keep something, with all that they point to. */
export function findRequestParts(sentences: readonly Sentence[]): Set<Sentence> {
  return new Set(readRequests(sentences).flatMap(({ sentence, pointed }) => [sentence, ...pointed]))
}

/** True where a prompt asks to keep what was said before it, and says nothing itself. */
export function asksForEarlier(sentences: readonly Sentence[]): boolean {
  return readRequests(sentences).some(
    ({ request, pointed }) => request.points === 'back' && pointed.length === 0,
  )
}

interface ReadRequest {
  sentence: Sentence
  request: Request
  pointed: Sentence[]
}

function readRequests(sentences: readonly Sentence[]): ReadRequest[] {
  return sentences.flatMap((sentence, at) => {
    const request = requestOf(sentence)
    if (request === undefined) return []
    return [{ sentence, request, pointed: pointedTo(sentences, at, request) }]
  })
}

const read = new WeakMap<Sentence, { request: Request | undefined }>()

/** The request of a sentence, which is asked about as part of several messages. */
function requestOf(sentence: Sentence): Request | undefined {
  const { request } = read.get(sentence) ?? { request: readRequest(sentence) }
  read.set(sentence, { request })
  return request
}

/** The statements that a request without own words points to, before it or behind it. */
function pointedTo(
  sentences: readonly Sentence[],
  at: number,
  { points, reach }: Request,
): Sentence[] {
  if (points === undefined) return []
  if (points === 'ahead') return following(sentences, at)
  if (!sentences.slice(0, at).some(isKept)) return nextTo(sentences, at)
  const earlier = paragraphBefore(sentences, at)
  const last = earlier.at(-1)
  if (last?.isListItem) return earlier.filter(({ isListItem }) => isListItem)
  return earlier.slice(reach === 'all' ? 0 : reach === 'two' ? -2 : -1)
}

/** A sentence that may be what somebody points to: no question, no mere agreement, no request. */
function isKept(sentence: Sentence): boolean {
  const { text, masked } = sentence
  return !/[?？]$/.test(text) && isStatement(masked, 2) && requestOf(sentence)?.points === undefined
}

/** The sentence of the same line, or the lines below, for a request with nothing before it. */
function nextTo(sentences: readonly Sentence[], at: number): Sentence[] {
  const [header, next] = [sentences[at], sentences[at + 1]]
  if (header === undefined || next === undefined || NEXT_TASK.test(next.masked)) return []
  if (next.line === header.line) return isKept(next) ? [next] : []
  return next.line === header.line + 1 ? following(sentences, at) : []
}

const NEXT_TASK = pattern()`^(?:ok(?:ay)?,? )?${all.requests.nextTask}`

/** The list, or else the lines up to a blank one, that follow a request. */
function following(sentences: readonly Sentence[], at: number): Sentence[] {
  const header = sentences[at]
  const next = sentences[at + 1]
  if (header === undefined || next === undefined || next.line > header.line + 2) return []
  const found: Sentence[] = []
  let line = Math.max(header.line, next.line - 1)
  for (const sentence of sentences.slice(at + 1)) {
    const isGap = sentence.line > line + (next.isListItem ? 2 : 1)
    if (isGap || sentence.isListItem !== next.isListItem) break
    if (!sentence.isListItem && (NEXT_TASK.test(sentence.masked) || /[?？]$/.test(sentence.text)))
      break
    found.push(sentence)
    line = sentence.line
  }
  return found
}

/** The statements of the paragraph that ends where a request stands. */
function paragraphBefore(sentences: readonly Sentence[], at: number): Sentence[] {
  const found: Sentence[] = []
  let line: number | undefined
  for (const sentence of sentences.slice(0, at).reverse()) {
    if (line !== undefined && sentence.line < line - 1) break
    line = sentence.line
    if (isKept(sentence)) found.unshift(sentence)
  }
  return found
}
