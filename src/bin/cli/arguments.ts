import { parseArgs } from 'node:util'
import {
  COMMON_FLAGS,
  UsageError,
  type Command,
  type Flag,
  type ParsedArguments,
} from './command.js'

type Value = string | boolean | number | undefined

/** Reads a command's arguments. Throws UsageError on anything its usage line does not allow. */
export function parseArguments(command: Command, argv: readonly string[]): ParsedArguments {
  const flags = { ...COMMON_FLAGS, ...command.flags }
  const { values, positionals } = split(command, flags, argv)
  if (values['data-dir'] === '') throw new UsageError('--data-dir needs a value', command)
  if (values.help !== true) {
    checkRequired(command, flags, values)
    checkOperands(command, positionals)
  }
  return {
    operands: positionals,
    text: name => (typeof values[name] === 'string' ? values[name] : undefined),
    number: name => (typeof values[name] === 'number' ? values[name] : undefined),
    on: name => values[name] === true,
  }
}

function split(command: Command, flags: Record<string, Flag>, argv: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      options: Object.fromEntries(
        Object.entries(flags).map(([name, flag]) => [
          name,
          {
            type: flag.kind === 'switch' ? ('boolean' as const) : ('string' as const),
            ...(flag.short !== undefined && { short: flag.short }),
          },
        ]),
      ),
      allowPositionals: true,
      strict: true,
    })
    return { values: convert(command, flags, values), positionals }
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(explain(error as Error), command)
  }
}

function convert(
  command: Command,
  flags: Record<string, Flag>,
  values: Record<string, unknown>,
): Record<string, Value> {
  const converted: Record<string, Value> = {}
  for (const [name, value] of Object.entries(values)) {
    const flag = flags[name]
    converted[name] =
      flag?.kind === 'number' ? toNumber(command, name, flag, value) : (value as Value)
  }
  return converted
}

function toNumber(command: Command, name: string, flag: Flag, value: unknown): number {
  const number = /^\d{1,15}$/.test(String(value)) ? Number(value) : NaN
  const { least = 0, most = Number.MAX_SAFE_INTEGER } = flag
  if (number >= least && number <= most) return number
  const range = flag.most === undefined ? `of at least ${least}` : `from ${least} to ${most}`
  throw new UsageError(`--${name} must be a whole number ${range}`, command)
}

/** Node's messages name the flag; what a person can do is said here. */
function explain(error: Error): string {
  const [first = ''] = error.message.split('\n')
  const [, unknown] = /^Unknown option '(.*?)'/.exec(first) ?? []
  if (unknown !== undefined) {
    return `unknown flag ${unknown} (text that begins with a dash goes after --)`
  }
  const [, dashed] = /'(?:-\w, )?(--[\w-]+)(?: <value>)?' argument is ambiguous/.exec(first) ?? []
  if (dashed !== undefined) return `${dashed} needs a value (one with a dash: ${dashed}=-x)`
  const [, missing] = /'(?:-\w, )?(--[\w-]+) <value>' argument missing/.exec(first) ?? []
  if (missing !== undefined) return `${missing} needs a value`
  return first.replace(/^Option '(.*?)'/, '$1')
}

function checkRequired(
  command: Command,
  flags: Record<string, Flag>,
  values: Record<string, Value>,
): void {
  for (const [name, flag] of Object.entries(flags)) {
    if (flag.required === true && values[name] === undefined) {
      throw new UsageError(`--${name} is missing`, command)
    }
  }
}

function checkOperands(command: Command, given: readonly string[]): void {
  const { operands = [] } = command
  const missing = operands[given.length]
  if (missing !== undefined && !missing.startsWith('[')) {
    throw new UsageError(`${missing.replace('...', '')} is missing`, command)
  }
  const many = operands.at(-1)?.includes('...') === true
  const extra = given[operands.length]
  if (extra === undefined || many) return
  const hint = operands.length > 0 ? ' (quote text that holds spaces)' : ''
  throw new UsageError(`unexpected argument ${extra}${hint}`, command)
}
