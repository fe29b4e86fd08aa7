import { redactText } from '../../redact/index.js'
import { clip } from '../../text.js'
import {
  joinTexts,
  toFields,
  toFieldsList,
  toInputFields,
  toText,
  type Fields,
  type StepRecord,
} from './format.js'

/** A step of a turn: a shell command that the model ran, or a file that it changed. As it was written: not redacted. */
export type TurnStep = CommandStep | { file: string }

interface CommandStep {
  /** At most 20,000 characters. */
  command: string
  /** Undefined where the transcript does not tell: it ran on, or a pipe hid how it ended. */
  isFailed?: boolean
  /** The output of a failed one; of more than 20,000 characters beginning and end, without secrets. */
  output?: string
}

/** The most steps that are known of one turn: its last ones. */
const MOST_STEPS = 200
/** Calls that run at once; of more than these the ends of the last ones are forgotten. */
const MOST_ENDS = 100
/** Characters of a command, or of what it printed, that are kept. */
const READ_CHARS = 20_000
/** Paths that are longer are none. */
const PATH_CHARS = 1_000

type StepEnd = Extract<StepRecord, { output: string }>

/** Gathers the steps of a turn from records that come in reverse order: the newest first. */
export class StepReader {
  private readonly ends = new Map<string, StepEnd>()
  private found: TurnStep[] = []

  /** Takes up what one record says, in the record's own order; of a cut one the last line may be half. */
  add(records: readonly StepRecord[], isCut = false): void {
    for (const record of [...records].reverse()) {
      if ('output' in record) this.end(isCut ? withoutLastLine(record) : record)
      else this.begin(record)
    }
  }

  /** The steps since the last call, in their order; the last 200 where there were more. */
  take(): TurnStep[] {
    const taken = this.found.reverse()
    this.found = []
    this.ends.clear()
    return taken
  }

  private end(record: StepEnd): void {
    const { id } = record
    const united = unite(record, this.ends.get(id))
    this.ends.delete(id)
    this.ends.set(id, united)
    const [oldest] = this.ends.keys()
    if (this.ends.size > MOST_ENDS && oldest !== undefined) this.ends.delete(oldest)
  }

  private begin(record: Exclude<StepRecord, StepEnd>): void {
    const end = this.ends.get(record.id)
    // A call may name the files that its command changes too.
    if ('command' in record) this.ends.delete(record.id)
    if (end?.isRefused === true || this.found.length >= MOST_STEPS) return
    const steps =
      'command' in record ? toCommandSteps(record.command, end) : toFileSteps(record.files, end)
    this.found.push(...steps.reverse())
  }
}

function toCommandSteps(given: unknown, end: StepEnd | undefined): TurnStep[] {
  const command = toCommand(given)
  if (command === '') return []
  const isFailed = end && howItEnded(command, end)
  const output = isFailed === true ? boundOutput(end?.output ?? '') : ''
  const step: TurnStep = {
    command,
    ...(isFailed !== undefined && { isFailed }),
    ...(output !== '' && { output }),
  }
  const files = isFailed === true ? [] : filesOfPatch(command)
  return [step, ...files.map(file => ({ file }))]
}

function toFileSteps(files: readonly string[], end: StepEnd | undefined): TurnStep[] {
  const isFailed = end?.isError === true || (end?.exitCode ?? 0) !== 0
  const sound = files.filter(file => file !== '' && file.length <= PATH_CHARS)
  return isFailed ? [] : [...new Set(sound)].map(file => ({ file }))
}

/** Redacted before it is cut: half a secret is one that no rule knows. */
function boundOutput(output: string): string {
  return output.length <= READ_CHARS ? output : clip(redactText(output), READ_CHARS, 'ends')
}

/** Half a secret is one that no rule knows, and a key stands on many lines: lines stay whole. */
function withoutLastLine(record: StepEnd): StepEnd {
  return { ...record, output: record.output.slice(0, Math.max(0, record.output.lastIndexOf('\n'))) }
}

/** Hosts tell of one end in several records: the exit code may stand in any of them. */
function unite(one: StepEnd, other: StepEnd | undefined): StepEnd {
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
  /^(?:bash|shell|shell_command|exec_command|local_shell|container\.exec|run_shell_command|execute|powershell|run_terminal_(?:cmd|command(?:_v2)?)|terminal)$/i
const FILE_TOOL =
  /^(?:(?:multi_?)?edit|edit_file(?:_v2)?|write|write_file|create|create_file|replace|str_?replace|search_replace|notebook_?edit|delete|delete_file)$/i
const PATCH_TOOL = /^(?:apply_?)?patch$/i

/** The step that a tool call begins, a shell command or files to be changed; [] for any other tool. */
export function toStepCall(id: unknown, name: unknown, input: unknown): StepRecord[] {
  const [tool, call] = [toText(name) ?? '', toText(id) ?? '']
  if (SHELL_TOOL.test(tool)) {
    const { command, cmd } = toInputFields(input)
    return [{ id: call, command: command ?? cmd }]
  }
  if (PATCH_TOOL.test(tool)) return [{ id: call, files: filesOfPatch(textOfPatch(input)) }]
  return FILE_TOOL.test(tool) ? [{ id: call, files: [fileOf(toInputFields(input))] }] : []
}

function fileOf(input: Fields): string {
  const { file_path: plain, filePath, path, notebook_path: notebook, target_file: target } = input
  return toText(plain ?? filePath ?? path ?? notebook ?? target) ?? ''
}

function textOfPatch(given: unknown): string {
  const { input, patchText, patch } = toInputFields(given)
  return toText(input ?? patchText ?? patch) ?? toText(given) ?? ''
}

const PATCHED = /^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.{1,1000})$/gm

/** The files that a patch names, in its order; [] for any other text. */
function filesOfPatch(text: string): string[] {
  if (!text.includes('*** Begin Patch')) return []
  return [...text.matchAll(PATCHED)].map(([, file = '']) => file.trim())
}

/** The step that a block of Claude Code's kind begins, or its end; `refused` matches one that was not let run. */
export function toBlockSteps(block: Fields, refused?: RegExp): StepRecord[] {
  if (block.type === 'tool_use') return toStepCall(block.id, block.name, block.input)
  if (block.type !== 'tool_result') return []
  const { tool_use_id: id, content } = block
  const output = toText(content) ?? joinTexts(toFieldsList(content))
  const isError = block.is_error === true
  return [
    { id: toText(id) ?? '', output, isError, isRefused: isError && refused?.test(output) === true },
  ]
}

/** The step that a part of Gemini's kind begins, or its end. */
export function toPartSteps(part: Fields): StepRecord[] {
  const { id, name, args } = toFields(part.functionCall)
  if (part.functionCall !== undefined) return toStepCall(id, name, args)
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
  /^\W{0,2}(?:(?:shellId: \S{1,40} )?completed with exit code|Process exited with code|(?:Command )?exited with (?:exit )?code|Command failed with exit code|Exit code)[: ]+(-?\d+)\b/im
/** It runs on: how it ends is not known yet. */
const RUNS_ON =
  /^(?:Process running with session|Command running in background|Background process|Started in background)/im
/** Ends of a text in which hosts say how a command ended; what lies between is its own output. */
const EDGE_CHARS = 400

/** True where it failed, undefined where that is not known. */
function howItEnded(command: string, { exitCode, isError, output }: StepEnd): boolean | undefined {
  const edges = `${output.slice(0, EDGE_CHARS)}\n${output.slice(-EDGE_CHARS)}`
  const code = exitCode ?? EXIT_CODE.exec(edges)?.[1]
  const isFailed = code === undefined ? isError === true : Number(code) !== 0
  if (isFailed) return true
  const isOpen = code === undefined && RUNS_ON.test(edges)
  return isOpen || hidesFailure(command) ? undefined : false
}

/** A longer command is looked at up to here. */
const SHELL_CHARS = 4_000

/** True where a shell reports the end of another program: of a pipe its last, after `;` the last. */
function hidesFailure(command: string): boolean {
  const bare = command.slice(0, SHELL_CHARS).replace(/"(?:[^"\\]|\\.)*"|'[^']*'/g, '""')
  return /(?<!\|)\|(?!\|)|\|\||;\s*\S|\n|(?<![&>])&\s*$/.test(bare) && !/pipefail/.test(bare)
}
