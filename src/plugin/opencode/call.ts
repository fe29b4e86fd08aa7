import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { HookInput } from '../../bin/hook/main.js'
import { openResidentHook } from '../../bin/hook/resident.js'
import { within } from '../../within.js'

/** OpenCode is not kept from ending for longer (milliseconds). */
const END_MS = 1_800

/** Calls of hook handlers in OpenCode's own process. */
export interface HookCaller {
  /** One hook call: the text to inject, empty for nothing. Never throws, takes 2 seconds at most. */
  call: (payload: Record<string, unknown>) => Promise<string>
  /** Waits for what goes on after answers, 2 seconds at most. */
  finish: () => Promise<void>
}

/** Calls the hook handlers in process; `node` (a path) runs the work that they leave behind. */
export function createHookCaller(args: readonly string[], node: string): HookCaller {
  // OpenCode runs on Bun, whose watcher of folders has not proved itself here.
  const hook = openResidentHook({ args, start: startWith(node), isWatching: false })
  return {
    call: async payload => toContext(await hook.answer(payload)),
    finish: () => within(hook.close(), END_MS, undefined),
  }
}

/** OpenCode is a program of its own: the worker needs the Node of the installation, or any. */
function startWith(node: string): HookInput['start'] {
  return async (tasks, { databasePath }) => {
    const { startWorker } = await import('../../bin/start-worker.js')
    const worker = join(import.meta.dirname, 'worker.cjs')
    startWorker(worker, tasks, databasePath, existsSync(node) ? node : 'node')
  }
}

function toContext(answer: string): string {
  const { additionalContext } = JSON.parse(answer) as { additionalContext?: string }
  return additionalContext ?? ''
}
