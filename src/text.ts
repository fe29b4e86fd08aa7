const NOT_ASCII = /[^\x00-\x7f]/
const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const CONTROL = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g
const ZWNJ = '\u200c'
const ZWJ = '\u200d'
const CUT = '…'
const CUT_INSIDE = ' […] '

interface Patterns {
  invisible: RegExp
  pictograph: RegExp
  arabic: RegExp
}

let compiled: Patterns | undefined

/** Compiled at first use: regular expressions with Unicode properties cost start-up time. */
function patterns(): Patterns {
  compiled ??= {
    invisible: /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]+/gu,
    pictograph: /^[\p{Extended_Pictographic}\u{1f3fb}-\u{1f3ff}]$/u,
    arabic: /^\p{Script=Arabic}$/u,
  }
  return compiled
}

/**
 * Removes characters that nobody sees but a model reads: zero-width, bidirectional, tag and other
 * ignorable ones. Joiners and variation selectors inside emoji stay, and so does the zero-width
 * non-joiner between Arabic letters. Applying it twice changes nothing.
 */
export function stripInvisible(text: string): string {
  if (!NOT_ASCII.test(text)) return text
  return text.replace(patterns().invisible, (run, offset: number) => {
    const first = run.charAt(0)
    const start = isPartOfSeen(text, first, offset) ? first : ''
    // Nothing but a variation selector and one joiner after it can belong to what is seen.
    if (run.length !== 2) return start
    const second = run.charAt(1)
    return isPartOfSeen(text, second, offset + 1) ? start + second : start
  })
}

function isPartOfSeen(text: string, character: string, offset: number): boolean {
  if (character !== ZWNJ && character !== ZWJ && !isVariation(character)) return false
  const { pictograph, arabic } = patterns()
  const before = characterBefore(text, offset)
  const after = characterAt(text, offset + 1)
  if (character === ZWNJ) return arabic.test(before) && arabic.test(after)
  if (character === ZWJ)
    return pictograph.test(pictureBefore(text, before, offset)) && pictograph.test(after)
  return pictograph.test(before) || (after === '\u20e3' && /^[0-9#*]$/.test(before))
}

/** The picture before a joiner, looking through one variation selector. */
function pictureBefore(text: string, before: string, offset: number): string {
  return isVariation(before) ? characterBefore(text, offset - 1) : before
}

function isVariation(character: string): boolean {
  return character === '\ufe0e' || character === '\ufe0f'
}

function characterAt(text: string, index: number): string {
  const point = text.codePointAt(index)
  return point === undefined ? '' : String.fromCodePoint(point)
}

function characterBefore(text: string, offset: number): string {
  const pair = characterAt(text, offset - 2)
  return pair.length === 2 ? pair : text.charAt(offset - 1)
}

const NOT_SPACED = /[^\S ]| {2}/

/** A text as one line of a frame: what `toInside` leaves, with single blanks. */
export function toLine(text: string): string {
  const line = toInside(text)
  return NOT_SPACED.test(line) ? line.replace(/\s+/g, ' ') : line
}

/** Words in brackets that read as where an item comes from, as frames and lists tell it. */
const SOURCE =
  /\(((?:file |[^()]{0,80}\bmemory [0-9a-z]{8}|(?:global|project) [0-9a-z]{8})[^()]{0,300})(?:\)|$)/gi

/** A title as one line: what it says of its own source stands in square brackets. */
export function toHead(title: string): string {
  const line = toLine(title)
  return line.includes('(') ? line.replace(SOURCE, '[$1]') : line
}

/**
 * Text that cannot close or open a marker of ours, of a host or of a model, however it is spelled,
 * nor hold control characters, halves of characters, or the separators that some readers take for
 * line ends.
 */
export function toInside(text: string): string {
  if (!NOT_PLAIN.test(text)) return text.trim()
  return stripInvisible(text)
    .replace(/\r\n?|[\u2028\u2029\u0085\v\f]/g, '\n')
    .replace(/[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f]/g, '')
    .replace(HALVES, '\ufffd')
    .replace(MARKS, '$1')
    .replace(OPENING, '‹')
    .trim()
}

/** In a text of printable ASCII, tabs and line ends without `<` and what stands for it there is nothing to take out. */
const NOT_PLAIN = /[^\t\n -;=-~]|&(?:lt|#)|\\[ux]|%3c/i
/** A host that is sent one may refuse the whole request. */
const HALVES = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g
/** No script has more than three marks on a letter. */
const MARK =
  '(?:[\\u0300-\\u036f]|[\\u0483-\\u0489]|[\\u1ab0-\\u1aff]|[\\u1dc0-\\u1dff]|[\\u20d0-\\u20ff]|[\\ufe20-\\ufe2f])'
const MARKS = new RegExp(`(${MARK}{3})${MARK}+`, 'g')
/** Openings of tags of these names, or of names spelled with letters like theirs. */
const OPENING = new RegExp(
  '(?:[<＜﹤]|&lt;?|&#0{0,6}60;?|&#x0{0,6}3c;?|\\\\u003c|\\\\x3c|%3c)(?=[\\s/\\\\!?|／]*(?:' +
    [
      'svc-memory|hook_context|(?:system|assistant)(?=[\\s>|_-]|$)|qwen:|persisted-output|task-notification|local-command',
      'command-(?:name|message|args)|bash-(?:input|stdout|stderr)|subagent_notification',
      'user[-_](?:message|query|prompt|request|instructions|input|shell_command)|human>',
      'antml|function_|tool_|invoke[\\s>]|im_(?:start|end)|start_|end_|environment_context',
      'session_context|permissions instructions|state_snapshot|turn_aborted|[<＜]SYS|[a-z_:-]{0,24}[^\\x00-\\x7f]',
    ].join('|') +
    '))',
  'gi',
)

/** The text on one line: invisible characters vanish, control and white space become one space. */
export function toTitle(text: string): string {
  return stripInvisible(text)
    .replace(/[\s\x00-\x1f\x7f-\x9f]+/g, ' ')
    .trim()
}

/** Key by which titles are compared: NFKC, trimmed, inner white space collapsed, lower case. */
export function titleKey(title: string): string {
  return title.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase()
}

/**
 * The text as a terminal may show it: control characters other than newline and tab become
 * `\xNN`, bidirectional controls vanish.
 */
export function toTerminal(text: string): string {
  return text.replace(BIDI, '').replace(CONTROL, toEscape)
}

function toEscape(character: string): string {
  return `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`
}

/**
 * At most `maxChars` UTF-16 units of a text, the sign of the cut included, and never half a
 * character: its `start`, or both `ends` with the middle left out.
 */
export function clip(text: string, maxChars: number, mode: 'start' | 'ends' = 'start'): string {
  if (text.length <= maxChars) return text
  const isWide = mode === 'ends' && maxChars > CUT_INSIDE.length + 2
  if (!isWide) return maxChars < 1 ? '' : head(text, maxChars - CUT.length) + CUT
  const room = maxChars - CUT_INSIDE.length
  const first = Math.ceil(room / 2)
  return head(text, first) + CUT_INSIDE + tail(text, room - first)
}

function head(text: string, length: number): string {
  return text.slice(0, isInsidePair(text, length) ? length - 1 : length)
}

function tail(text: string, length: number): string {
  const start = text.length - length
  return text.slice(isInsidePair(text, start) ? start + 1 : start)
}

function isInsidePair(text: string, index: number): boolean {
  return index > 0 && (text.codePointAt(index - 1) ?? 0) > 0xffff
}

/** The day of a time in UTC, as `YYYY-MM-DD`. */
export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10)
}

/** About how many tokens a text has: 4 characters each. */
export function estimateTokens(...texts: readonly string[]): number {
  return Math.ceil(texts.reduce((sum, text) => sum + text.length, 0) / 4)
}
