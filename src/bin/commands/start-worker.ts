import { spawn } from 'node:child_process'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Starts the detached process that commits a store once it is quiet. Load it when it is needed: in
 * the bundle its own place, by which it finds the worker, is then that of the other commands.
 */
export function startCommitting(databasePath: string): void {
  const worker = fileURLToPath(new URL('../worker.js', import.meta.url))
  const child = spawn(process.execPath, [worker, JSON.stringify([{ task: 'commit' }])], {
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, SVC_HOOK_CHILD: '1', SVC_DATABASE_PATH: databasePath },
    cwd: dirname(databasePath),
    windowsHide: true,
  })
  child.on('error', () => undefined)
  child.unref()
}
