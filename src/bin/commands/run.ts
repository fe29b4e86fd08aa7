import type { Service } from '../../api.js'
import { VERSION } from '../../version.js'
import { readSettings } from '../settings.js'
import { createScreen, type Screen } from '../terminal/screen.js'
import { UsageError, type Call, type Command, type ParsedArguments } from './command.js'
import { reportError } from './error.js'
import { renderCommandHelp, renderHelp } from './help.js'
import { findNearest } from './nearest.js'
import { parseArguments } from './parse.js'
import { COMMANDS } from './table.js'

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
  if (name === 'help' || name === '--help' || name === '-h') return help(rest[0], screen)
  const command = findCommand(name)
  const given = parseArguments(command, rest)
  if (given.on('help')) return say(screen, renderCommandHelp(command))
  return runCommand(command, given, screen)
}

async function runCommand(
  command: Command,
  given: ParsedArguments,
  screen: Screen,
): Promise<number> {
  let opened: Promise<Service> | undefined
  const config = (more: Record<string, unknown> = {}) =>
    readSettings({ dataDir: given.text('data-dir'), ...more })
  const service = (options: { isResident?: boolean } = {}) =>
    (opened ??= openService(given, screen, options))
  const call: Call = { ...given, command, screen, config, service }
  const run = await command.load()
  try {
    return (await run(call)) ?? 0
  } finally {
    await opened?.then(
      service => service.close(),
      () => undefined,
    )
  }
}

async function openService(
  given: ParsedArguments,
  screen: Screen,
  options: { isResident?: boolean },
): Promise<Service> {
  const onWarning = (message: string) => screen.note(`svc: ${message}`)
  const config = readSettings({ dataDir: given.text('data-dir') }, { onWarning })
  const { createService } = await import('../../service.js')
  return createService(config, { ...options, env: process.env })
}

function help(name: string | undefined, screen: Screen): number {
  const text = name === undefined || name.startsWith('-') ? renderHelp(COMMANDS) : undefined
  return say(screen, text ?? renderCommandHelp(findCommand(name ?? '')))
}

function say(screen: Screen, text: string | string[]): number {
  screen.print(text)
  return 0
}

function findCommand(name: string): Command {
  const command = COMMANDS.find(row => row.name === name)
  if (command !== undefined) return command
  const nearest = findNearest(
    name,
    COMMANDS.map(row => row.name),
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
