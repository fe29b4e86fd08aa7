import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import {
  openHookContext,
  type DetachedTask,
  type GivenCall,
  type HookContext,
  type HookHandler,
} from '../../../handlers/hooks/context.js'
import { renderHookAnswer, showsNotices } from '../../../handlers/hooks/answers.js'
import { recordCall } from '../../../handlers/hooks/ledger.js'
import type { HookCall } from '../../../handlers/hooks/protocol.js'
import { appendText, lineBytes } from '../../../store/files/log.js'
import { homeOf } from '../../../store/files/read.js'
import { openStore, stateFolder, statePath, type Store } from '../../../store/store.js'
import { noteFailure } from '../../activity/failures.js'
import { locateStore, type Config } from '../../config.js'
import { redactText } from '../../redact/index.js'
import { readSettings } from '../settings.js'
import type { OwedWork } from './owed.js'

/** Notes one line of what a hook call did. */
export type HookLog = (message: string) => void

/** The log that SVC_HOOK_DEBUG asks for, on stderr and in state/hook.log; else one that is mute. */
export function openHookLog({ debug, dataDir }: Config): HookLog {
  if (!debug) return () => undefined
  return message => {
    const line = `${new Date().toISOString()} ${process.pid} ${redactText(message)}\n`
    process.stderr.write(line)
    try {
      appendToDebugLog(statePath({ state: stateFolder(dataDir) }, 'hook.log'), line)
    } catch {
      // A log that cannot be written must not fail the hook; stderr has it.
    }
  }
}

/** A debug log of this size is put aside, over the one before it (bytes). */
const MOST_LOG_BYTES = 4 * 1024 * 1024

function appendToDebugLog(path: string, line: string): void {
  if (lineBytes(path) > MOST_LOG_BYTES) renameSync(path, `${path}.1`)
  appendText(path, line)
}

/** Leaves the reason of a failed hook call for `svc doctor`. Never throws. */
export function noteHookFailure(
  env: Record<string, string | undefined>,
  error: unknown,
  event = 'unknown',
): void {
  try {
    const { dataDir } = locateStore({ env, onProblem: () => undefined })
    noteFailure({ state: stateFolder(dataDir) }, error, event)
  } catch {
    // Where no store can be located there is nobody to tell.
  }
}

/** The handler, the arguments and the outlets of a hook call. */
export interface HookInput {
  /** Answers the text to inject, empty for nothing. */
  handle: HookHandler
  /** Arguments after the program's name. */
  args: readonly string[]
  /** Hands the answer to the host; called once. What goes on afterwards waits for it. */
  answer: (text: string) => void | Promise<void>
  /** Starts work that goes on after the answer. */
  start: (tasks: readonly DetachedTask[], config: Config) => Promise<void>
  /** Takes what leaves a note of the work that this call still owes: for when it gets no more time. */
  late?: (leave: () => Promise<void>) => void
  /** Present in a process that answers many calls. */
  resident?: Pick<GivenCall, 'openSource' | 'signal'>
}

/** The functions of an event's program that the starter of a hook calls. */
export interface HookProgram {
  answerCall(call: HookCall, input: Omit<HookInput, 'handle'>): Promise<void>
  noteHookFailure: typeof noteHookFailure
  noteNoPayload: typeof noteNoPayload
  startTasks: typeof startTasks
}

/** The program of the calls that `handle` answers: few kinds of calls need what others load. */
export function createProgram(handle: HookHandler): HookProgram {
  return {
    answerCall: (call, input) => answerCall(call, { ...input, handle }),
    noteHookFailure,
    noteNoPayload,
    startTasks,
  }
}

/** Leaves for `svc doctor` and for the debug log that what a host has sent is no payload. Never throws. */
export function noteNoPayload(): void {
  const log = openHookLog(readSettings({}, { onProblem: () => undefined }))
  createNote('unknown', log)(new Error('standard input is not a JSON payload of at most 32 MiB'))
}

/**
 * One hook call from start to end. Never throws: whatever goes wrong, the host gets an answer that
 * it accepts, and the reason is left for `svc doctor`.
 */
export async function answerCall(call: HookCall, input: HookInput): Promise<void> {
  const { handle, args, answer, start, late, resident } = input
  // A hook's own process began when the host called.
  const began = resident === undefined ? 0 : process.uptime()
  const fallback = renderHookAnswer(call, '')
  let isAnswered = false
  const answerOnce = async (text: string) => {
    if (isAnswered) return
    isAnswered = true
    await answer(text)
  }
  let note = createNote(call.event, undefined)
  try {
    const problems: string[] = []
    const onProblem = (message: string) => problems.push(message)
    const config = readSettings({}, { onProblem, onWarning: onProblem, isBrief: true })
    const log = openHookLog(config)
    note = createNote(call.event, log)
    problems.forEach(log)
    if (call.isBorrowed && (await isAnsweredElsewhere(call))) return answerOnce(fallback)
    const tasks: DetachedTask[] = []
    const later = (task: DetachedTask) => void tasks.push(task)
    const isShared = resident !== undefined || args.includes('--beside-server')
    const notices: string[] = []
    const tell = (line: string) => void notices.push(line)
    const told = showsNotices(call) ? { tell } : {}
    const given = giveCall(call, config, { later, note, ...told, isShared, ...resident })
    const { store } = given
    const owing: OwedWork = { store, tasks, reflect: config.reflect }
    late?.(async () => (await import('./owed.js')).leaveOwed(owing))
    const context = await openHookContext(given)
    owing.context = context
    const text = renderHookAnswer(call, await handle(context), notices.join('\n'))
    await answerOnce(text)
    const ms = (process.uptime() - began) * 1_000
    log(`${call.event}: answered ${text.length} characters`)
    await askLater(context)
    if (existsSync(statePath(store, 'owed.jsonl'))) tasks.push(...(await takeOwed(store)))
    if (tasks.length > 0) await start(tasks, config)
    late?.(async () => undefined)
    await noteHost(context)
    recordCall(context, ms)
  } catch (error) {
    note(error)
    await answerOnce(fallback)
  }
}

/** Leaves what went wrong for `svc doctor` and for the debug log. */
function createNote(event: string, log: HookLog | undefined): GivenCall['note'] {
  return error => {
    log?.(`failed: ${error instanceof Error ? (error.stack ?? error.message) : 'unknown'}`)
    noteHookFailure(process.env, error, event)
  }
}

/** Loaded where one host runs the hook of another. */
async function isAnsweredElsewhere(call: HookCall): Promise<boolean> {
  const { callsItself } = await import('../../../handlers/hooks/borrowed.js')
  return callsItself(call, { home: homeOf(process.env), env: process.env })
}

/** Loaded where a call before ran into its time limit. */
async function takeOwed(store: Store): Promise<DetachedTask[]> {
  const owed = await import('./owed.js')
  return owed.takeOwed(store)
}

/** Asks for work of the scope and of the store; loaded when the answer is out. */
async function askLater(context: HookContext): Promise<void> {
  const { call, config } = context
  const isStart = call.event === 'SessionStart'
  if (!config.reflect && !isStart) return
  const later = await import('../../../handlers/hooks/reflect-later.js')
  if (config.reflect) later.askForReflection(context)
  if (isStart) later.askForSweep(context)
}

/** Notes a host's call for `svc doctor`, once a turn at most; loaded when the answer is out. */
async function noteHost({ call: { event, host }, store, now }: HookContext): Promise<void> {
  if (host === undefined || (event !== 'SessionStart' && event !== 'Stop')) return
  const { noteHostCall } = await import('../../activity/hook-calls.js')
  noteHostCall(store, host, now)
}

function giveCall(
  call: HookCall,
  config: Config,
  given: Omit<GivenCall, 'call' | 'config' | 'store' | 'home' | 'now'>,
): GivenCall {
  const store = openStore(config.databasePath, process.env)
  const cwd = call.cwd ?? (call.profile?.runsElsewhere ? undefined : process.cwd())
  const { env } = process
  return {
    call: { ...call, cwd },
    config,
    store,
    home: homeOf(env),
    now: new Date(),
    env,
    ...given,
  }
}

/** Starts work that goes on after the answer. */
export async function startTasks(
  tasks: readonly DetachedTask[],
  { databasePath }: Config,
): Promise<void> {
  const { startWorker } = await import('../start-worker.js')
  startWorker(join(import.meta.dirname, 'worker.cjs'), tasks, databasePath)
}
