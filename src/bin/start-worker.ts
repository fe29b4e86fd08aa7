import { dirname } from 'node:path'
import type { DetachedTask } from '../../handlers/hooks/context.js'

/**
 * Starts the worker, a process of its own that nobody waits for, on tasks in a store. `worker` is
 * the path of its script: each program knows its own place beside it.
 */
export async function startWorker(
  worker: string,
  tasks: readonly DetachedTask[],
  databasePath: string,
): Promise<void> {
  // Not loaded by a hook that has nothing to leave behind.
  const { spawn } = await import('node:child_process')
  const child = spawn(process.execPath, [worker, JSON.stringify(tasks)], {
    detached: true,
    // A host waits for a child that holds its pipes.
    stdio: 'ignore',
    env: { ...process.env, SVC_HOOK_CHILD: '1', SVC_DATABASE_PATH: databasePath },
    cwd: dirname(databasePath),
    windowsHide: true,
  })
  child.on('error', () => undefined)
  child.unref()
}
