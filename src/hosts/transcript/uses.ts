import { toInputFields, toText, type ToolCall } from './format.js'
import { formatOf } from '../drivers.js'
import { withTranscript, linesFrom, parseRecord, type TranscriptFile } from './read.js'

/** The skills that a stretch of a transcript tells of, and where to go on. */
interface ToolUses {
  /** Each once: paths of a SKILL.md that was opened, as written, and names that were invoked. */
  skills: string[]
  /** The byte behind the last whole line that was read. */
  end: number
}

const MAX_BYTES = 8 * 1024 * 1024
const MAX_SKILLS = 100
const MAX_SKILL_CHARS = 1000
/** A line without any of these tells of no skill; most lines are never parsed. */
const MARKS = /SKILL\.md|<command-name>|<skill>|skill\.invoked|"(?:activate_)?skill"/i

/**
 * Lists the skills that were opened or invoked in a transcript since byte `fromByte`. Reads at most
 * 8 MiB: `end` lies before the file's end if there is more. A file that has become shorter is read
 * from its beginning. Nothing, and `end` as `fromByte`, without a regular file. Never throws.
 */
export function readToolUses(path: string, fromByte: number): ToolUses {
  const uses = withTranscript(path, transcript => collect(transcript, fromByte))
  return uses ?? { skills: [], end: fromByte }
}

function collect(transcript: TranscriptFile, fromByte: number): ToolUses {
  const from = fromByte <= transcript.size && fromByte > 0 ? fromByte : 0
  const skills = new Set<string>()
  let end = from
  for (const line of linesFrom(transcript, from, MAX_BYTES)) {
    end = line.end
    if (line.isCut || skills.size >= MAX_SKILLS || !MARKS.test(line.text)) continue
    for (const skill of skillsOfLine(line.text)) skills.add(skill)
  }
  // A line longer than what is read at once would otherwise be looked at for ever.
  if (end === from && transcript.size - from > MAX_BYTES) end = from + MAX_BYTES
  return { skills: [...skills].slice(0, MAX_SKILLS), end }
}

function skillsOfLine(text: string): string[] {
  const record = parseRecord({ text, isCut: false })
  const format = record && formatOf(record)
  if (record === undefined || format === undefined) return []
  const called = format.toToolCalls(record).flatMap(skillsOfCall)
  const found = [...(format.toSkills?.(record) ?? []), ...called]
  return found.filter(skill => skill !== '' && skill.length <= MAX_SKILL_CHARS)
}

const SKILL_TOOL = /^(?:activate_)?skill$/i
const READ_TOOL = /read|view|open|cat_file/i
const SHELL_TOOL = /bash|shell|exec|command|terminal|powershell/i
const FILE = /(?:^|[\\/])SKILL\.md$/
const SHELL_WORD = /"(?:[^"\\]|\\.)*"|'[^']*'|(?:[^\s"'\\;|&<>()]|\\.)+/g
/** A skill is opened at the beginning of a command; behind it stand scripts and file texts. */
const COMMAND_CHARS = 4_000
const READER = /^(?:\S*\/)?(?:cat|bat|sed|head|tail|less|more|nl|awk|type|get-content|gc)\b/i

/**
 * The skills that a tool call opens or invokes: a name where the tool is one for skills, the path
 * of a SKILL.md that it reads, in a shell command too. Writing or searching one is no use of it.
 */
export function skillsOfCall({ name, input }: ToolCall): string[] {
  const fields = toInputFields(input)
  if (SKILL_TOOL.test(name)) return skillNamed(fields.skill ?? fields.name ?? fields.command)
  if (SHELL_TOOL.test(name)) {
    return commandsOf(fields.cmd ?? fields.command ?? input).flatMap(filesRead)
  }
  if (!READ_TOOL.test(name)) return []
  return Object.values(fields)
    .flatMap(textsOf)
    .filter(text => FILE.test(text))
}

function skillNamed(value: unknown): string[] {
  const name = toText(value)?.trim().replace(/^\//, '') ?? ''
  return name === '' || /\s/.test(name) ? [] : [name]
}

function filesRead(command: string): string[] {
  const isReading = READER.test(command) && !/^sed\s+(?:\S+\s+)?-i/.test(command)
  if (!isReading || />\s*\S*SKILL\.md/.test(command)) return []
  const words = [...command.matchAll(SHELL_WORD)].map(([word]) => unquote(word))
  return words.filter(word => FILE.test(word))
}

/** The single commands of a shell text, or of the list that a host starts a shell with. */
function commandsOf(value: unknown): string[] {
  const text = textsOf(value).at(-1)?.slice(0, COMMAND_CHARS) ?? ''
  return text.split(/&&|\|\||[;\n|]/).map(command => command.trim())
}

function unquote(word: string): string {
  const isQuoted = word.startsWith('"') || word.startsWith("'")
  return (isQuoted ? word.slice(1, -1) : word).replace(/\\(.)/g, '$1')
}

function textsOf(value: unknown): string[] {
  const values: unknown[] = Array.isArray(value) ? value : [value]
  return values.filter(each => typeof each === 'string')
}
