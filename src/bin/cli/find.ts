import { VERSION } from '../../config.js'
import { UsageError, type Command, type CommandGroup } from './command.js'
import { renderCommandHelp, renderGroupHelp, renderHelp } from './help.js'
import { COMMANDS } from './table.js'

/** A command with its arguments, or a text about the commands. */
export type ParsedCommand =
  | { command: Command; argv: readonly string[] }
  /** `problem`: the text is shown because the command line lacks a command. */
  | { text: string | readonly string[]; problem?: string }

/**
 * Finds what the words of a command line ask for; `otherwise` is the command of one that names none.
 * Throws UsageError on an unknown command.
 */
export function parseCommandLine(argv: readonly string[], otherwise?: string): ParsedCommand {
  const [name, ...rest] = moveLeadingFlags(argv)
  if (otherwise !== undefined && isFlagOfCommand(name))
    return parseCommandLine([otherwise, ...argv])
  if (name === undefined) {
    return { text: renderHelp(COMMANDS), problem: 'which command? svc --help lists them' }
  }
  if (name === '--version' || name === '-v') return { text: VERSION }
  if (name === 'help' || name === '--help' || name === '-h') return { text: findHelp(rest) }
  const row = findRow(name, COMMANDS)
  return 'commands' in row ? findWithin(row, rest) : { command: row, argv: rest }
}

/** Neither a command nor a question about the program; nothing at all is one too. */
function isFlagOfCommand(name = '-'): boolean {
  return name.startsWith('-') && !['--version', '-v', '--help', '-h'].includes(name)
}

function findWithin(group: CommandGroup, argv: readonly string[]): ParsedCommand {
  const [word, ...rest] = moveLeadingFlags(argv)
  if (word === '--help' || word === '-h') return { text: renderGroupHelp(group) }
  if (word === undefined || word.startsWith('-')) {
    const problem = `which command of svc ${group.name}? svc ${group.name} --help lists them`
    return { text: renderGroupHelp(group), problem }
  }
  return { command: findRow(`${group.name} ${word}`, group.commands), argv: rest }
}

/** `svc --json list` means `svc list --json`. */
function moveLeadingFlags(argv: readonly string[]): string[] {
  let count = 0
  for (let arg = argv[0]; arg !== undefined; arg = argv[count]) {
    if (arg === '--data-dir') count += 2
    else if (arg === '--json' || arg.startsWith('--data-dir=')) count += 1
    else break
  }
  const [name, ...rest] = argv.slice(count)
  return name === undefined ? [] : [name, ...argv.slice(0, count), ...rest]
}

function findHelp([name, word]: readonly string[]): string[] {
  if (name === undefined || name.startsWith('-')) return renderHelp(COMMANDS)
  const row = findRow(name, COMMANDS)
  if (!('commands' in row)) return renderCommandHelp(row)
  if (word === undefined || word.startsWith('-')) return renderGroupHelp(row)
  return renderCommandHelp(findRow(`${name} ${word}`, row.commands))
}

function findRow<Row extends { name: string }>(name: string, rows: readonly Row[]): Row {
  const found = rows.find(row => row.name === name)
  if (found !== undefined) return found
  const names = rows.map(row => row.name)
  const nearest = findNearest(name, names)
  const hint = nearest === undefined ? 'svc --help lists them' : `did you mean ${nearest}?`
  throw new UsageError(`unknown command ${name}; ${hint}`)
}

/** The name that a mistyped word most likely meant, or undefined where none is near. */
export function findNearest(word: string, names: readonly string[]): string | undefined {
  const most = Math.ceil(word.length / 3)
  const ranked = names
    .map(name => ({ name, distance: distanceOf(word, name) }))
    .sort((a, b) => a.distance - b.distance)
  const best = ranked[0]
  if (best !== undefined && best.distance <= most) return best.name
  return names.find(name => word.length > 2 && name.startsWith(word))
}

/** Levenshtein's edit distance, one row at a time, a swap of neighbours counted as two edits. */
function distanceOf(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? Infinity
}
