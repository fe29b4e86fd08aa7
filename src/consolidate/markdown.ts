import { RESTORED_AT } from '../memories/life.js'
import { titleKey } from '../text.js'
import { saysAsMuch } from './alike.js'
import { LABEL } from './lexemes.js'
import { toLiteral, toStatement, under, repeats, type Statement } from './statement.js'
import type { ConsolidationItem } from './types.js'

/** An item with everything that comparing it with others needs. */
export interface Features {
  item: ConsolidationItem
  titleKey: string
  title: Statement
  /** The words of the title that say what it is about. */
  titleWords: readonly string[]
  sections: readonly Section[]
  /** Statements of the content. */
  statements: readonly Statement[]
  said: Said
  /** Statements to be kept however it merges: its own, and those of items that it took in. */
  owed: readonly Statement[]
  /** Every word of title and content. */
  words: ReadonlySet<string>
  /** True where a person took it out of the archive: it stays as it is. */
  isRestored: boolean
}

/**
 * Every statement of an item is compared with those of others: a longer text, which no merging makes,
 * is one statement, and said only by the same text (UTF-16 units).
 */
const COMPARED_CHARS = 16_384
/** A title is compared up to here. */
const TITLE_CHARS = 1_000

/** Looks at an item once; the result is good as long as the item is not changed. */
export function toFeatures(item: ConsolidationItem): Features {
  const { title, content, extra } = item.document
  const titleStatement = toStatement(title.slice(0, TITLE_CHARS))
  const isLong = content.length > COMPARED_CHARS
  const sections = isLong ? [toWhole(content)] : toSections(content, titleStatement)
  const statements = sections.flatMap(({ pieces }) => pieces.flatMap(piece => piece.statements))
  const all = [titleStatement, ...statements]
  const subject = titleStatement.sequence.filter(word => !LABEL.has(word))
  return {
    ...{ item, sections, statements },
    titleKey: titleKey(title),
    title: titleStatement,
    titleWords: subject.length > 0 ? subject : titleStatement.sequence,
    said: new Said(all),
    owed: statements,
    words: new Set(all.flatMap(wordsOf)),
    isRestored: extra[RESTORED_AT] !== undefined,
  }
}

function wordsOf({ isLiteral, raw, sequence, soft }: Statement): string[] {
  if (isLiteral) return [...toStatement(raw).sequence]
  // One person writes `on-call`, another `on call`.
  const parts = sequence.flatMap(word => (word.includes('-') ? word.split('-') : []))
  return [...sequence, ...soft, ...parts]
}

/** A set of statements that can be asked whether it says what another one says. */
export class Said {
  private readonly byKey = new Map<string, Statement[]>()

  constructor(statements: Iterable<Statement> = []) {
    for (const statement of statements) this.add(statement)
  }

  /** True where one of them says all that this one says, in other words or with more detail. */
  has(statement: Statement): boolean {
    if (this.byKey.get(statement.key)?.some(known => repeats(known, statement)) === true)
      return true
    for (const same of this.byKey.values()) {
      if (saysAsMuch(same[0]!, statement)) return true
    }
    return false
  }

  add(statement: Statement): void {
    const known = this.byKey.get(statement.key)
    if (known) known.push(statement)
    else this.byKey.set(statement.key, [statement])
  }
}

/** A block under what introduces it: its headings, and a line before it that ends in a colon. */
export interface Section extends Block {
  /** Raw texts, in their order. */
  intro: string[]
  /** The introduction's part in each statement; '' if it is none or a label. */
  context: string
}

interface Heading {
  raw: string
  depth: number
  context: string
}

function toWhole(raw: string): Section {
  return { kind: 'whole', pieces: [toPiece(raw, [toLiteral(raw)])], intro: [], context: '' }
}

/**
 * The blocks of a text with their introductions, which are part of what each statement says. An
 * introduction that only repeats the title adds nothing. [] for an empty text.
 */
function toSections(content: string, title: Statement): Section[] {
  const sections: Section[] = []
  const headings: Heading[] = []
  const blocks = toBlocks(content)
  let lead: string | undefined
  blocks.forEach((block, at) => {
    const next = blocks[at + 1]
    if (block.kind === 'heading') {
      const heading = toHeading(block, title)
      while (headings.length > 0 && headings.at(-1)!.depth >= heading.depth) headings.pop()
      if (isEmptyHeading(heading, next)) sections.push(place(block, headings, undefined, title))
      else headings.push(heading)
      lead = undefined
      return
    }
    const [body, leading] = splitLead(block, next)
    if (body.pieces.length > 0) sections.push(place(body, headings, lead, title))
    lead = leading
  })
  return sections
}

function toHeading({ pieces }: Block, title: Statement): Heading {
  const raw = pieces[0]!.raw
  return { raw, depth: /#+/.exec(raw)![0].length, context: contextOf(raw, title) }
}

function contextOf(raw: string, title: Statement): string {
  const { sequence, key } = toStatement(raw)
  const isLabel = sequence.every(word => LABEL.has(word) || title.sequence.includes(word))
  return isLabel && sequence.length > 0 ? '' : key
}

function isEmptyHeading({ depth }: Heading, next: Block | undefined): boolean {
  if (next === undefined) return true
  return next.kind === 'heading' && /#+/.exec(next.pieces[0]!.raw)![0].length <= depth
}

/** `In staging:` before a list belongs to the list. */
function splitLead(block: Block, next: Block | undefined): [Block, string | undefined] {
  const last = block.pieces.at(-1)
  const isFollowed = next !== undefined && (next.kind === 'list' || next.kind === 'whole')
  if (block.kind !== 'text' || !isFollowed || !/:[*_]*$/.test(last!.raw)) return [block, undefined]
  return [{ ...block, pieces: block.pieces.slice(0, -1) }, last!.raw]
}

function place(
  { kind, pieces }: Block,
  headings: readonly Heading[],
  lead: string | undefined,
  title: Statement,
): Section {
  const leads = lead === undefined ? [] : [contextOf(lead, title)]
  const context = [...headings.map(heading => heading.context), ...leads].join('')
  return {
    kind,
    context,
    pieces: pieces.map(piece => {
      return { ...piece, statements: piece.statements.map(one => under(context, one)) }
    }),
    intro: [...headings.map(({ raw }) => raw), ...(lead === undefined ? [] : [lead])],
  }
}

/** A piece of a Markdown text that is kept or dropped as a whole. */
export interface Piece {
  raw: string
  /** Its statements; it repeats others if each of these does. */
  statements: Statement[]
  /** True where it cannot stand without the piece before it: `They must pass.` */
  leans: boolean
}

/** A paragraph, a list, a heading, a fence …: pieces of one kind that stand together. */
interface Block {
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

/** True where a code fence opens on a line of a text. */
export function hasFence(text: string): boolean {
  return /^[^\S\r\n\u2028\u2029]*(?:`{3}|~{3})/m.test(text)
}

/** Nested code counts to the letter. */
function toItemStatements(item: string): Statement[] {
  if (hasFence(item)) return [toLiteral(item)]
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

/** Looks back from white space alone: from every place of a run of quotes it would cost its square. */
const SENTENCE_END =
  /(?=\s)(?<=[.!?]["')*_`]*)\s+(?=["'(*_`]*[\p{Lu}\p{N}`/])|(?<=[。！？])(?![。！？])\s*/u
const ABBREVIATION = /(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|no|nr|dr|mr|mrs|st|fig)|\b\p{L})\.$/iu

/** The sentences of a paragraph, as written; lines that begin anew are sentences too. */
function splitSentences(text: string): string[] {
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

/** Least length of a line that was broken for its length: no mark ends it. */
const WRAPPED = 40
const BEGINS = /^\s*(?:["'(*_`]*\p{Lu}|[-*+]\s|>)/u
const BEGINS_BLOCK = /^\s*(?:[-*+]\s|>)/
const ENDS = /[.!?:;。！？]["')*_`]*\s*$/

/** A line break ends a sentence only where the next line begins like one. */
function splitLines(text: string): string[] {
  const groups: string[][] = []
  let length = 0
  let last = ''
  for (const line of text.split('\n')) {
    const isBegun = BEGINS.test(line)
    const isWrapped = length >= WRAPPED && !BEGINS_BLOCK.test(line) && !ENDS.test(last)
    const group = groups.at(-1)
    if (group === undefined || (isBegun && !isWrapped)) {
      groups.push([line])
      length = line.length
    } else {
      group.push(line)
      length += line.length + 1
    }
    if (group === undefined || line.trim() !== '') last = line
  }
  return groups.map(group => group.join('\n')).filter(line => line.trim() !== '')
}
