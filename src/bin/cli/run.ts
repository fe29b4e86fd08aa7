import { SvcError, errnoOf, explainFault, toFault } from '../../../store/errors.js'
import { listSpool } from '../../../store/files/spool.js'
import { openStore, statePath, type Store } from '../../../store/store.js'
import type { Service } from '../../api.js'
import { toConfig, type Config, type SettledSettings } from '../../config.js'
import type { HostLook } from '../../overview/types.js'
import { redactText } from '../../redact/index.js'
import { readSettings, readSettled } from '../settings.js'
import { createTerminal, type Terminal, type TerminalOptions } from '../terminal/screen.js'
import { openStreams } from '../terminal/streams.js'
import { formatJson, oneLine } from '../terminal/words.js'
import { parseArguments } from './arguments.js'
import { commitLater } from './commit-later.js'
import {
  UsageError,
  type Action,
  type Call,
  type Command,
  type ParsedArguments,
} from './command.js'
import { parseCommandLine, type ParsedCommand } from './find.js'
import { currentProject } from './flags.js'
import { renderCommandHelp } from './help.js'

/** The streams that a command answers to. */
type Streams = Pick<TerminalOptions, 'stdout' | 'stderr'>

/**
 * Runs `svc` with these arguments and resolves to the exit code: 0, 1 failed, 2 wrong usage.
 * `otherwise` is the command that arguments without one mean.
 */
export async function runProgram(
  argv: readonly string[],
  otherwise?: string,
  { stdout, stderr }: Streams = openStreams(),
): Promise<number> {
  const { env } = process
  const terminal = createTerminal({ stdout, stderr, env, now: Date.now() })
  try {
    return await runParsed(parseCommandLine(argv, otherwise), terminal)
  } catch (error) {
    const json = argv.slice(0, endOfFlags(argv)).includes('--json')
    return reportError(error, { json, debug: env.SVC_HOOK_DEBUG === '1', terminal })
  }
}

async function runParsed(parsed: ParsedCommand, terminal: Terminal): Promise<number> {
  if ('command' in parsed) {
    const given = parseArguments(parsed.command, parsed.argv)
    if (!given.on('help')) return runCommand(parsed.command, given, terminal)
    await terminal.print(renderCommandHelp(parsed.command))
    return 0
  }
  await terminal.print(parsed.text)
  if (parsed.problem !== undefined) throw new UsageError(parsed.problem)
  return 0
}

function endOfFlags(argv: readonly string[]): number {
  const end = argv.indexOf('--')
  return end === -1 ? argv.length : end
}

async function runCommand(
  command: Command,
  given: ParsedArguments,
  terminal: Terminal,
): Promise<number> {
  const { call, close } = openCall(command, given, terminal)
  try {
    return await answer(await command.load(call), call, terminal)
  } finally {
    await close()
    if (command.writes === true) await commitLater(() => call.config())
  }
}

/** Does an action's work and prints what comes of it; resolves to the exit code. */
export async function answer(action: Action, call: Call, terminal: Terminal): Promise<number> {
  const json = call.on('json')
  let code = 0
  for await (const value of partsOf(action.run(call))) {
    await terminal.print(json ? toJson(action, value) : action.render(value, terminal))
    for (const line of action.footnotes?.(value, json) ?? []) terminal.note(line)
    code = action.exitCode?.(value) ?? 0
  }
  return code
}

async function* partsOf<Value>(made: Promise<Value> | AsyncIterable<Value>): AsyncIterable<Value> {
  if (Symbol.asyncIterator in made) yield* made
  else yield await made
}

function toJson(action: Action, value: unknown): string {
  const told = action.toJson ? action.toJson(value) : value
  return told === undefined ? '' : formatJson(told)
}

function openCall(command: Command, given: ParsedArguments, terminal: Terminal) {
  const { note, progress, isHeard } = terminal
  const tell = tellOnce(terminal)
  let opened: Promise<Service> | undefined
  const listener = goesOnWithout(command) ? { onBadFile: tell } : {}
  const dataDir = given.text('data-dir')
  const call: Call = {
    ...given,
    ...{ command, note, progress, isHeard },
    config: more => readSettings({ dataDir, ...more }, listener),
    service: ({ given: more, ...options } = {}) => {
      const settle = () => readSettled({ dataDir, ...more }, { ...listener, onWarning: tell })
      return (opened ??= openService(settle, { ...options, onUnnoted: tell }))
    },
  }
  const close = () =>
    opened?.then(
      service => service.close(),
      () => undefined,
    )
  return { call, close }
}

/** Opens the service with settings that are read then. */
async function openService(
  settle: () => SettledSettings,
  options: { isResident?: boolean; onUnnoted: (message: string) => void },
): Promise<Service> {
  const settled = settle()
  const config = toConfig(settled)
  const { createService } = await import('../../service/service.js')
  const given = { env: process.env, near: currentProject, hosts: lookAtHosts(config) }
  if (options.isResident !== true) await finishMoves(openStore(config.databasePath, process.env))
  return createService(config, { ...options, ...given, settled })
}

/** Longer than a lock outlives its process. */
const PATIENCE_MS = 6_000

/** In the middle of a move a scope lacks some of its memories, or has them twice. */
async function finishMoves(store: Store): Promise<void> {
  if (listSpool(statePath(store, 'moves')).length === 0) return
  const { finishMoves } = await import('../../scopes/transfer.js')
  await finishMoves(store, () => new Date(), PATIENCE_MS)
}

/** Loaded when somebody asks about them. */
function lookAtHosts({ dataDir }: Config): HostLook {
  const load = () => import('../commands/hosts.js')
  return {
    find: async callers => (await load()).findHosts(dataDir, callers),
    facts: async () => (await load()).readHostFacts(dataDir),
    check: async ({ fix }) => (await load()).examineHosts(dataDir, fix),
  }
}

/** True for a command that mends a store: nothing that config.json says must stop it. */
function goesOnWithout({ name }: Command): boolean {
  return name === 'doctor' || name.startsWith('git ')
}

/** Tells what is to be said of settings, each once although they are read several times in one call. */
function tellOnce(terminal: Terminal): (message: string) => void {
  const told = new Set<string>()
  return message => {
    if (!told.has(message)) terminal.note(`svc: ${message}`)
    told.add(message)
  }
}

const INTERNAL_HINT = 'SVC_HOOK_DEBUG=1 shows where'

interface ErrorOptions {
  json: boolean
  debug: boolean
  terminal: Terminal
}

/** Says on stderr what went wrong, in one line, and returns the exit code. */
function reportError(error: unknown, { json, debug, terminal }: ErrorOptions): number {
  const { message, code } = describe(error)
  terminal.progress('')
  // A mistyped command line holds whatever the person had on the clipboard; logs keep what is said.
  const told = redactText(message)
  terminal.note(json ? formatJson({ error: told, code }) : `svc: ${told}`)
  if (debug && error instanceof Error && !(error instanceof UsageError)) {
    terminal.note(redactText(traceOf(error)))
  }
  return error instanceof UsageError ? 2 : 1
}

function describe(thrown: unknown): { message: string; code: string } {
  const error = toFault(thrown)
  if (error instanceof SvcError) return { message: oneLine(error.message), code: error.code }
  const message = oneLine(
    explainFault(error) ?? (error instanceof Error ? error.message : String(error)),
  )
  const known = errnoOf(error)?.startsWith('E') === true
  return { message: known ? message : `${message} (${INTERNAL_HINT})`, code: 'INTERNAL' }
}

function traceOf(error: Error): string {
  const cause = error.cause instanceof Error ? `\ncaused by ${traceOf(error.cause)}` : ''
  return (error.stack ?? error.message) + cause
}
