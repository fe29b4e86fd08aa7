import type { ToolCall } from './entry.js'
import { toFields, toText } from './fields.js'

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
  const fields = toFields(typeof input === 'string' ? parseInput(input) : input)
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

function parseInput(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
