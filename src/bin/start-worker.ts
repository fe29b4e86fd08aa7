import { spawn } from 'node:child_process'
import { dirname } from 'node:path'
import type { DetachedTask } from '../../handlers/hooks/context.js'

/**
 * Starts the worker, a process of its own that nobody waits for, on tasks in a store. `worker` is
 * the path of its script: each program knows its own place beside it; `node` runs it. Import it when it is needed: a
 * hook that leaves nothing behind starts no process.
 */
export function startWorker(
  worker: string,
  tasks: readonly DetachedTask[],
  databasePath: string,
  node = process.execPath,
): void {
  const child = spawn(node, [worker, JSON.stringify(tasks)], {
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
