import { SvcError } from '../../../store/errors.js'
import type { Service } from '../../api.js'
import type { Config } from '../../config.js'
import { tellEach, type Asked, type FieldFlag } from '../../memories/forms.js'
import type { Screen, Terminal } from '../terminal/screen.js'

/** One `--flag` of a command. */
export interface Flag extends FieldFlag {
  /** One letter that stands for it: `-m`. */
  short?: string
  required?: boolean
  /** The largest number. */
  most?: number
}

/** The name of a field's flag. */
export function flagName({ flag, name }: Asked, field: string): string {
  return flag?.name ?? name ?? field
}

/** The flags of fields that have one, by name. */
export function flagsOf(fields: Readonly<Record<string, Asked>>): Record<string, Flag> {
  return tellEach(fields, ({ flag }) => flag, flagName)
}

/** One row of the command table. */
export interface Command {
  name: string
  summary: string
  /** `ID` is required, `[DIR]` optional, `TEXT...` takes one or more words. Missing for none. */
  operands?: readonly string[]
  flags?: Readonly<Record<string, Flag>>
  /** Further lines of `svc help NAME`. */
  notes?: readonly string[]
  /** True where tracked files may differ after it. */
  writes?: boolean
  /**
   * Loads what the command does, when it runs. A command of several actions chooses by the call;
   * throws UsageError where it names none of them.
   */
  load: (call: Call) => Promise<Action>
}

/** A word that stands before commands of its own: `svc git sync`. */
export interface CommandGroup {
  name: string
  summary: string
  /** Named with the word before them: `git sync`. */
  commands: readonly Command[]
}

/** The work of a command and the form of its answer; it prints nothing itself. */
export interface Action<Value = unknown> {
  /** Does the work. An async iterable is answered part by part, each printed before the next. */
  run(call: Call): Promise<Value> | AsyncIterable<Value>
  /** The answer for a person; nothing is printed for '' and []. */
  render(value: Value, screen: Screen): string | readonly string[]
  /** The answer of the HTTP API where the value is not that itself; undefined prints nothing. */
  toJson?(value: Value): unknown
  /** Lines on stderr below the answer; `json`: below that of `--json`. */
  footnotes?(value: Value, json: boolean): readonly string[]
  /** The exit code; 0 where it is not there. Of an answer in parts the last one counts. */
  exitCode?(value: Value): number
}

/**
 * The parsed arguments of a command, the service if it asks for it, and the terminal for remarks before
 * the answer.
 */
export interface Call extends ParsedArguments, Pick<Terminal, 'note' | 'progress' | 'isHeard'> {
  command: Command
  /** The settings in force, with the command's `--data-dir`. Throws INVALID_REQUEST. */
  config(given?: Record<string, unknown>): Config
  /**
   * Opens the service once, with further settings where they are given; it is closed after the
   * command. `isResident`: for one that stays.
   */
  service(options?: { isResident?: boolean; given?: Record<string, unknown> }): Promise<Service>
}

/** The operands and flags of one call; a flag that was not given is undefined (or false). */
export interface ParsedArguments {
  operands: readonly string[]
  text(flag: string): string | undefined
  number(flag: string): number | undefined
  on(flag: string): boolean
}

/** The command line cannot be understood: exit code 2. */
export class UsageError extends SvcError {
  constructor(message: string, command?: Command) {
    const usage = command === undefined ? '' : `; usage: ${formatUsage(command)}`
    super('INVALID_REQUEST', message + usage)
  }
}

/** The usage line: required flags, optional flags, operands. */
export function formatUsage(command: Command): string {
  const { name, operands = [], flags = {} } = command
  const shown = Object.entries(flags).map(([flag, { value, required }]) => {
    const text = value === undefined ? `--${flag}` : `--${flag} ${value}`
    return required === true ? text : `[${text}]`
  })
  return ['svc', name, ...shown, ...operands].join(' ')
}

/** The flags that every command takes. */
export const COMMON_FLAGS: Readonly<Record<string, Flag>> = {
  json: { kind: 'switch', meaning: 'answer in JSON, as the HTTP API does' },
  'data-dir': { kind: 'text', value: 'D', meaning: 'directory of the store' },
  help: { kind: 'switch', short: 'h', meaning: 'show this' },
}
