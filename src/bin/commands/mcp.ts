import { resolve } from 'node:path'
import { serveStdio } from '../../../handlers/mcp/stdio.js'
import { stateFolder } from '../../../store/store.js'
import { announceServer } from '../../activity/mcp-servers.js'
import { locateStore } from '../../config.js'
import { readHookKey, readHostCall } from '../../hosts/hook-key.js'
import { HOST_NAMES, PROFILES, type HostName } from '../../hosts/profiles.js'
import { RESIDENT_EVENTS } from '../../hosts/resident.js'
import type { Action, Call } from '../cli/command.js'
import { commitLater } from '../cli/commit-later.js'
import { locateWorker } from '../cli/program.js'
import type { ResidentHook } from '../hook/resident.js'
import { startWorker } from '../start-worker.js'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
/** Time between two looks at whether the host is still there (milliseconds). */
const LOOK_MS = 5_000
/** The process ends after this even if something hangs (milliseconds). */
const LAST_MS = 2_500

/** `svc mcp`: speaks MCP until the host has closed its end, has died, or says so by a signal. */
export const mcp: Action<void> = {
  async run(call) {
    // An agent that svc itself has started must not write to the memory by which it was asked.
    if (process.env.SVC_HOOK_CHILD === '1') return
    if (process.stdin.isTTY) {
      call.note('svc mcp waits for a host to speak JSON-RPC to it; svc install has hosts start it')
    }
    const signal = waitForEnd()
    const log = process.env.SVC_HOOK_DEBUG === '1' ? createLog(call) : () => undefined
    process.on('uncaughtException', cause => log('a fault', cause))
    process.on('unhandledRejection', cause => log('a fault', cause))
    // The greeting is answered first: the host waits for that.
    let opened: Promise<ResidentHook> | undefined
    const hook = () => (opened ??= openHook(call.text('host')))
    const host = HOST_NAMES.find(name => name === call.text('host'))
    const directory = directoryOf(host)
    let withdraw: () => void = () => undefined
    let isHosts = false
    process.on('exit', () => withdraw())
    placeStore(call)
    const { dataDir } = locateStore({ env: process.env, onProblem: () => undefined })
    try {
      await serveStdio({
        input: process.stdin,
        output: process.stdout,
        directory,
        host,
        service: () => call.service(),
        onWrite: () => void commitLater(() => call.config()),
        onReady: async () => {
          const ready = await hook()
          // Prompts are the hook program's while no host can say that it is one.
          if (readHookKey(dataDir) !== undefined) withdraw = announce(call, log)
          await ready.warm(directory)
        },
        hook: async payload => {
          const sent = readHostCall(payload, dataDir)
          isHosts ||= sent !== undefined
          if (sent === undefined) {
            // A host of an older installation, perhaps: then the hook program answers from now on.
            if (!isHosts) withdraw()
            return undefined
          }
          return (await hook()).answer(sent)
        },
        log,
        signal,
      })
    } finally {
      withdraw()
      setTimeout(() => process.exit(0), LAST_MS).unref()
      await (await opened)?.close()
    }
  },
  render: () => '',
}

/** A turn is queued by the host's own hook alone: a model that calls this one must not make one up. */
async function openHook(host: string | undefined): Promise<ResidentHook> {
  const { openResidentHook } = await import('../hook/resident.js')
  return openResidentHook({
    args: host === undefined ? [] : ['--host', host],
    events: RESIDENT_EVENTS,
    start: async (tasks, { databasePath }) => startWorker(locateWorker(), tasks, databasePath),
  })
}

/** The hook program finds the store by its environment, which the processes that it starts have too. */
function placeStore(call: Call): void {
  const dataDir = call.text('data-dir')
  if (dataDir === undefined) return
  process.env.SVC_DATA_DIR = resolve(dataDir)
  delete process.env.SVC_DATABASE_PATH
}

function directoryOf(host: HostName | undefined): string {
  const variable = host && PROFILES[host].projectVariable
  return (variable && process.env[variable]) || process.cwd()
}

type Log = (message: string, cause: unknown) => void

/** Standard output is the protocol's alone. */
function createLog(call: Call): Log {
  return (message, cause) => {
    const told = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)
    call.note(`svc mcp: ${message}: ${told}`)
  }
}

/** A server that cannot leave word is not asked by hooks, and is as good otherwise. */
function announce(call: Call, log: Log): () => void {
  try {
    return announceServer({ state: stateFolder(call.config().dataDir) }, process.ppid)
  } catch (error) {
    log('prompts are left to the hook program', error)
    return () => undefined
  }
}

/** Aborts at a signal, and when the process that started this one is gone. */
function waitForEnd(): AbortSignal {
  const ending = new AbortController()
  const parent = process.ppid
  for (const name of SIGNALS) process.on(name, () => ending.abort())
  const look = () => {
    if (process.ppid !== parent) ending.abort()
  }
  setInterval(look, LOOK_MS).unref()
  return ending.signal
}
