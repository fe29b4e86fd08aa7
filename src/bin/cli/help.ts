import { padToWidth, widestOf, wrapText } from '../terminal/layout.js'
import { COMMON_FLAGS, formatUsage, type Command, type CommandGroup, type Flag } from './command.js'

/** The text of `svc --help`. */
export function renderHelp(commands: readonly (Command | CommandGroup)[]): string[] {
  return [
    'svc: memory for coding agents',
    '',
    'usage: svc COMMAND [flags]',
    '',
    ...renderRows(commands),
    '',
    ...renderFlags(COMMON_FLAGS),
    '',
    'svc help COMMAND says more. Exit codes: 0 done, 1 failed, 2 wrong usage.',
  ]
}

/** The text of `svc help GROUP`. */
export function renderGroupHelp({ name, summary, commands }: CommandGroup): string[] {
  return [
    `usage: svc ${name} COMMAND [flags]`,
    '',
    toSentence(summary),
    '',
    ...renderRows(commands),
    '',
    `svc help ${name} COMMAND says more.`,
  ]
}

function renderRows(rows: readonly { name: string; summary: string }[]): string[] {
  const widest = widestOf(rows.map(({ name }) => name))
  return rows.map(({ name, summary }) => `  ${padToWidth(name, widest)}  ${summary}`)
}

function toSentence(summary: string): string {
  return `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`
}

/** The text of `svc help COMMAND`. */
export function renderCommandHelp(command: Command): string[] {
  const [first = '', ...more] = wrapText(formatUsage(command), 72)
  return [
    `usage: ${first}`,
    ...more.map(line => `         ${line}`),
    '',
    toSentence(command.summary),
    ...(command.notes ?? []).flatMap(note => wrapText(note, 80)),
    '',
    ...renderFlags({ ...command.flags, ...COMMON_FLAGS }),
  ]
}

function renderFlags(flags: Readonly<Record<string, Flag>>): string[] {
  const names = Object.entries(flags).map(([name, { value, short }]) => {
    const flag = short === undefined ? `--${name}` : `-${short}, --${name}`
    return value === undefined ? flag : `${flag} ${value}`
  })
  const widest = widestOf(names)
  return Object.values(flags).map(
    (flag, row) => `  ${padToWidth(names[row] ?? '', widest)}  ${flag.meaning}`,
  )
}
