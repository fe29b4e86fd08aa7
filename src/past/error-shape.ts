/** A word of an error line that stays the same wherever and whenever the error is met. */
export interface ErrorWord {
  /** In lower case; of a quoted name all of it. */
  word: string
  /** It tells so much of which error this is; 4 of a code, 0.15 of an article. */
  weight: number
  /** Its absence says nothing: the base name of a path, a host's part of an address. */
  isSoft?: boolean
  /** Stood in quotation marks: what the error is about. */
  isQuoted?: boolean
  /** A class of its language: errors of any tool are of it. */
  isGeneric?: boolean
}

/** A line of an error text, with what is stable in it. */
export interface ErrorLine {
  /** The line as it was printed, without colours and margins. */
  text: string
  words: ErrorWord[]
  /** 1 of a line that says what is wrong, less of a hint, least of a stack frame. */
  weight: number
}

/** Characters of a text that are read: its beginning and, for that is where errors stand, its end. */
const HEAD_CHARS = 16_000
const TAIL_CHARS = 48_000
/** A longer line is read up to here. */
const LINE_CHARS = 500
/** The most words of a line, and lines of a text, that are compared. */
const MOST_WORDS = 70
const MOST_LINES = 48

const TELLING = 1
const OTHER = 0.4
const HINT = 0.2
const FRAME = 0.12

/**
 * The lines of an error text in their order, with their stable words: without colours, progress,
 * prompts, times, paths (their base name stays), numbers, ids, addresses, ports and versions. Of a
 * long text its most telling 48. [] where nothing in it could be compared.
 */
export function readErrorLines(text: string): ErrorLine[] {
  const lines = cutEnds(text)
    .replace(ANSI, '')
    .split('\n')
    .flatMap(line => toErrorLine(line) ?? [])
  if (lines.length <= MOST_LINES) return lines
  const least = lines.map(({ weight }) => weight).sort((a, b) => b - a)[MOST_LINES - 1] ?? 0
  // The last ones of lines that tell alike: what stands at the end made the program stop.
  let room = MOST_LINES - lines.filter(({ weight }) => weight > least).length
  const isKept = ({ weight }: ErrorLine) => weight > least || (weight === least && room-- > 0)
  return lines.reverse().filter(isKept).reverse()
}

function cutEnds(text: string): string {
  if (text.length <= HEAD_CHARS + TAIL_CHARS) return text
  return `${text.slice(0, HEAD_CHARS)}\n${text.slice(-TAIL_CHARS)}`
}

/** Colours and other control sequences of a terminal, links with their address. */
const ANSI =
  /\u001b(?:\[[\d;:?]{0,40}[ -/]{0,4}[@-~]|\][^\u0007\u001b]{0,400}(?:\u0007|\u001b\\)?|[@-Z\\^_])/g

function toErrorLine(given: string): ErrorLine | undefined {
  // A terminal shows what was written last over the same line.
  const shown = given.trimEnd().split('\r').at(-1) ?? ''
  const line = shown.slice(0, LINE_CHARS).replace(/\t/g, ' ').trim()
  if (line === '' || NOISE.test(line)) return undefined
  const text = withoutMargins(line)
  if (text === '' || NOISE.test(text)) return undefined
  const words = readWords(text)
  return words.every(({ weight }) => weight <= LITTLE)
    ? undefined
    : { text, words, weight: weigh(text) }
}

/** Lines of any run of the tool: progress, prompts, summaries, underlines, how to read more. */
const NOISE = new RegExp(
  [
    String.raw`^[^\p{L}\p{N}]*$`,
    String.raw`^(?:[\w.-]+@[\w.-]+[:~ ]|\([\w.-]+\) )?\S{0,80}[$#❯➜] `,
    String.raw`^(?:PS )?[A-Z]:\\[^>]{0,120}> `,
    String.raw`^(?:Writing|Counting|Compressing|Receiving|Resolving|Unpacking|remote: \w+ing) (?:objects|deltas)`,
    String.raw`^\W*\d{1,3}(?:\.\d+)? ?%`,
    String.raw`^(?:Downloading|Downloaded|Collecting|Compiling|Checking|Fetching|Installing|Extracting|Pulling|Waiting|Using cached|Requirement already|#\d+ (?:DONE|CACHED|\[))\b`,
    String.raw`^Traceback \(most recent call last\)|^During handling of the above|^The above exception was`,
    String.raw`^(?:exit status|Exit code:?|Process exited with code|Command failed with exit code|make: \*\*\* \[.*Error) \d+`,
    String.raw`^(?:throw er;|node:events:|node:internal/|Node\.js v\d|npm (?:ERR!|error) A complete log|npm (?:ERR!|error) +(?:/|[A-Z]:\\)\S*-debug)`,
    String.raw`^(?:BUILD FAILED|BUILD SUCCESSFUL|FAILURE: Build failed|\* (?:What went wrong|Try|Get more help|Exception is)|> (?:Run|Get more help)|Run with )`,
    String.raw`^(?:Tests?(?: Files| Suites| run)?:?|test result:|Snapshots:|Time:|Ran all|Duration|Start at|Test Files|Found) .{0,20}\d`,
    String.raw`^(?:=+|-+|_+)? ?\d+ (?:passed|failed|errors?|warnings?|tests?)\b`,
    String.raw`^For more information about|^See '?\S+ --help|^error: (?:could not compile|aborting due to)|^Some errors have detailed`,
    String.raw`^(?:collected|collecting|platform|rootdir|configfile|plugins|cachedir)\b[: ]`,
    String.raw`^<--- (?:Last few GCs|JS stacktrace)|^----- Native stack trace`,
  ].join('|'),
  'u',
)

/** Boxes, bullets, names of tools and times that stand before the words of a line. */
const MARGIN = new RegExp(
  [
    String.raw`[│╷╵╰╭─┌└├┃|>»✗✘✕×⨯●•*]+ *(?:─> ?)?`,
    String.raw`E(?= {3})`,
    String.raw`[EWFI][ /](?:AndroidRuntime|ReactNative\w*)(?:\( *\d+\))?: *`,
    String.raw`npm (?:ERR!|error|WARN|warn)(?: |$)`,
    String.raw`\[(?:ERROR|FATAL|WARN(?:ING)?|INFO|error|fatal|\d{1,7})\] *`,
    String.raw`\[?\d{4}-\d\d-\d\d[T ][\d:.,]{5,18}(?:Z|[+-]\d\d:?\d\d)?\]? *`,
    String.raw`\[?\d\d:\d\d:\d\d(?:[.,]\d{1,9})?\]? *`,
    String.raw`##\[error\] *`,
    String.raw`(?:Warning|Normal) +\w+ +\d+\w*(?: \(x\d+ over \w+\))? +[\w-]+ +`,
    String.raw`[\w.-]{1,60} +\| `,
  ].join('|'),
  'y',
)
const MOST_MARGINS = 6

function withoutMargins(line: string): string {
  let from = 0
  for (let count = 0; count < MOST_MARGINS; count++) {
    MARGIN.lastIndex = from
    const found = MARGIN.exec(line)?.[0]
    if (found === undefined || found === '') break
    from += found.length
    while (line[from] === ' ') from++
  }
  return line.slice(from)
}

/** Frames of a stack in any language, lines of source, and where in a file the error stands. */
const FRAME_LINE =
  /^(?:at |File "|from \S+:\d+:in|in <module>|#\d+ |\d+: +0x|\d+ +\||\.{3}$|-->|::: |goroutine \d+ \[|\S+\.go:\d+ \+0x|caused by:? *$|\S+\(\.{0,3}\)$|\S+:\d+: in\b|(?:import|from|const|let|var|return|self\.)\b[^:]*$)/i
const HINT_LINE =
  /^(?:hint|help|note|info|= (?:note|help)|tip|see(?: also)?|try|to (?:fix|install|ignore|address|see)|fix the|this command with|use '|https?:\/\/\S+$|did you mean|learn more|you can|please|if you)\b/i
const TELLING_LINE =
  /error|exception|fatal|fail(?:ed|ure|ing|s)?\b|panic|abort|denied|refused|rejected|forbidden|unauthori[sz]ed|not found|no such|cannot|can't|could ?n[o']t|unable|unsupported|incompatible|invalid|illegal|missing|unknown|unrecogni[sz]ed|undefined|unexpected|unresolved|mismatch|conflict|time[d ]*out|deadline|exceeded|insufficient|not (?:allowed|permitted|available|supported|authorized|ready|defined|installed|deterministic)|already (?:in use|exists|allocated)|too (?:many|old|large)|out of|deadlock|locked|corrupt|expired|unhealthy|killed|overflow|cycle|race\b|unless|wrong|bad |must |^while resolving|^found:|^peer |\bE[A-Z]{4,}\b|\bnan\b|required|BUG!|fehler|erreur|échec|错误|失败|エラー/i

/** Ends of a tool's message whatever had gone wrong. */
const CLOSING_LINE =
  /failed to push some refs|unexpected disconnect while reading|remote end hung up|subprocess-exited-with-error|^(?:error: )?(?:command|build|process|script|job|step|compilation|task) (?:\S+ )?(?:failed|completed)|^failed to compile|could not resolve dependency|^TypeError: fetch failed$|compilation error|ld returned \d|linker command failed/i

function weigh(text: string): number {
  if (FRAME_LINE.test(text)) return FRAME
  if (HINT_LINE.test(text) || CLOSING_LINE.test(text)) return HINT
  return TELLING_LINE.test(text) ? TELLING : OTHER
}

/** Parts of a line, the first that fits: what is taken out, then what is read. */
const PART = new RegExp(
  [
    String.raw`(?<gone>\d{4}-\d\d-\d\d(?:[T ][\d:.,]+(?:Z|[+-]\d\d:?\d\d)?)?|\d\d?:\d\d:\d\d(?:[.,]\d+)?|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|0x[0-9a-f]+|(?:sha\d+|h1):[\w+/=]+)`,
    String.raw`(?<url>[a-z][a-z+]{1,9}:\/\/[^\s"'\x60<>()|,]+)`,
    String.raw`(?<host>(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?|\[?::1?\]?:\d+|localhost:\d+)`,
    String.raw`(?<quoted>(?<![\w"'\x60])(?:"[^"\n]{1,80}"|'[^'\n]{1,80}'|\x60[^\x60\n]{1,80}\x60|\x60[^\x60'\n]{1,80}'|“[^”\n]{1,80}”|‘[^’\n]{1,80}’)(?!\w))`,
    String.raw`(?<subject>(?<=-- |no module named )[a-z_][\w.:-]*)`,
    String.raw`(?<package>(?:@[\w.-]+\/)?[a-z][\w.-]*@["']?[\^~>=<]*v?\d[\w.+-]*)`,
    String.raw`(?<scoped>@[\w.-]+\/[\w.-]+)`,
    String.raw`(?<path>(?:[A-Za-z]:[\\/]|~?\/|\.{1,2}[\\/])[^\s"'\x60<>|,;()]+|[\w.+-]+(?:[\\/][\w.+@~-]+)+|[\w-]+\.(?:[chors]|cc|cpp|hpp|so|go|py|[jt]sx?|[cm][jt]s|java|kt|rb|php|cs|swift|json|ya?ml|toml|lock|log)(?![\w.]))`,
    String.raw`(?<code>(?:errno|curl|HTTP|status(?:code)?|exit code|SQLSTATE|SQL State|signal)['":= ]{1,4}-?\d[\dA-Z]{0,5}|(?<=^|npm error )[45]\d\d(?= )|\bORA-\d+)`,
    String.raw`(?<word>[\p{L}_$][\p{L}\p{M}\p{N}_$]*(?:(?:\.|::|-)[\p{L}_$][\p{L}\p{M}\p{N}_$]*)*)`,
    String.raw`(?<number>v?\d[\w.]*)`,
  ].join('|'),
  'giu',
)

function readWords(text: string): ErrorWord[] {
  const words: ErrorWord[] = []
  for (const { 0: part, groups = {} } of text.matchAll(PART)) {
    if (words.length >= MOST_WORDS) break
    if (groups.url !== undefined) words.push(...ofUrl(part))
    else if (groups.host !== undefined) words.push(...ofPort(part))
    else if (groups.quoted !== undefined) words.push(...ofQuoted(part.slice(1, -1)))
    else if (groups.subject !== undefined)
      words.push({ word: part.toLowerCase(), weight: SUBJECT, isQuoted: true })
    else if (groups.package !== undefined)
      words.push({ word: part.toLowerCase().replace(/(?<=.)@.*$/, ''), weight: SUBJECT })
    else if (groups.scoped !== undefined) words.push({ word: part.toLowerCase(), weight: SUBJECT })
    else if (groups.path !== undefined) words.push(...ofPath(part))
    else if (groups.code !== undefined) words.push(ofCode(part))
    else if (groups.word !== undefined) words.push(...ofWord(part))
  }
  return words
}

const CODE = 4
const CLASS = 2.5
const SUBJECT = 2
const PLAIN = 1
const COMMON = 0.25
const LITTLE = 0.15
const BASE_NAME = 0.6

/** Ports by which one knows the service that did not answer. */
const SERVICES: Readonly<Record<string, string>> = {
  22: 'ssh',
  25: 'smtp',
  53: 'dns',
  1433: 'sqlserver',
  1521: 'oracle',
  2181: 'zookeeper',
  2375: 'docker',
  3306: 'mysql',
  4317: 'otlp',
  5432: 'postgres',
  5672: 'amqp',
  6379: 'redis',
  6443: 'kubernetes',
  9042: 'cassandra',
  9092: 'kafka',
  9200: 'elasticsearch',
  11211: 'memcached',
  27017: 'mongodb',
}

function ofPort(address: string): ErrorWord[] {
  const service = SERVICES[/:(\d+)$/.exec(address)?.[1] ?? '']
  return service === undefined ? [] : [{ word: `:${service}`, weight: PLAIN }]
}

function ofUrl(url: string): ErrorWord[] {
  const [, host = '', path = ''] = /^[a-z+]+:\/\/([^/:?#]*)[^/?#]*([^?#]*)/i.exec(url) ?? []
  const last = path.split('/').findLast(name => /[a-z]{2}/i.test(name)) ?? ''
  return [host, last].flatMap(name => toSoft(name))
}

/** A relative one in quotation marks, or without an extension, is a module: what the error is about. */
function ofPath(path: string): ErrorWord[] {
  const bare = path.replace(/(?::\d+){1,2}:?$|[:.]+$/, '')
  return toSoft(bare.split(/[\\/]/).at(-1) ?? '')
}

function toSoft(name: string): ErrorWord[] {
  const word = name.toLowerCase().replace(/(?<![a-z])v?\d[\d.]*(?![a-z])/g, '')
  return /[a-z]{2}/.test(word) ? [{ word, weight: BASE_NAME, isSoft: true }] : []
}

function ofCode(code: string): ErrorWord {
  return { word: code.toLowerCase().replace(/['":= ]+/g, ' '), weight: CODE / 2 }
}

const ONLY_NAME = /^[*&]?[@\p{L}_$][\p{L}\p{N}_$./:@<>[\]*#()-]*$/u

/** A name as one word, a sentence as its words; a path as one, a number not at all. */
function ofQuoted(text: string): ErrorWord[] {
  if (text.includes('://')) return ofUrl(text)
  if (/^(?:[A-Za-z]:[\\/]|~?\/)/.test(text)) return ofPath(text)
  if (/^\.{1,2}\//.test(text) || ONLY_NAME.test(text)) {
    const word = text.toLowerCase().replace(/(?<=[a-z])@[\d.^~]+/, '')
    return CODE_WORD.test(text) ? ofWord(text) : [{ word, weight: SUBJECT, isQuoted: true }]
  }
  return /\p{L}{2}/u.test(text) ? readWords(text).slice(0, MOST_WORDS) : []
}

/** Codes of errors: of a system, of a compiler, of a service. */
const CODE_WORD =
  /^(?:E[A-Z][A-Z0-9_]{2,}|E\d{3,4}|TS\d{3,5}|CS\d{4}|[CM]S?B?\d{4}|LNK\d{4}|FS\d{4}|SC\d{4}|NU\d{4}|NETSDK\d+|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|[A-Z]{4,}\d{2,}|SIG[A-Z]{3,}|NOAUTH|NXDOMAIN|OOMKilled|[A-Z][a-zA-Z]+BackOff)$/
const CLASS_WORD =
  /(?:Error|Exception|Failure|Fault|Panic|Warning|Denied|NotFound|Refused|Invalid\w*|Expired|Exceeded)$/
const GENERIC_CLASS =
  /^(?:(?:Type|Reference|Syntax|Range|Eval|Aggregate|Value|Key|Index|Attribute|Name|Import|ModuleNotFound|Runtime|OS|IO|Assertion|FileNotFound|Permission|Connection|Timeout|NotImplemented|Standard|NoMethod|Argument|Load|Unhandled)Error|(?:NullPointer|NullReference|IllegalArgument|IllegalState|Runtime|IO|ClassCast|ClassNotFound|IndexOutOfBounds|InvalidOperation|UnsupportedOperation|Argument|NotImplemented)Exception)$/
/** Tools tell a class with or without it. */
const CLASS_END = /(?<=^.{8,})(?:error|exception)$/
const COMMON_WORD =
  /^(?:errors?|err|exception|fatal|fail(?:ed|ure|s)?|warning|warn|info|debug|level|msg|message|code|cause|reason|response|request|detail|hint|app|main|thread|in|line|file|process|exit|status|throw|uncaught|unhandled|returned|result|called|value|object|type|command|due)$/
const LITTLE_WORD =
  /^(?:a|an|the|of|to|in|on|at|by|for|from|with|and|or|is|are|was|be|been|it|its|this|that|has|have|had|as|not|no|do|did|does|you|your|we|when|while|while|if|but|so|then|than|there|which|will|would|can|could|may|might|should|i|self|der|die|das|und|le|la|les|de|ms|s|mb|gb|kb)$/

/** The last name of a dotted class; other dotted names stay whole, and count as what it is about. */
function ofWord(given: string): ErrorWord[] {
  if (/^[0-9a-f]{7,}$/i.test(given) && /\d/.test(given)) return []
  const last = given.split(/\.|::/).at(-1) ?? given
  if (CODE_WORD.test(given)) return [{ word: given.toLowerCase(), weight: CODE }]
  if (CLASS_WORD.test(last) && /^\p{Lu}/u.test(last) && !COMMON_WORD.test(last.toLowerCase()))
    return [toClass(last)]
  const word = given.toLowerCase()
  if (LITTLE_WORD.test(word)) return [{ word, weight: LITTLE }]
  if (COMMON_WORD.test(word)) return [{ word, weight: COMMON }]
  if (/\.|::/.test(given)) return [{ word, weight: SUBJECT, isQuoted: true }]
  const parts = word.split('-').length
  return [{ word, weight: word.length < 3 ? COMMON : Math.min(parts, CLASS) * PLAIN }]
}

function toClass(name: string): ErrorWord {
  const word = name.toLowerCase().replace(CLASS_END, '')
  return { word, weight: CLASS, ...(GENERIC_CLASS.test(name) && { isGeneric: true }) }
}
