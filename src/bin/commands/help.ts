import { padToWidth, widestOf } from '../terminal/width.js'
import { wrapText } from '../terminal/wrap.js'
import { COMMON_FLAGS, formatUsage, type Command } from './command.js'

/** The text of `svc --help`. */
export function renderHelp(commands: readonly Command[]): string[] {
  const widest = widestOf(commands.map(command => command.name))
  return [
    'svc: memory for coding agents',
    '',
    'usage: svc COMMAND [flags]',
    '',
    ...commands.map(command => `  ${padToWidth(command.name, widest)}  ${command.summary}`),
    '',
    ...renderFlags(COMMON_FLAGS),
    '',
    'svc help COMMAND says more. Exit codes: 0 done, 1 failed, 2 wrong usage.',
  ]
}

/** The text of `svc help COMMAND`. */
export function renderCommandHelp(command: Command): string[] {
  const [first = '', ...more] = wrapText(formatUsage(command), 72)
  return [
    `usage: ${first}`,
    ...more.map(line => `         ${line}`),
    '',
    `${command.summary.charAt(0).toUpperCase()}${command.summary.slice(1)}.`,
    ...(command.notes ?? []),
    '',
    ...renderFlags({ ...command.flags, ...COMMON_FLAGS }),
  ]
}

function renderFlags(flags: Command['flags']): string[] {
  const names = Object.entries(flags).map(([name, { value }]) =>
    value === undefined ? `--${name}` : `--${name} ${value}`,
  )
  const widest = widestOf(names)
  return Object.values(flags).map(
    (flag, row) => `  ${padToWidth(names[row] ?? '', widest)}  ${flag.meaning}`,
  )
}
