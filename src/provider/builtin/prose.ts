import { all, pattern } from '../../languages/combined.js'
import { stripInjected } from '../../redact/index.js'
import { clip, stripInvisible } from '../../text.js'
import { maskCode } from './quoted.js'
import { remembering } from './remembering.js'
import { beginsWithRequest, holdsRequest } from './request-words.js'

/** Most characters read, as many as are queued of a prompt: the beginning and the end. */
const MAX_CHARS = 20_000
const PASTE_LEAD = pattern()`${all.pasted.leads}[^:：]{0,60}[:：]$`
const CODE_LINE =
  /^(?:[$>%#] |>>> |[+-]{1,3} ?[\w"'({[<]+.*[;{}()]$|at \S+ \(|\s{4,}\S|\t|\d{4}-\d\d-\d\d[T ]\d|\[?\d\d:\d\d:\d\d|\[?(?:ERROR|WARN(?:ING)?|INFO|DEBUG|FATAL|TRACE)\b|(?:\w*Error|Exception|Traceback.*|panic|fatal|warning|error|npm ERR!)(?:\[\w+\])?:|(?:export )?(?:const|let|var) [\w{[$][^=]*=|import (?:['"{*]|.* from ['"])|export (?:default|\{|\*|function|class|type|interface|async)|(?:async )?function\b.*\(|(?:class|interface|struct|enum) \w+.*\{|def \w+\(|return\b.*;$|(?:public|private|protected|package) .*[;{]$|#include|(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP) .*\b(?:FROM|INTO|SET|TABLE|INDEX|VALUES)\b|\/\/|\/\*|\*\/|<!--|<\/?[a-zA-Z][^>]*>|[{}[\]()]+[,;]?$|"[^"]+"\s*:|@@ |diff --git|index [0-9a-f]{7}|\|.*\|$)/
const CODE_END = /(?:[;{}]|=>|\)\s*\{)$/

/**
 * The words that a person wrote themselves: a text without injected blocks, code fences, documents,
 * quoted lines, mails, logs, conversations and what a line such as "here is the log:" introduces.
 * At most about 20,000 characters.
 */
export function toProse(text: string): string {
  return proseOf(clip(text.slice(0, 1_000_000), MAX_CHARS, 'ends'))
}

/** Remembers what it has read, as long as it is cut to. */
const proseOf = remembering(readProse, 50)

function readProse(bounded: string): string {
  const own = stripInvisible(stripInjected(bounded)).replace(/\r\n?/g, '\n')
  return keepOwnLines(blankPassages(blankElements(withoutFences(own))).split('\n')).join('\n')
}

/**
 * The text with `BLANKED` for lines of ``` and ~~~ fences. A fence ends at as many of its own sign,
 * or more; one that does not end reaches to the end.
 */
function withoutFences(text: string): string {
  let open = ''
  const lines = text.split('\n').map(line => {
    const [, sign = '', rest = ''] = /^\s*(`{3,}|~{3,})(.*)$/.exec(line) ?? []
    if (open !== '') {
      if (sign.startsWith(open) && rest.trim() === '') open = ''
      return BLANKED
    }
    if (sign === '' || (sign.startsWith('`') && rest.includes('`'))) return line
    open = sign
    return BLANKED
  })
  return lines.join('\n')
}

/** Behind a paste without a blank line, so many lines at the end may be the person's again. */
const LAST_LINES = 3

/** The owner of a line; foreign text reaches to the end, output to the next blank line. */
type Place = 'own' | 'waiting' | 'inside' | 'output' | 'foreign'

function keepOwnLines(lines: readonly string[]): string[] {
  const kept: string[] = []
  const isEmpty = (line: string) => line.trim() === '' || line === BLANKED
  const end = lines.filter(line => !isEmpty(line)).at(-LAST_LINES) ?? ''
  const lastLines = lines.lastIndexOf(end)
  const note = noteIn(lines, isEmpty)
  let place: Place = 'own'
  for (const [at, line] of lines.entries()) {
    const isBlank = isEmpty(line)
    const asks = !isBlank && !isOthersLine(line) && beginsWithRequest(line.trim().toLowerCase())
    place = enter(place, line, { isBlank, mayEnd: at >= lastLines && asks, next: lines[at + 1] })
    const isOwn = place === 'own' && !isBlank && (asks || at === note || !isPastedLine(line))
    kept.push(isOwn ? withoutReported(line) : '')
    if (place === 'own' && isPasteLead(line.trim().slice(-120))) place = 'waiting'
  }
  return kept
}

/** A prompt of more lines is a document. */
const LINES_WITH_NOTE = 12
const HEADING = /^\s*#{1,6} /
/** "# use 4 spaces": some words, no numbered title. */
const NOTE = /^# (?!\d)(?=\S+ \S|[^\x00-\x7f]{4})/
/** No title begins so. */
const PLAIN_NOTE = /^# [\p{Ll}\u3040-\u9fff]/u

/** The index of a line "# …" that somebody wants noted, in a prompt that is no document; or -1. */
function noteIn(lines: readonly string[], isEmpty: (line: string) => boolean): number {
  const filled = lines.filter(line => !isEmpty(line))
  const [note = '', other] = filled.filter(line => HEADING.test(line))
  const isDocument = other !== undefined || filled.length > LINES_WITH_NOTE
  if (isDocument || !NOTE.test(note)) return -1
  if (filled.some(line => line !== note && isPastedLine(line))) return -1
  const isPlaced = filled.at(-1) === note || (filled[0] === note && PLAIN_NOTE.test(note))
  return isPlaced ? lines.indexOf(note) : -1
}

interface LineLook {
  isBlank: boolean
  /** True for a request near the end: it may be the person's again. */
  mayEnd: boolean
  next: string | undefined
}

function enter(place: Place, line: string, { isBlank, mayEnd, next = '' }: LineLook): Place {
  if (place === 'foreign') return place
  if (isBlank) return place === 'waiting' && line !== BLANKED ? place : 'own'
  if (beginsForeign(line, next) || (place === 'waiting' && DOCUMENT.test(line))) return 'foreign'
  if (OUTPUT.test(line)) return 'output'
  if (place === 'waiting') return 'inside'
  return place === 'inside' && mayEnd ? 'own' : place
}

/** The first line of a document that was announced. */
const DOCUMENT =
  /^\s*(?:#{1,6} |(?:title|name|summary|description|subject|author|from|date|status|labels?|assignee|priority)\s?: )/i

/**
 * A person's words, or a program's, to the end of the text: mails, conversations, what svc and
 * hosts say.
 */
const FOREIGN = pattern('i')`
  ^-{2,} ?${all.pasted.mailRules} ?-{2,}
  |^begin forwarded message:
  |^${all.pasted.onDay} .{5,120} ${all.pasted.wrote} ?:$
  |^[#*_[\]() ]{0,8}(?:human|user|assistant)[\])*_ ]{0,4}[:：][\])*_ ]*(?:$|\S+(?:\s+\S+){2})
  |^(?:you|chatgpt|claude|gemini|copilot) said:$
  |^[> ]{0,4}\[(?:system|assistant|user|developer|tool)(?:[ :#][^\]]{0,40})?\]
  |<\|(?:im_start|start_header_id|system|user|assistant)
  |\[inst\]|<<sys>>|<start_of_turn>
  |^notes (?:from earlier work, )?kept by svc\b
  |^\w{2,30} hook (?:additional context|success|feedback):
  |^\[pasted text`
const MAIL_HEADER = pattern('i')`^${all.pasted.headers}\s?[:：]\s*\S`
const MAIL_SIGN = pattern('i')`@|^${all.pasted.mailHeaders}`

function beginsForeign(line: string, next: string): boolean {
  const [one, two] = [line.trim(), next.trim()]
  const isMail = MAIL_HEADER.test(one) && MAIL_HEADER.test(two)
  return FOREIGN.test(one) || (isMail && (MAIL_SIGN.test(one) || MAIL_SIGN.test(two)))
}

/** Output of programs, and messages of a chat, to the next blank line. */
const OUTPUT =
  /^(?:[$❯] \S|\w+@[\w.-]+[:~].{0,80}[$#] \S|>>> |commit [0-9a-f]{7,40}\b|diff --git |@@ -\d|(?:---|\+\+\+) [ab]\/|[\w.' -]{1,40}\s{1,3}[[(]?(?:[\w., ]{1,20} (?:at )?)?\d{1,2}:\d\d(?: ?[AP]M)?[\])]?$|[\w.@-]{2,40} (?:commented|replied|reviewed|wrote|said)(?: (?:on|in) .{1,40}| .{1,20} ago)?:?$|[#*_[ ]{0,8}(?:system|developer|tool)[\])*_ ]{0,4}: ?\S+(?:\s+\S+){2})/i
/** Lines that are nobody's request, whatever they say. */
const NOT_SAID =
  /^(?:\s*[>|＞｜]|[+-][A-Za-zÀ-ÿ]|(?: {4,}|\t)(?![-*+•] |\d{1,2}[.)] )\S|\s*\d{1,6}(?:→|\t)|[\w./-]{1,200}\.\w{1,8}:\d{1,7}[:-]|\[?\d{1,2}:\d\d(?::\d\d)?(?: ?[AP]M)?\]?\s+\S|\[?\d{4}-\d\d-\d\d[T, ]|[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d |[A-Z]\w+: .{0,80}<[^<>\s]+@)/i

function isOthersLine(line: string): boolean {
  return NOT_SAID.test(line)
}

function isPasteLead(end: string): boolean {
  if (!/[:：]$/.test(end)) return false
  const lower = end.toLowerCase()
  return PASTE_LEAD.test(lower) && !holdsRequest(lower)
}

function isPastedLine(line: string): boolean {
  const trimmed = line.trim()
  if (isOthersLine(line)) return true
  if (/^#{1,6} /.test(trimmed)) return true
  if (/^\s*[-*+•] /.test(line) || /^\s*\d{1,2}[.)] /.test(line)) return CODE_END.test(trimmed)
  return CODE_LINE.test(line) || (CODE_END.test(trimmed) && !trimmed.includes('`'))
}

/** Announces, on the same line, what a file or a message says, or text to work on. */
const REPORTED = pattern('iu')`
  ^(?:[^.!?:：]{0,60}(?<![\p{L}])${all.pasted.sources}(?![\p{L}])[^.!?:：]{0,40}(?<![\p{L}])
  ${all.pasted.says}[^.!?:：]{0,20}|[^.!?:：]{0,40}(?<![\p{L}])${all.pasted.rewrites}
  (?![\p{L}])[^.!?:：]{0,60}|[^。！？:：]{0,30}${all.pasted.quotes}[^。！？:：]{0,20})[:：]\s*(?=\S)`

/** Announces what somebody other than the person says. */
const SAID_BY = pattern('iu')`
  ^(?![^:：]*(?<![\p{L}])(?:${all.pasted.ownWords}|svc)(?![\p{L}]))[^.!?:：]{2,60}(?<![\p{L}])
  ${all.pasted.saidBy}(?![\p{L}])[^.!?:：]{0,30}[:：]\s*(?=\S)`

/** The announcement of somebody's order; undefined where they say a fact: it may be kept. */
function orderOf(line: string): string | undefined {
  const lead = SAID_BY.exec(line)?.[0]
  if (lead === undefined) return undefined
  const rest = line.slice(lead.length).toLowerCase()
  return beginsWithRequest(rest) || TAKES_BACK.test(rest) ? lead : undefined
}

const TAKES_BACK = pattern('u')`^${all.pasted.forget}(?![\p{L}])`

/** The line without what it reports; whole where it asks to keep that. */
function withoutReported(line: string): string {
  const lead = REPORTED.exec(line)?.[0] ?? orderOf(line)
  return lead === undefined || holdsRequest(lead.toLowerCase()) ? line : lead
}

/** A line that stands for lines that were pasted. */
const BLANKED = '\uE002'

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
function blankElements(text: string): string {
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
  // A shell's here-document, a text block in a settings file, a letter below a question about it.
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
function blankPassages(text: string): string {
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
