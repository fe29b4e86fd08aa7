import { toLiteral, toStatement, type Statement } from './statement.js'

/** A piece of a Markdown text that is kept or dropped as a whole. */
export interface Piece {
  raw: string
  /** What it says; it repeats others where each of these does. */
  statements: Statement[]
  /** True where it cannot stand without the piece before it: `They must pass.` */
  leans: boolean
}

/** A paragraph, a list, a heading, a fence …: pieces of one kind that stand together. */
export interface Block {
  kind: 'heading' | 'list' | 'text' | 'whole'
  pieces: Piece[]
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/
const BULLET = /^ {0,3}[-*+]\s+\S/
const ORDERED = /^ {0,3}\d{1,9}[.)]\s+\S/
const HEADING = /^ {0,3}#{1,6}(?:\s|$)/
const LITERAL_LINE = /^ {0,3}(?:\||<|\[[^\]]+\]:)|^(?: {4}|\t)/
const LEANING =
  /^["'(*_]*(?:it|they|them|this|that|these|those|he|she|then|otherwise|also|however|but|and|so|if not|instead|the (?:latter|former|same))\b/i

/** Splits a Markdown text into blocks, every line in exactly one; [] for an empty text. */
export function toBlocks(content: string): Block[] {
  const lines = content.split('\n')
  const blocks: Block[] = []
  for (let at = 0; at < lines.length;) {
    if ((lines[at] ?? '').trim() === '') {
      at++
      continue
    }
    const end = blockEnd(lines, at)
    blocks.push(toBlock(lines.slice(at, end)))
    at = end
  }
  return blocks
}

/** The fence that a text leaves open at its end, or undefined: text after it would be code. */
export function openFence(content: string): string | undefined {
  let open: string | undefined
  for (const line of content.split('\n')) {
    const mark = FENCE.exec(line)?.[1]
    if (mark === undefined) continue
    if (open === undefined) open = mark
    else if (closes(line, open)) open = undefined
  }
  return open
}

function closes(line: string, open: string): boolean {
  const mark = FENCE.exec(line)?.[1] ?? ''
  return mark.startsWith(open) && line.trim() === mark
}

function blockEnd(lines: readonly string[], start: number): number {
  const first = lines[start] ?? ''
  const open = FENCE.exec(first)?.[1]
  let end = start + 1
  if (open !== undefined) {
    while (end < lines.length && !closes(lines[end] ?? '', open)) end++
    return Math.min(end + 1, lines.length)
  }
  if (HEADING.test(first)) return end
  const isList = BULLET.test(first) || ORDERED.test(first)
  for (; end < lines.length; end++) {
    const line = lines[end] ?? ''
    if (line.trim() === '') {
      if (!isList || !isListGoingOn(lines, end + 1, first)) break
    } else if (FENCE.test(line) && !isList) break
    else if (HEADING.test(line)) break
    else if (isList ? isOtherBlock(line, first) : BULLET.test(line) || ORDERED.test(line)) break
  }
  return end
}

/** An indented line after a blank one still belongs to the list item. */
function isListGoingOn(lines: readonly string[], at: number, first: string): boolean {
  const next = lines[at] ?? ''
  if (/^(?: {2,}|\t)\S/.test(next)) return true
  return BULLET.test(first) ? BULLET.test(next) : ORDERED.test(next)
}

function isOtherBlock(line: string, first: string): boolean {
  return BULLET.test(first) ? ORDERED.test(line) : BULLET.test(line)
}

function toBlock(lines: string[]): Block {
  const first = lines[0] ?? ''
  const raw = lines.join('\n')
  if (HEADING.test(first)) return { kind: 'heading', pieces: [toPiece(raw, [toStatement(raw)])] }
  if (BULLET.test(first)) {
    const pieces = groupItems(lines).map(item => toPiece(item, toItemStatements(item)))
    return { kind: 'list', pieces }
  }
  if (FENCE.test(first)) {
    // A fence that the end of the text closes says what a closed one says.
    const end = lines.length > 1 && closes(lines.at(-1)!, FENCE.exec(first)![1]!) ? -1 : undefined
    return { kind: 'whole', pieces: [toPiece(raw, [toLiteral(lines.slice(0, end).join('\n'))])] }
  }
  if (ORDERED.test(first) || lines.some(line => LITERAL_LINE.test(line))) {
    return { kind: 'whole', pieces: [toPiece(raw, [toLiteral(raw)])] }
  }
  const pieces = splitSentences(raw).map(sentence => toPiece(sentence, [toStatement(sentence)]))
  return { kind: 'text', pieces }
}

/** Nested code counts to the letter. */
function toItemStatements(item: string): Statement[] {
  if (/^\s*(?:`{3}|~{3})/m.test(item)) return [toLiteral(item)]
  return splitSentences(item).map(toStatement)
}

function toPiece(raw: string, statements: Statement[]): Piece {
  return { raw, statements, leans: LEANING.test(raw.trim()) }
}

function groupItems(lines: readonly string[]): string[] {
  const items: string[][] = []
  for (const line of lines) {
    const last = items.at(-1)
    if (last === undefined || BULLET.test(line)) items.push([line])
    else last.push(line)
  }
  return items.map(item => item.join('\n').trimEnd())
}

const SENTENCE_END = /(?<=[.!?]["')*_`]*)\s+(?=["'(*_`]*[\p{Lu}\p{N}`/])|(?<=[。！？])\s*/u
const ABBREVIATION = /(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|no|nr|dr|mr|mrs|st|fig)|\b\p{L})\.$/iu

/** The sentences of a paragraph, as written; lines that begin anew are sentences too. */
export function splitSentences(text: string): string[] {
  const sentences: string[] = []
  let pending = ''
  for (const line of splitLines(text)) {
    for (const part of line.split(SENTENCE_END)) {
      pending = pending === '' ? part : `${pending} ${part}`
      if (ABBREVIATION.test(part)) continue
      if (pending.trim() !== '') sentences.push(pending.trim())
      pending = ''
    }
  }
  if (pending.trim() !== '') sentences.push(pending.trim())
  return sentences
}

/** A line break ends a sentence only where the next line begins like one. */
function splitLines(text: string): string[] {
  const lines = text.split(/\n(?=\s*(?:["'(*_`]*\p{Lu}|[-*+]\s|>))/u)
  return lines.filter(line => line.trim() !== '')
}
