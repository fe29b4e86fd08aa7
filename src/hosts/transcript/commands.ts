import { redactText } from '../../redact/index.js'
import { clip } from '../../text.js'
import {
  joinTexts,
  toFields,
  toFieldsList,
  toInputFields,
  toText,
  type Fields,
  type ShellRecord,
} from './format.js'

/** A shell command that the model ran, redacted. */
export interface RunCommand {
  /** At most 500 characters. */
  command: string
  /** Undefined where the transcript does not tell: it ran on, or a pipe hid how it ended. */
  isFailed: boolean | undefined
  /** The telling line of what a failed one printed, at most 200 characters. */
  error?: string
}

/** The most commands that are known of one turn: its last ones. */
const MOST_COMMANDS = 30
const COMMAND_CHARS = 500
const ERROR_CHARS = 200
/** Characters at the beginning of a text that are looked at. */
const READ_CHARS = 20_000

type ShellEnd = Exclude<ShellRecord, { command: unknown }>

/** Gathers the commands of a turn from records that come in reverse order: the newest first. */
export class CommandReader {
  private readonly ends = new Map<string, ShellEnd>()
  private found: RunCommand[] = []

  /** Takes up what one record says, in the record's own order. */
  add(records: readonly ShellRecord[]): void {
    for (const record of [...records].reverse()) {
      if ('command' in record) this.begin(record.id, toCommand(record.command))
      else this.ends.set(record.id, unite(record, this.ends.get(record.id)))
    }
  }

  /** The commands since the last call, in the order in which they ran; the last 30 where more did. */
  take(): RunCommand[] {
    const taken = this.found.reverse()
    this.found = []
    this.ends.clear()
    return taken
  }

  private begin(id: string, command: string): void {
    const end = this.ends.get(id)
    this.ends.delete(id)
    if (command === '' || end?.isRefused === true || this.found.length >= MOST_COMMANDS) return
    const isFailed = end && howItEnded(command, end)
    const error = isFailed === true ? findError(end?.output ?? '') : ''
    this.found.push({
      command: clip(redactText(command), COMMAND_CHARS),
      isFailed,
      ...(error !== '' && { error }),
    })
  }
}

/** Hosts tell of one end in several records: the exit code may stand in any of them. */
function unite(one: ShellEnd, other: ShellEnd | undefined): ShellEnd {
  const exitCode = one.exitCode ?? other?.exitCode
  return {
    id: one.id,
    output: one.output || (other?.output ?? ''),
    isError: one.isError === true || other?.isError === true,
    isRefused: one.isRefused === true || other?.isRefused === true,
    ...(exitCode !== undefined && { exitCode }),
  }
}

const SHELL_TOOL =
  /^(?:bash|shell|shell_command|exec_command|local_shell|container\.exec|run_shell_command|execute|powershell|run_terminal_cmd|terminal)$/i

/** The shell command that a tool call starts; [] for any other tool. */
export function toShellCall(id: unknown, name: unknown, input: unknown): ShellRecord[] {
  if (!SHELL_TOOL.test(toText(name) ?? '')) return []
  const fields = toInputFields(input)
  return [{ id: toText(id) ?? '', command: fields.command ?? fields.cmd }]
}

/** The command that a block of Claude Code's kind starts, or its end; `refused` matches one that was not let run. */
export function toBlockShell(block: Fields, refused?: RegExp): ShellRecord[] {
  if (block.type === 'tool_use') return toShellCall(block.id, block.name, block.input)
  if (block.type !== 'tool_result') return []
  const { tool_use_id: id, content } = block
  const output = toText(content) ?? joinTexts(toFieldsList(content))
  const isError = block.is_error === true
  return [
    { id: toText(id) ?? '', output, isError, isRefused: isError && refused?.test(output) === true },
  ]
}

/** The command that a part of Gemini's kind starts, or its end. */
export function toPartShell(part: Fields): ShellRecord[] {
  const { id, name, args } = toFields(part.functionCall)
  if (part.functionCall !== undefined) return toShellCall(id, name, args)
  if (part.functionResponse === undefined) return []
  return [{ id: toText(toFields(part.functionResponse).id) ?? '', output: outputOf(part) }]
}

/** The output of the tool whose answer is in a part of Gemini's kind. */
export function outputOf(part: Fields): string {
  const { output, error } = toFields(toFields(part.functionResponse).response)
  return toText(output) ?? toText(error) ?? ''
}

/** A command as one text, also where a host starts a shell with a list of words. */
function toCommand(value: unknown): string {
  if (typeof value === 'string') return value.slice(0, READ_CHARS).trim()
  const words = Array.isArray(value) ? value.filter(word => typeof word === 'string') : []
  const isShell = /(?:^|[\\/])(?:ba|z|da|fi)?sh$|powershell|pwsh/i.test(words[0] ?? '')
  return (isShell ? (words.at(-1) ?? '') : words.join(' ')).slice(0, READ_CHARS).trim()
}

const EXIT_CODE =
  /^\W{0,2}(?:Process exited with code|(?:Command )?exited with (?:exit )?code|Command failed with exit code|Exit code)[: ]+(-?\d+)\b/im
/** It runs on: how it ends is not known yet. */
const RUNS_ON =
  /^(?:Process running with session|Command running in background|Background process|Started in background)/im
/** Ends of a text in which hosts say how a command ended; what lies between is its own output. */
const EDGE_CHARS = 400

/** True where it failed, undefined where that is not known. */
function howItEnded(command: string, { exitCode, isError, output }: ShellEnd): boolean | undefined {
  const edges = `${output.slice(0, EDGE_CHARS)}\n${output.slice(-EDGE_CHARS)}`
  const code = exitCode ?? EXIT_CODE.exec(edges)?.[1]
  const isFailed = code === undefined ? isError === true : Number(code) !== 0
  if (isFailed) return true
  const isOpen = code === undefined && RUNS_ON.test(edges)
  return isOpen || hidesFailure(command) ? undefined : false
}

/** True where a shell reports the end of another program: of a pipe its last, after `;` the last. */
function hidesFailure(command: string): boolean {
  const bare = command.replace(/"(?:[^"\\]|\\.)*"|'[^']*'/g, '""')
  return /(?<!\|)\|(?!\|)|\|\||;\s*\S|\n|(?<![&>])&\s*$/.test(bare) && !/pipefail/.test(bare)
}

const HOST_LINE =
  /^\W{0,2}(?:Exit code|Process exited|Chunk ID|Wall time|Original token count|Total output lines|Output:|Error:\s*\(none\)|Command:|Directory:|Signal:|Background PIDs|Process Group PGID|Error: Exit code|Stdout:|Stderr:|<exited with)/i
/** Patterns of telling lines, best first: an error, a thing that could not be done, a failure. */
const TELLING: readonly RegExp[] = [
  /error|exception|fatal|fehler|erreur|错误|エラー|\bnot found|denied|refused|no such|timed? ?out/i,
  /\bE[A-Z]{4,}\b|cannot|can't|could not|missing|required|unknown|unrecogni[sz]ed|invalid|unsupported|abort|unable|must /,
  /fail/i,
]

/** The line that tells what is wrong, else the last one; redacted, empty where none is there. */
function findError(output: string): string {
  const lines = redactText(cutAtLine(output))
    .split('\n')
    .map(line => line.replace(/\u001b\[[\d;]*m/g, '').trim())
    .filter(line => line !== '' && !HOST_LINE.test(line))
  const told = TELLING.flatMap(pattern => lines.find(one => pattern.test(one)) ?? [])
  const line = told[0] ?? lines.at(-1) ?? ''
  return clip(line, ERROR_CHARS)
}

/** Half a secret is one that no rule knows, and a key stands on many lines: lines stay whole. */
function cutAtLine(output: string): string {
  if (output.length <= READ_CHARS) return output
  const end = output.lastIndexOf('\n', READ_CHARS)
  return end < 0 ? '' : output.slice(0, end)
}
