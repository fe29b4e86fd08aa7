import { writeSync } from 'node:fs'
import { join } from 'node:path'
import { loadHookProgram } from './hook/program.js'
import { readStdin } from './hook/stdin.js'

/** Whatever happens, the host goes on after this (milliseconds). */
const DEADLINE_MS = 1_800

// Set for every process that svc starts itself, so that a host run by svc never calls back.
if (process.env.SVC_HOOK_CHILD === '1') process.exit(0)

let isAnswered = false
let noteLate: (() => void) | undefined
const deadline = setTimeout(() => {
  noteLate?.()
  finish()
}, DEADLINE_MS)
void run()

async function run(): Promise<void> {
  try {
    if (process.argv.includes('--beside-server')) await leaveToServer()
    const { program } = loadHookProgram(join(import.meta.dirname, 'hook.cjs'), require)
    noteLate = () => program.noteHookFailure(process.env, new Error('it took too long'), 'deadline')
    await program.runHook({
      args: process.argv.slice(2),
      readStdin,
      answer,
      start: program.startTasks,
    })
  } catch {
    answer('{}')
  }
  finish()
}

/** Ends where the session's own MCP server answers. Loaded where the settings name such a server. */
async function leaveToServer(): Promise<void> {
  const { isBesideServer } = await import('./hook/beside-server.js')
  if (!isBesideServer(process.env)) return
  answer('{}')
  finish()
}

function finish(): never {
  clearTimeout(deadline)
  process.exit(0)
}

function answer(text: string): void {
  if (!isAnswered) write(text)
  isAnswered = true
}

/** A host's pipe may not take all at once; a host that is gone needs no answer. */
function write(text: string): void {
  const bytes = Buffer.from(text)
  for (let done = 0; done < bytes.length;) {
    try {
      done += writeSync(1, bytes, done)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return
    }
  }
}
