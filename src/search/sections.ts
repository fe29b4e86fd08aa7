/** Characters of a document that are looked at. */
export const SEARCHED_CHARS = 65_536
/** Stands where something was left out. */
export const GAP = '…'

/** A part of a text, by its places. */
export interface Stretch {
  from: number
  to: number
}

/** Cuts a text where a paragraph, a line or a sentence ends; in a longer sentence between words. */
export function splitText(text: string, limit: number, longest: number): Stretch[] {
  const stretches: Stretch[] = []
  let from = 0
  while (from < text.length) {
    const rest = text.slice(from, from + longest)
    const isEnd = from + rest.length === text.length
    const to = from + (isEnd && rest.length <= limit ? rest.length : findCut(rest, limit, isEnd))
    stretches.push({ from, to })
    from = to
  }
  return stretches
}

function findCut(text: string, limit: number, isEnd: boolean): number {
  const stretch = text.slice(0, limit)
  const blankLine = stretch.indexOf('\n\n')
  if (blankLine > limit / 8) return blankLine + 2
  const isCut = (end: number) => end > limit / 4
  const items = endsOf(text, ITEM_END).filter(isCut)
  const ends = [...endsOf(text, END), ...(isEnd ? [text.length] : [])].filter(isCut)
  const isRoom = (end: number) => end <= limit
  return (
    items.findLast(isRoom) ??
    ends.findLast(isRoom) ??
    ends[0] ??
    endsOf(stretch, LINE_END).findLast(isCut) ??
    (lastWord(stretch) || 2)
  )
}

/** End of a line before a heading or an item of a list. */
const ITEM_END = /(?<!\n)\n+(?=[ \t]*(?:#{1,6}|[-*+]|\d{1,3}[.)])[ \t])/g
/** End of a sentence or a line, blanks after it included; a sentence may go on in a next line. */
const END =
  /\n{2,}|\n(?!\n|[ \t]*[a-z\u00df-\u00f6\u00f8-\u00ff\u03b1-\u03c9\u0430-\u044f])|[.!?][)\]"'*_`]{0,3}(?: +|\n)(?=[^a-z ])|[\u3002\uff01\uff1f]/g
const LINE_END = /\n+/g

function endsOf(text: string, end: RegExp): number[] {
  return Array.from(text.matchAll(end), ({ index, 0: found }) => index + found.length)
}

/** Behind the last whole word of a stretch; where there is but one, behind its last character. */
function lastWord(stretch: string): number {
  const blank = stretch.lastIndexOf(' ') + 1
  return blank > stretch.length / 4 ? blank : wholeCharacters(stretch).length
}

/** Cuts half of a surrogate pair off the end. */
function wholeCharacters(text: string): string {
  return /[\uD800-\uDBFF]$/.test(text) ? text.slice(0, -1) : text
}

/** The items and sentences that a stretch holds whole; its whole words where not even one is. */
export function wholeSentences(stretch: string): string {
  return stretch.slice(0, endOfWhole(stretch) || lastWord(stretch))
}

/** Place at which the last whole item or sentence of a stretch ends; 0 where that leaves too little. */
export function endOfWhole(stretch: string): number {
  const item = endsOf(stretch, ITEM_END).at(-1) ?? 0
  if (item > stretch.length / 2) return item
  const end = endsOf(stretch, END).at(-1) ?? 0
  return end > stretch.length / 4 ? end : 0
}

/** The beginning of a text, up to so many characters, with the sign of a cut. */
export function cutEnd(content: string, maxChars: number): string {
  const stretch = content.slice(0, Math.max(0, maxChars - GAP.length))
  return wholeSentences(stretch).replace(LAST_HEADINGS, '').trimEnd() + GAP
}

/** Headings of what was cut off. */
const LAST_HEADINGS = /(?:\n[ \t]*\n#{1,6}[ \t][^\n]*)+\s*$/

/** A part of a Markdown text: its heading path (`Testing › End to end`, '' where none) and text. */
interface Section {
  heading: string
  content: string
}

/** A text up to this length is one section. */
const WHOLE_CHARS = 600
/** Neighbouring sections of one parent that are shorter than this become one. */
const SHORT_CHARS = 120
/** A longer section is cut into parts, at paragraphs. */
const LONG_CHARS = 1_200
const PART_CHARS = 800
/** Most sections that headings can tell apart: a text with more is cut by its length. */
const MOST_SECTIONS = 200
const HEADING_CHARS = 100
const STEP = ' › '

/**
 * A Markdown text (LF line ends) as its sections in their order, each of a few paragraphs. The one
 * title above all the rest is left out of the heading paths; headings in code are none. Never empty;
 * what follows 65,536 characters is in no section.
 */
export function splitSections(markdown: string): Section[] {
  const text = markdown.slice(0, SEARCHED_CHARS)
  const whole = { heading: '', content: text }
  if (text.length <= WHOLE_CHARS) return [whole]
  const parts = withoutTitle(splitAtHeadings(text)).filter(({ content }) => content !== '')
  const sections = joinShort(parts).flatMap(splitLong)
  if (sections.length > MOST_SECTIONS) return splitLong({ ...whole, path: [] })
  return sections.length === 0 ? [whole] : sections
}

/**
 * The sections that were chosen by number and heading, in that order, as the text has them now: one
 * that moved is found by its heading, one that is gone left out. Undefined for a text of one section.
 */
export function findSections(
  markdown: string,
  chosen: readonly { passage: number; heading: string }[],
): Section[] | undefined {
  const sections = splitSections(markdown)
  if (sections.length === 1) return undefined
  const found = chosen.map(({ passage, heading }) => {
    const there = sections[passage]
    return there?.heading === heading ? there : sections.find(other => other.heading === heading)
  })
  return [...new Set(found.filter(section => section !== undefined))]
}

/** A section before it is joined or cut; its path is that of its headings, outermost first. */
interface HeadedPart {
  path: readonly string[]
  content: string
  /** Its headings stand in the content already. */
  isJoined?: boolean
}

interface Heading {
  level: number
  title: string
  /** The line after it. */
  end: number
}

function splitAtHeadings(text: string): HeadedPart[] {
  const lines = text.split('\n')
  const isCode = markCode(lines)
  const parts: HeadedPart[] = []
  let above: Heading[] = []
  let from = 0
  const close = (to: number) => {
    const content = lines.slice(from, to).join('\n').trim()
    parts.push({ path: above.map(({ title }) => title), content })
  }
  for (let at = 0; at < lines.length; at++) {
    const heading = isCode[at] ? undefined : readHeading(lines, at)
    if (heading === undefined) continue
    close(at)
    above = [...above.filter(({ level }) => level < heading.level), heading]
    from = heading.end
    at = from - 1
  }
  close(lines.length)
  return parts
}

const FENCE = /^[ \t]*(`{3,}(?=[^`]*$)|~{3,})/

/** Marks each line that belongs to a fenced block of code. */
function markCode(lines: readonly string[]): boolean[] {
  let open = ''
  return lines.map(line => {
    const fence = FENCE.exec(line)?.[1] ?? ''
    const isInside = open !== ''
    if (!isInside) open = fence
    else if (fence.startsWith(open) && line.trim() === fence) open = ''
    return isInside || open !== ''
  })
}

const MARKED = /^ {0,3}(#{1,6})(?:[ \t]|$)/
const UNDERLINE = /^ {0,3}(?:={2,}|-{2,})[ \t]*$/
/** Lists, quotes, tables: what a line below does not make a heading. */
const NO_TITLE = /^(?:\s*$| {4}|\s*(?:[-*+>|]|\d+[.)]\s))/

function readHeading(lines: readonly string[], at: number): Heading | undefined {
  const line = lines[at]!
  const marks = MARKED.exec(line)
  if (marks) {
    const title = line.slice(marks[0].length, 1_000).trim()
    return {
      level: marks[1]!.length,
      title: toHeading(title.replace(/(?:^|\s)#+$/, '')),
      end: at + 1,
    }
  }
  const below = lines[at + 1] ?? ''
  const isAlone = at === 0 || lines[at - 1]!.trim() === ''
  if (!isAlone || !UNDERLINE.test(below) || NO_TITLE.test(line)) return undefined
  return { level: below.trim().startsWith('=') ? 1 : 2, title: toHeading(line), end: at + 2 }
}

/** The words of a heading, without the marks of links, code and emphasis. */
function toHeading(text: string): string {
  const words = text
    .slice(0, 1_000)
    .replace(/\]\([^()]*\)/g, '')
    .replace(/[[\]*`]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  return words.length <= HEADING_CHARS ? words : cutEnd(words, HEADING_CHARS)
}

function withoutTitle(parts: readonly HeadedPart[]): readonly HeadedPart[] {
  const tops = new Set(parts.map(({ path }) => path[0]).filter(top => top !== undefined))
  const headed = parts.filter(({ path }) => path.length > 0)
  const isTitled = tops.size === 1 && headed.filter(({ path }) => path.length === 1).length === 1
  return isTitled ? parts.map(({ path, content }) => ({ path: path.slice(1), content })) : parts
}

/** Joins neighbours of one path (what stands above and below the title), and short siblings. */
function joinShort(parts: readonly HeadedPart[]): HeadedPart[] {
  const joined: HeadedPart[] = []
  let last: HeadedPart | undefined
  for (const part of parts) {
    const isBoth = last !== undefined && (isSamePath(last, part) || areShortSiblings(last, part))
    last = isBoth ? joinParts(last!, part) : part
    if (isBoth) joined.pop()
    joined.push(last)
  }
  return joined
}

function isSamePath({ path }: HeadedPart, other: HeadedPart): boolean {
  return path.join('\n') === other.path.join('\n')
}

function areShortSiblings(one: HeadedPart, other: HeadedPart): boolean {
  if (one.content.length >= SHORT_CHARS || other.content.length >= SHORT_CHARS) return false
  const above = ({ path }: HeadedPart) => ({ path: path.slice(0, -1), content: '' })
  return one.path.length === other.path.length && isSamePath(above(one), above(other))
}

/** The headings of both stand in the path and in the text, so that it can be read alone. */
function joinParts(one: HeadedPart, other: HeadedPart): HeadedPart {
  if (isSamePath(one, other)) return { ...one, content: `${one.content}\n\n${other.content}` }
  const [first = '', second = ''] = [one.path.at(-1), other.path.at(-1)]
  const start = one.isJoined ? one.content : `### ${first}\n\n${one.content}`
  const content = `${start}\n\n### ${second}\n\n${other.content}`
  return { path: [...one.path.slice(0, -1), `${first}, ${second}`], content, isJoined: true }
}

function splitLong({ path, content }: HeadedPart): Section[] {
  const heading = path.join(STEP)
  if (content.length <= LONG_CHARS) return [{ heading, content }]
  const parts: string[] = []
  for (const block of toBlocks(content)) {
    const last = parts.at(-1)
    if (last !== undefined && last.length + block.length <= PART_CHARS)
      parts.push(parts.pop() + block)
    else parts.push(block)
  }
  return parts.map(part => ({ heading, content: part.trim() })).filter(part => part.content !== '')
}

/** Paragraphs with the blank lines after them, code in one piece, longer ones cut where they may be. */
function toBlocks(text: string): string[] {
  const lines = text.split('\n')
  const isCode = markCode(lines)
  const blocks: string[] = ['']
  lines.forEach((line, at) => {
    const isWithin = isCode[at] && isCode[at - 1]
    if (!isWithin && line.trim() !== '' && lines[at - 1]?.trim() === '') blocks.push('')
    blocks.push(`${blocks.pop()}${line}${at + 1 < lines.length ? '\n' : ''}`)
  })
  return blocks.flatMap(block =>
    splitText(block, PART_CHARS, LONG_CHARS).map(({ from, to }) => block.slice(from, to)),
  )
}
