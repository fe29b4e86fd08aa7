import { SvcError } from '../../../store/errors.js'
import type { Service } from '../../api.js'
import type { Config } from '../../config.js'
import type { Screen } from '../terminal/screen.js'

/** One `--flag` of a command. */
export interface Flag {
  kind: 'text' | 'number' | 'switch'
  /** One letter that stands for it: `-m`. */
  short?: string
  /** What stands for the value in the usage line. */
  value?: string
  meaning: string
  required?: boolean
  /** Bounds of a number. */
  least?: number
  most?: number
}

/** One row of the command table. */
export interface Command {
  name: string
  summary: string
  /** `ID` is required, `[DIR]` optional, `TEXT...` takes one or more words. */
  operands: readonly string[]
  flags: Readonly<Record<string, Flag>>
  /** Further lines of `svc help NAME`. */
  notes?: readonly string[]
  load: () => Promise<Run>
}

/** A word that stands before commands of its own: `svc git sync`. */
export interface CommandGroup {
  name: string
  summary: string
  /** Named with the word before them: `git sync`. */
  commands: readonly Command[]
}

/** Does the command's work; resolves to the exit code, 0 where it resolves to nothing. */
export type Run = (call: Call) => Promise<number | void>

/** What a command gets: its parsed arguments, the screen, and the service when it asks for it. */
export interface Call extends ParsedArguments {
  command: Command
  screen: Screen
  /** The settings in force, with the command's `--data-dir`. Throws INVALID_REQUEST. */
  config(given?: Record<string, unknown>): Config
  /** Opens the service once; it is closed after the command. `isResident`: for one that stays. */
  service(options?: { isResident?: boolean }): Promise<Service>
}

/** The operands and flags of one call; a flag that was not given is undefined (or false). */
export interface ParsedArguments {
  operands: string[]
  json: boolean
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
  const flags = Object.entries(command.flags)
    .filter(([name]) => !(name in COMMON_FLAGS))
    .map(([name, flag]) => {
      const text = flag.value === undefined ? `--${name}` : `--${name} ${flag.value}`
      return flag.required === true ? text : `[${text}]`
    })
  return ['svc', command.name, ...flags, ...command.operands].join(' ')
}

/** The flags that every command takes. */
export const COMMON_FLAGS: Readonly<Record<string, Flag>> = {
  json: { kind: 'switch', meaning: 'answer in JSON, as the HTTP API does' },
  'data-dir': { kind: 'text', value: 'D', meaning: 'directory of the store' },
  help: { kind: 'switch', short: 'h', meaning: 'show this' },
}
