import { dirname } from 'node:path'
import { SvcError, errnoOf } from '../../../store/errors.js'
import { findRepository } from '../../../store/git/repository.js'
import type { Service } from '../../api.js'
import { type Config, VERSION } from '../../config.js'
import { currentProject } from '../commands/shared.js'
import { readSettings, type SettingsListener } from '../settings.js'
import { type Screen, createScreen } from '../terminal/screen.js'
import { formatJson, oneLine } from '../terminal/words.js'
import { findNearest, parseArguments } from './arguments.js'
import {
  UsageError,
  type Call,
  type Command,
  type CommandGroup,
  type ParsedArguments,
} from './command.js'
import { renderCommandHelp, renderGroupHelp, renderHelp } from './help.js'
import { COMMANDS } from './table.js'

/** Commands after which tracked files may differ. */
const WRITING = new Set([
  'remember',
  'edit',
  'forget',
  'reflect',
  'consolidate',
  'archive',
  'load',
  'doctor',
  'scope link',
  'scope move',
  'git restore',
])

/**
 * After a command that writes, and where the settings ask for automatic commits: starts a process
 * that commits once the store is quiet. Never throws, and is not waited for.
 */
export async function commitLater(name: string, settings: () => Config): Promise<void> {
  if (!WRITING.has(name)) return
  try {
    const { gitAutoCommit, databasePath } = settings()
    if (!gitAutoCommit || findRepository(dirname(databasePath)) === undefined) return
    // Loaded now, so that in the bundle its own place is that of the commands.
    const { locateWorker } = await import('./program.js')
    const { startWorker } = await import('../start-worker.js')
    startWorker(locateWorker(), [{ task: 'commit' }], databasePath)
  } catch {
    // What the settings or the system refuse has been told by the command itself.
  }
}

const INTERNAL_HINT = 'SVC_HOOK_DEBUG=1 shows where'

/** How an error is told. */
export interface ErrorOptions {
  json: boolean
  debug: boolean
  screen: Screen
}

/** Says on stderr what went wrong, in one line, and returns the exit code. */
export function reportError(error: unknown, { json, debug, screen }: ErrorOptions): number {
  const { message, code } = describe(error)
  screen.progress('')
  screen.note(json ? formatJson({ error: message, code }) : `svc: ${message}`)
  if (debug && error instanceof Error && !(error instanceof UsageError)) screen.note(traceOf(error))
  return error instanceof UsageError ? 2 : 1
}

function describe(error: unknown): { message: string; code: string } {
  if (error instanceof SvcError) return { message: oneLine(error.message), code: error.code }
  const message = oneLine(error instanceof Error ? error.message : String(error))
  const known = errnoOf(error)?.startsWith('E') === true
  return { message: known ? message : `${message} (${INTERNAL_HINT})`, code: 'INTERNAL' }
}

function traceOf(error: Error): string {
  const cause = error.cause instanceof Error ? `\ncaused by ${traceOf(error.cause)}` : ''
  return (error.stack ?? error.message) + cause
}

/** Runs `svc` with these arguments and resolves to the exit code: 0, 1 failed, 2 wrong usage. */
export async function runProgram(argv: readonly string[]): Promise<number> {
  const { stdout, stderr, env } = process
  const screen = createScreen({ stdout, stderr, env, now: Date.now() })
  try {
    return await dispatch(moveLeadingFlags(argv), screen)
  } catch (error) {
    const json = argv.slice(0, endOfFlags(argv)).includes('--json')
    return reportError(error, { json, debug: env.SVC_HOOK_DEBUG === '1', screen })
  }
}

async function dispatch(argv: readonly string[], screen: Screen): Promise<number> {
  const [name, ...rest] = argv
  if (name === undefined) {
    screen.print(renderHelp(COMMANDS))
    throw new UsageError('which command? svc --help lists them')
  }
  if (name === '--version' || name === '-v') return say(screen, VERSION)
  if (name === 'help' || name === '--help' || name === '-h') return help(rest, screen)
  const row = findRow(name, COMMANDS)
  return 'commands' in row ? dispatchWithin(row, rest, screen) : call(row, rest, screen)
}

async function dispatchWithin(
  group: CommandGroup,
  argv: readonly string[],
  screen: Screen,
): Promise<number> {
  const [word, ...rest] = moveLeadingFlags(argv)
  if (word === '--help' || word === '-h') return help([group.name], screen)
  if (word === undefined || word.startsWith('-')) {
    screen.print(renderGroupHelp(group))
    throw new UsageError(`which command of svc ${group.name}? svc ${group.name} --help lists them`)
  }
  return call(findRow(`${group.name} ${word}`, group.commands), rest, screen)
}

async function call(command: Command, argv: readonly string[], screen: Screen): Promise<number> {
  const given = parseArguments(command, argv)
  if (given.on('help')) return say(screen, renderCommandHelp(command))
  return runCommand(command, given, screen)
}

async function runCommand(
  command: Command,
  given: ParsedArguments,
  screen: Screen,
): Promise<number> {
  let opened: Promise<Service> | undefined
  const tell = tellOnce(screen)
  const listener = goesOnWithout(command) ? { onUnreadable: tell } : {}
  const config = (more: Record<string, unknown> = {}) =>
    readSettings({ dataDir: given.text('data-dir'), ...more }, listener)
  const service = (options: { isResident?: boolean } = {}) =>
    (opened ??= openService(given, { ...listener, onWarning: tell }, options))
  const call: Call = { ...given, command, screen, config, service }
  const run = await command.load()
  try {
    return (await run(call)) ?? 0
  } finally {
    await opened?.then(
      service => service.close(),
      () => undefined,
    )
    await commitLater(command.name, config)
  }
}

async function openService(
  given: ParsedArguments,
  listener: SettingsListener,
  options: { isResident?: boolean },
): Promise<Service> {
  const config = readSettings({ dataDir: given.text('data-dir') }, listener)
  const { createService } = await import('../../service.js')
  return createService(config, { ...options, env: process.env, near: currentProject })
}

/** What mends a store must not fail on a config.json that a merge left in conflict. */
function goesOnWithout({ name }: Command): boolean {
  return name === 'doctor' || name.startsWith('git ')
}

/** Settings are read several times in one call. */
function tellOnce(screen: Screen): (message: string) => void {
  const told = new Set<string>()
  return message => {
    if (!told.has(message)) screen.note(`svc: ${message}`)
    told.add(message)
  }
}

function help([name, word]: readonly string[], screen: Screen): number {
  if (name === undefined || name.startsWith('-')) return say(screen, renderHelp(COMMANDS))
  const row = findRow(name, COMMANDS)
  if (!('commands' in row)) return say(screen, renderCommandHelp(row))
  if (word === undefined || word.startsWith('-')) return say(screen, renderGroupHelp(row))
  return say(screen, renderCommandHelp(findRow(`${name} ${word}`, row.commands)))
}

function say(screen: Screen, text: string | string[]): number {
  screen.print(text)
  return 0
}

function findRow<Row extends { name: string }>(name: string, rows: readonly Row[]): Row {
  const found = rows.find(row => row.name === name)
  if (found !== undefined) return found
  const nearest = findNearest(
    name,
    rows.map(row => row.name),
  )
  const hint = nearest === undefined ? 'svc --help lists them' : `did you mean ${nearest}?`
  throw new UsageError(`unknown command ${name}; ${hint}`)
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

function endOfFlags(argv: readonly string[]): number {
  const end = argv.indexOf('--')
  return end === -1 ? argv.length : end
}
