import { LIST_MARK } from '../../provider/builtin/sentences.js'

/** A commit as git tells it: `id` is its whole hash, `at` its author date in ISO 8601. */
export interface Commit {
  id: string
  at: string
  author: string
  message: string
}

/** A message in its parts; what programs wrote, quotations, code and trailers are left out. */
export interface CommitMessage {
  /** The first line without the marks of its kind: `fix(raft)!:` is `raft:`, no emoji, no number. */
  subject: string
  /** Paragraphs and list items in their order, each on one line. */
  body: readonly CommitPart[]
  /** The subject that a revert names, where it takes a commit back by its subject. */
  reverted?: string
  /** Beginnings of ids of commits (7 to 40 hexadecimal digits) that the message names. */
  names: readonly string[]
  isRevert: boolean
  /** True where the subject is marked as a breaking change. */
  isBreaking: boolean
  /** The kind that a conventional subject names, such as `fix`; '' where it names none. */
  type: string
  /** Lines of code, of traces and of tables that were left out. */
  left: number
}

interface CommitPart {
  text: string
  isItem: boolean
}

const BOT = /\[bot\]|\b(?:dependabot|renovate|greenkeeper|snyk-bot|roller|autoroll)\b/i
/** Subjects of what nobody wrote, or of what only repeats other messages. */
const MADE = new RegExp(
  [
    String.raw`^merged? (?:branch|tag|pull|remote|commit|changes|master|main|upstream|['"])`,
    String.raw`^(?:fixup|squash|amend)! |^\[?(?:roller|autoroll|wip)\b`,
    String.raw`^(?:build|chore|fix|ci)?(?:\(deps(?:-dev)?\))?:? ?(?:bump|update dependency|roll) \S+ (?:from|to|v?\d)`,
    String.raw`^chore\((?:deps|release)\)|^(?:chore: )?(?:prepare )?releas(?:e|ing) v?\d|^(?:bump|prepare|back to) (?:development )?version\b.{0,40}\d`,
    String.raw`^\P{L}*v?\d+\.\d+(?:\.\d+)?(?:[-.\w]*)?$|^🔖|^(?:reland|reapply)\b`,
    String.raw`^(?:versión|versão|version|release|バージョン|版本) ?v?\d|^\S+ version v?\d[\w.]*$`,
    String.raw`^(?:update )?(?:the )?change ?log\b|^revert "?(?:revert|reland)\b`,
  ].join('|'),
  'iu',
)
const TYPE =
  /^(feat|fix|perf|refactor|docs?|chore|build|ci|tests?|style|revert|security|ops|deps)(?:\(([^)]{1,60})\))?!?:\s+/i
const DECORATION =
  /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200d|\ufe0f|:[a-z0-9_]+:|\s)+|\s*\((?:#\d+|[^()]*follow-up)\)/gu
const REVERTS = /^(?:revert|reverts|reverting|rückgängig|annule|revierte|取り消し|撤销)\b:?\s*/iu
const TRAILER =
  /^(?:[A-Z][a-z]+(?:-[a-z]+)*-(?:[Bb]y|Id|[Tt]o)|Bug|Fixes|Closes|Resolves|Refs?|Link|Cc|Issue|PR|See|Test(?:ed|s)?|Change-Id|git-svn-id|Part-of|Version|Relnotes?):\s|^(?:fix(?:es)?|close[sd]?|resolve[sd]?|refs?|see|part of) (?:[\w./-]*#\d+|https?:\S+)[.,]?$|^\(cherry picked from|^-{3,}$/i
/** Lines behind which no message goes on. */
const ENDS = /^(?:# Conflicts:|-{8,} ?>8|Squashed commit of|diff --git |Release notes$|<details>)/i
const TRACE =
  /^\s*(?:Traceback \(|at \S+ ?\(|File "|#\d+ +0x|\d+: +[\w:]+$|thread '|panic:|goroutine |stack backtrace|Call trace|[\w.]*(?:Error|Exception): |[|+-]{3,}|\|)/
/** Names the commit that is taken back; what follows is the reason. */
const TAKES_BACK =
  /^(?:this )?reverts? (?:commit|change|[\w.-]+\/[\w.-]+#)\s*\w+(?: \("[^\n]*"\))?[.,;:]*\s*/i
const NAME = /(?<![\w#.])[0-9a-f]{7,40}(?!\w|\.\w)/g
const MOST_LINES = 400

/** True for a message that a program wrote, or that repeats what others say: merges, releases, bots. */
export function isMade({ author, message }: Pick<Commit, 'author' | 'message'>): boolean {
  const subject = message.slice(0, 300).split('\n', 1)[0]!.trim()
  return BOT.test(author) || MADE.test(subject) || MADE.test(bareSubject(subject))
}

function bareSubject(subject: string): string {
  const bare = subject.replace(DECORATION, '')
  const [whole, , scope] = TYPE.exec(bare) ?? []
  if (whole === undefined) return bare.trim()
  return `${scope ? `${scope}: ` : ''}${bare.slice(whole.length)}`.trim()
}

/** Reads a message. A body begins with the second line, whether a blank one stands before it or not. */
export function readMessage(message: string): CommitMessage {
  const [first = '', ...lines] = message.replace(/\r/g, '').trim().split('\n').slice(0, MOST_LINES)
  const bare = bareSubject(first)
  const type = TYPE.exec(first.replace(DECORATION, ''))?.[1]?.toLowerCase() ?? ''
  const isRevert = type === 'revert' || REVERTS.test(bare) || /^⏪/u.test(first)
  const reverted = isRevert ? /["“«](.+)["”»]/.exec(bare)?.[1] : undefined
  const { body, left } = readBody(lines)
  return {
    subject: isRevert && !REVERTS.test(bare) && type === 'revert' ? `Revert ${bare}` : bare,
    body,
    ...(reverted !== undefined && { reverted: bareSubject(reverted) }),
    names: [...new Set(message.match(NAME) ?? [])].filter(name => /\d/.test(name)),
    isRevert,
    isBreaking: /^\w+(?:\([^)]*\))?!:|💥/u.test(first),
    type,
    left,
  }
}

function readBody(lines: readonly string[]): Pick<CommitMessage, 'body' | 'left'> {
  const body: CommitPart[] = []
  let [open, left, isFenced] = [false, 0, false]
  for (const given of lines) {
    const line = given.replace(TAKES_BACK, '')
    if (ENDS.test(line)) break
    const isFence = /^\s*(?:```|~~~)/.test(line)
    if (isFence) isFenced = !isFenced
    const last = body.at(-1)
    const isItem = LIST_MARK.test(line)
    const isDeep = /^(?:\t| {2,})\S/.test(line) && !isItem && !(open && last?.isItem === true)
    if (line.trim() === '') open = open && given.trim() !== ''
    else if (isFence || isFenced || isDeep || TRACE.test(line) || /^\s*>/.test(line)) left++
    else if (TRAILER.test(line.trim()) || isNoise(line)) open = false
    else if (isItem) open = body.push({ text: line.replace(LIST_MARK, '').trim(), isItem }) > 0
    else if (open && last) last.text += joint(last.text) + line.trim()
    else open = body.push({ text: line.trim(), isItem: false }) > 0
  }
  return { body, left }
}

/** Headings, badges and what a person ticks off. */
function isNoise(line: string): boolean {
  return /^\s*(?:#{1,6} |<\/?\w+>|!\[|\[[ x]\])/.test(line)
}

/** Nothing where a line broke between signs that are written without blanks. */
function joint(before: string): string {
  return /[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]$/.test(before) ? '' : ' '
}
