import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

interface Owner {
  teardown(undo: () => void): void
}

/** A new folder under the system's temporary directory, removed after the test. */
export function temporaryFolder(t: Owner): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'svc-test-')))
  t.teardown(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
  return folder
}

const DIST = fileURLToPath(new URL('../../dist/', import.meta.url))

/**
 * Starts another process that runs a module script. `load('store/files/lock.js')` imports a built
 * module and `args` are the arguments, JSON values.
 */
export function startProcess(t: Owner, script: string, ...args: unknown[]): ChildProcess {
  const prologue = `const load = name => import(${JSON.stringify(DIST)} + name);
const args = ${JSON.stringify(args)};\n`
  const child = spawn(process.execPath, ['--input-type=module', '-e', prologue + script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.teardown(() => void child.kill('SIGKILL'))
  return child
}

/** Resolves with what the process printed, once it ended; rejects where it failed. */
export function outputOf(child: ChildProcess): Promise<string> {
  let output = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text))
  return new Promise((resolve, reject) => {
    child.once('close', code => {
      if (code === 0) resolve(output)
      else reject(new Error(`the process ended with ${code}`))
    })
  })
}

/** Runs a script in another process and resolves with what it printed. */
export function runProcess(t: Owner, script: string, ...args: unknown[]): Promise<string> {
  return outputOf(startProcess(t, script, ...args))
}

/** Resolves once the condition holds, looked at every few milliseconds; rejects after a minute. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + 60_000
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`did not come about: ${condition.toString()}`)
    await new Promise(resolve => setTimeout(resolve, 5))
  }
}

/** Resolves once there is a file. */
export function untilThere(path: string): Promise<void> {
  return until(() => existsSync(path))
}
