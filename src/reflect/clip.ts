import type { Weighed } from '../provider/builtin/lasting.js'
import { clip } from '../text.js'

/** A part of a text: from an index up to another. */
interface Span {
  from: number
  to: number
}

/**
 * A text of about `maxChars` UTF-16 units, in its own order, with a mark where something is left
 * out: whole what somebody asks to keep, however much that is, then what looks lasting, then its
 * beginning and its end. `weigh` finds its sentences; it is not asked where nothing is cut.
 */
export function clipLasting(
  text: string,
  maxChars: number,
  weigh: (text: string) => readonly Weighed[],
): string {
  if (text.length <= maxChars) return text
  const placed = placeSentences(text, weigh(text))
  const asked = placed.filter(({ isAsked }) => isAsked)
  const room = Math.max(maxChars - lengthOf(asked), Math.floor(maxChars / 2))
  if (asked.length === 0 && !placed.some(({ weight }) => weight > 0)) {
    return clip(text, maxChars, 'ends')
  }
  const lasting = chooseLasting(placed, room)
  const chosen = joinSpans(text, [...asked, ...lasting])
  return renderSpans(text, withEnds(text, chosen, room - lengthOf(lasting)))
}

type Placed = Span & Weighed

/** Finds the place of each sentence; one that cannot be found as it is has none. */
function placeSentences(text: string, sentences: readonly Weighed[]): Placed[] {
  const placed: Placed[] = []
  let end = 0
  for (const sentence of sentences) {
    const from = text.indexOf(sentence.text, end)
    if (from < 0) continue
    end = from + sentence.text.length
    placed.push({ ...sentence, from, to: end })
  }
  return placed
}

function lengthOf(spans: readonly Span[]): number {
  return spans.reduce((sum, { from, to }) => sum + to - from, 0)
}

/** Chooses the sentences that look most lasting, as far as there is room. */
function chooseLasting(placed: readonly Placed[], room: number): Placed[] {
  const chosen: Placed[] = []
  let left = room
  const lasting = placed.filter(({ isAsked, weight }) => !isAsked && weight > 0)
  for (const one of lasting.sort((a, b) => b.weight - a.weight)) {
    if (one.to - one.from + MARK.length > left) continue
    chosen.push(one)
    left -= one.to - one.from + MARK.length
  }
  return chosen
}

/** Text in the place of what is left out. */
const MARK = ' […] '

/** Spans in their order: those with nothing but blanks and marks of lists between are one. */
function joinSpans(text: string, spans: readonly Span[]): Span[] {
  const joined: Span[] = []
  for (const { from, to } of [...spans].sort((a, b) => a.from - b.from)) {
    const last = joined.at(-1)
    if (last && /^[\s\-*+•·\d.)]*$/.test(text.slice(last.to, from))) last.to = Math.max(last.to, to)
    else joined.push({ from: withListMark(text, from), to })
  }
  return joined
}

/** A list item stays one. */
function withListMark(text: string, from: number): number {
  const mark = /(?:^|\n)[ \t]*((?:[-*+•·]|\d{1,2}[.)])[ \t]+)$/.exec(
    text.slice(Math.max(0, from - 40), from),
  )
  return from - (mark?.[1]?.length ?? 0)
}

/** Fills what room is left with the beginning of a text and, a third of it, its end. */
function withEnds(text: string, chosen: readonly Span[], room: number): Span[] {
  if (room < 2 * MARK.length) return [...chosen]
  const last = Math.floor(room / 3)
  const [first, end] = [chosen[0]?.from ?? text.length, chosen.at(-1)?.to ?? 0]
  const head = Math.min(first, wordBefore(text, room - last - MARK.length))
  const tail = Math.max(end, wordAfter(text, text.length - last + MARK.length))
  const ends = [
    { from: 0, to: head },
    { from: Math.max(tail, head), to: text.length },
  ]
  return joinSpans(
    text,
    [...ends, ...chosen].filter(({ from, to }) => to > from),
  )
}

/** The last blank before an index; the index itself where none is near. */
function wordBefore(text: string, index: number): number {
  const blank = text.slice(0, index).search(/\s\S{0,40}$/)
  return blank < 0 ? index : blank
}

function wordAfter(text: string, index: number): number {
  const blank = /^\S{0,40}\s/.exec(text.slice(index))
  return index + (blank?.[0].length ?? 0)
}

/** A mark on a line of its own ends what a reader would take for pasted. */
function renderSpans(text: string, spans: readonly Span[]): string {
  let rendered = ''
  let end = 0
  for (const { from, to } of spans) {
    const left = text.slice(end, from)
    if (left.trim() !== '') rendered += left.includes('\n') ? `\n\n${MARK.trim()}\n\n` : MARK
    else rendered += left
    rendered += withClosedFence(text.slice(from, to))
    end = to
  }
  return text.slice(end).trim() === '' ? rendered : rendered + MARK.trimEnd()
}

/** A code block that the cut leaves open would take all that follows. */
function withClosedFence(part: string): string {
  const fences = part.match(/^[ \t]*(?:```|~~~)/gm)?.length ?? 0
  return fences % 2 === 1 ? `${part}\n\`\`\`` : part
}
