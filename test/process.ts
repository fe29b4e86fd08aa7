import { spawn, type ChildProcess } from 'node:child_process'
import { bare } from './bare.js'
import { DIST } from './built.mjs'

interface Owner {
  teardown(undo: () => void): void
}

/**
 * Starts another process that runs a module script. `load('store/files/lock.js')` imports that
 * module, built of the sources as they are now, and `args` are the arguments, JSON values.
 */
export function startProcess(t: Owner, script: string, ...args: unknown[]): ChildProcess {
  const prologue = `const load = name => import(${JSON.stringify(`${DIST}/`)} + name);
const args = ${JSON.stringify(args)};\n`
  const flags = ['--input-type=module', '-e', prologue + script]
  const child = spawn(...bare(process.env, [process.execPath, ...flags]), {
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
