import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { runHook, type HookInput } from '../../bin/hook/main.js'

/** Whatever happens, OpenCode goes on after this (milliseconds). */
const DEADLINE_MS = 1_800

/** How the hook handlers are called in OpenCode's own process. */
export interface HookCaller {
  /** One hook call: the text to inject, empty for nothing. Never throws, never takes 2 seconds. */
  call: (payload: Record<string, unknown>) => Promise<string>
  /** Waits for what goes on after answers, 2 seconds at most. */
  finish: () => Promise<void>
}

/** Calls the hook handlers in process; `node` (a path) runs the work that they leave behind. */
export function createHookCaller(flags: readonly string[], node: string): HookCaller {
  const running = new Set<Promise<void>>()
  const call = async (payload: Record<string, unknown>) => {
    const answered = new Promise<string>(answer => {
      const readStdin = async () => JSON.stringify(payload)
      const run = runHook({ args: flags, readStdin, answer, start: startWith(node) })
      running.add(run)
      void run.finally(() => running.delete(run))
    })
    return toContext(await within(answered, '{}'))
  }
  return { call, finish: () => within(Promise.all(running).then(ignore), undefined) }
}

/** What a promise resolves to, or `late` where it takes too long or fails. */
export async function within<T>(promise: Promise<T>, late: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<T>(resolve => {
    timer = setTimeout(() => resolve(late), DEADLINE_MS)
  })
  try {
    return await Promise.race([promise, limit])
  } catch {
    return late
  } finally {
    clearTimeout(timer)
  }
}

/** OpenCode is a program of its own: the worker needs the Node of the installation, or any. */
function startWith(node: string): HookInput['start'] {
  return async (tasks, { databasePath }) => {
    const { startWorker } = await import('../../bin/start-worker.js')
    const worker = join(import.meta.dirname, 'src/bin/worker.js')
    startWorker(worker, tasks, databasePath, existsSync(node) ? node : 'node')
  }
}

function toContext(answer: string): string {
  const { additionalContext } = JSON.parse(answer) as { additionalContext?: string }
  return additionalContext ?? ''
}

function ignore(): void {}
