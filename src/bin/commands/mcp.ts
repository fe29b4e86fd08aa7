import { serveStdio } from '../../../handlers/mcp/stdio.js'
import { stateFolder } from '../../../store/store.js'
import { announceServer } from '../../activity/mcp-servers.js'
import { commitLater } from '../cli/commit-later.js'
import type { Action, Call } from '../cli/command.js'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
/** How often a server looks whether its host is still there (milliseconds). */
const LOOK_MS = 5_000
/** Whatever hangs then, the process ends (milliseconds). */
const LAST_MS = 2_500

/** `svc mcp`: speaks MCP until the host has closed its end, has died, or says so by a signal. */
export const mcp: Action<void> = {
  async run(call) {
    const signal = waitForEnd()
    const log = process.env.SVC_HOOK_DEBUG === '1' ? createLog(call) : () => undefined
    process.on('uncaughtException', cause => log('a fault', cause))
    process.on('unhandledRejection', cause => log('a fault', cause))
    let withdraw: () => void = () => undefined
    try {
      await serveStdio({
        input: process.stdin,
        output: process.stdout,
        directory: directoryOf(call.text('host')),
        service: () => call.service(),
        onWrite: () => void commitLater(() => call.config()),
        onReady: () => {
          withdraw = announce(call, log)
        },
        log,
        signal,
      })
    } finally {
      withdraw()
      setTimeout(() => process.exit(0), LAST_MS).unref()
    }
  },
  render: () => '',
}

/** Claude Code may start a plugin's server elsewhere; the variable leaks into other hosts. */
function directoryOf(host: string | undefined): string {
  const project = host === 'claude-code' ? process.env.CLAUDE_PROJECT_DIR : undefined
  return project || process.cwd()
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
