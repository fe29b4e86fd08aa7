import { stem, tokenize } from '../../store/index/analyse.js'
import { expandTerms, parseQuery } from './query.js'

interface Passage {
  from: number
  to: number
  score: number
}

/** Characters of one passage, but for a sentence that is longer. */
const PASSAGE_CHARS = 400
/** A sentence of more characters is cut between words. */
const SENTENCE_CHARS = 600
const GAP = '…'
/** Room for the signs of a cut on both sides of a passage, with a line end. */
const MARKS = 2 * GAP.length + 2
/** Characters of a document in which passages are looked for. */
const SEARCHED_CHARS = 65_536

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
  const passages = splitPassages(content.slice(0, SEARCHED_CHARS), limit, longest)
  if (queryText) scorePassages(passages, content, queryText)
  if (passages.every(({ score }) => score === 0)) return cutEnd(content, maxChars)
  return join(content, choose(content, passages, maxChars)).slice(0, maxChars)
}

/** Cuts where a paragraph, a line or a sentence ends; in a longer sentence between words. */
function splitPassages(text: string, limit: number, longest: number): Passage[] {
  const passages: Passage[] = []
  let from = 0
  while (from < text.length) {
    const rest = text.slice(from, from + longest)
    const isEnd = from + rest.length === text.length
    const to = from + (isEnd && rest.length <= limit ? rest.length : findCut(rest, limit, isEnd))
    passages.push({ from, to, score: 0 })
    from = to
  }
  return passages
}

function findCut(text: string, limit: number, isEnd: boolean): number {
  const stretch = text.slice(0, limit)
  const blankLine = stretch.indexOf('\n\n')
  if (blankLine > limit / 8) return blankLine + 2
  const ends = [...endsOf(text), ...(isEnd ? [text.length] : [])].filter(end => end > limit / 4)
  return ends.findLast(end => end <= limit) ?? ends[0] ?? (lastWord(stretch) || 2)
}

/** End of a sentence or a line, blanks after it included. */
const END = /\n+|[.!?][)\]"'*_`]{0,3} +(?=[^a-z ])|[\u3002\uff01\uff1f]/g

function endsOf(text: string): number[] {
  return Array.from(text.matchAll(END), ({ index, 0: found }) => index + found.length)
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

/** The sentences that a stretch holds whole; its whole words where not even one is. */
function wholeSentences(stretch: string): string {
  const end = endsOf(stretch).at(-1) ?? 0
  return stretch.slice(0, end > stretch.length / 4 ? end : lastWord(stretch))
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
    splitPassages(block, PART_CHARS, LONG_CHARS).map(({ from, to }) => block.slice(from, to)),
  )
}
