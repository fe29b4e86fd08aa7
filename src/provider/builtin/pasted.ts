import { all, pattern } from '../../languages/combined.js'
import { maskCode } from './quoted.js'

/** A line that stands for lines that were pasted. */
export const BLANKED = '\uE002'

const TAG = /<(\/?)([a-z][\w:.-]{0,40})(?:\s[^<>]{0,300})?(\/?)>/gi
/** Often written without an end. */
const ENDLESS = /^(?:br|hr|img|input|meta|link|p|li|td|tr|th|dt|dd|col|wbr|source|area|base)$/i

interface Span {
  from: number
  to: number
}

interface Tag extends Span {
  name: string
  isEnd: boolean
}

/**
 * The text without what stands in elements (`<doc>…</doc>`): they are pasted, not said. Each
 * reaches to its own end, and to a further end of its name that nothing has begun, because what it
 * holds may look like its end; one that never ends and stands on a line alone reaches to the end of
 * the text.
 */
export function blankElements(text: string): string {
  if (!text.includes('<')) return text
  const byName = new Map<string, Tag[]>()
  for (const tag of readTags(text)) byName.set(tag.name, [...(byName.get(tag.name) ?? []), tag])
  return blank(
    text,
    [...byName.values()].flatMap(tags => toSpans(tags, text)),
  )
}

const MOST_TAGS = 2_000

/** The tags of a text but those in inline code and those that are whole by themselves. */
function readTags(text: string): Tag[] {
  return Array.from(maskCode(text).matchAll(TAG))
    .filter(([tag]) => !tag.endsWith('/>'))
    .slice(0, MOST_TAGS)
    .map(({ 0: tag, 1: slash, 2: name = '', index }) => {
      return { name: name.toLowerCase(), isEnd: slash === '/', from: index, to: index + tag.length }
    })
}

function toSpans(tags: readonly Tag[], text: string): Span[] {
  const spans: Span[] = []
  let depth = 0
  let from = 0
  for (const tag of tags) {
    if (!tag.isEnd) {
      if (depth === 0) from = tag.from
      depth++
    } else if (depth > 0) {
      depth--
      if (depth === 0) spans.push({ from, to: tag.to })
    } else {
      const last = spans.at(-1)
      if (last) last.to = tag.to
    }
  }
  const open = depth > 0 ? tags.find(tag => tag.from === from) : undefined
  if (open && standsAlone(text, open)) spans.push({ from, to: text.length })
  return spans
}

function standsAlone(text: string, { from, to, name }: Tag): boolean {
  const before = text.slice(text.lastIndexOf('\n', from) + 1, from)
  const [after = ''] = text.slice(to, to + 200).split('\n')
  return before.trim() === '' && after.trim() === '' && !ENDLESS.test(name)
}

/** Passages over several lines, each with how it begins and ends. */
const PASSAGES: readonly RegExp[] = [
  /<!--[^]*?(?:-->|$)/g,
  /<!\[CDATA\[[^]*?(?:\]\]>|$)/g,
  // Code is quoted so; a sentence in it is somebody's.
  /(?<!`)`{2,}(?!`)[^`\n]{0,2000}\p{L}[.!?](?:\s[^`\n]{0,2000})?`{2,}/gu,
  /"""[^]*?(?:"""|$)/g,
  /'''[^]*?(?:'''|$)/g,
  /^[-=*#]{3,}[ ]?(?:BEGIN|START)\b[^\n]{0,80}$[^]*?(?:^[-=*#]{3,}[ ]?END\b[^\n]*$|$(?![^]))/gim,
  /^-{2,} ?(?:8<|>8|✂).{0,80}$[^]*?(?:^.{0,80}(?:8<|>8|✂) ?-{2,}$|$(?![^]))/gm,
  // Front matter is what a file begins with.
  /^---\n(?:[\w-]+:[^\n]*\n(?:[ \t-][^\n]*\n)*)+---\n[^]*$/g,
  // What a shell hands on, what a file of settings holds, a letter below what is asked about it.
  /<<-?[ ]?(["']?)([A-Z]\w{1,30})\1[^\n]{0,200}\n[^]*?(?:^\s*\2$|$(?![^]))/gm,
  /^[ \t]*[\w.-]{1,60}:[ \t]*[|>][+-]?[ \t]*\n(?:[ \t]+\S[^\n]*(?:\n|$)|[ \t]*\n)+/gm,
  pattern('gi')`
    (?<=\n)${all.pasted.greetings}(?: [^\n,]{1,40})?,[ ]*\n[^]{1,8000}?\n
    ${all.pasted.closings},?[ ]*(?:\n[^\n]{1,60}|$)`,
  /“[^“”]{1,8000}\n[^“”]{0,8000}”/g,
  /„[^„“”]{1,8000}\n[^„“”]{0,8000}[“”]/g,
  /«[^«»]{1,8000}\n[^«»]{0,8000}»/g,
  /「[^「」]{1,8000}\n[^「」]{0,8000}」/g,
  /『[^『』]{1,8000}\n[^『』]{0,8000}』/g,
  /(?<=^|[\s(:：—–-])"(?=\S)[^"]{1,8000}\n[^"]{0,8000}"(?=[\s.,;:!?)]|$)/g,
]

/** Text between two rules; a prompt may be divided so too. */
const RULED = /^(?:---+|===+|\*\*\*+)\n[^]*?^(?:---+|===+|\*\*\*+)$/gm
/** The end of a line that announces a text without a colon: "summarise this text." */
const ANNOUNCES = pattern('iu')`(?<![\p{L}])${all.pasted.announces}(?![\p{L}])[^\n]{0,40}$`

/** The text without comments, documents between markers, and quotations over several lines. */
export function blankPassages(text: string): string {
  const rest = PASSAGES.reduce((left, passage) => left.replace(passage, toBlank), text)
  return rest.replace(RULED, (ruled, at: number) =>
    ANNOUNCES.test(rest.slice(Math.max(0, at - 200), at).trimEnd()) ? toBlank(ruled) : ruled,
  )
}

function blank(text: string, spans: readonly Span[]): string {
  let kept = ''
  let done = 0
  for (const { from, to } of [...spans].sort((one, other) => one.from - other.from)) {
    if (to <= done) continue
    if (from >= done) kept += text.slice(done, from)
    kept += toBlank(text.slice(Math.max(from, done), to))
    done = to
  }
  return kept + text.slice(done)
}

function toBlank(passage: string): string {
  return passage.includes('\n') ? `\n${BLANKED}\n` : ' '
}
