import { writeSync } from 'node:fs'
import { renderHookAnswer } from '../../handlers/hooks/answers.js'
import type * as BesideServer from './hook/beside-server.js'
import { hasNothingToDo, parsePayload, readCall } from './hook/call.js'
import type { HookProgram } from './hook/main.js'
import { loadProgram, programPath } from './hook/program.js'
import { readStdin } from './hook/stdin.js'

/** Whatever happens, the host goes on after this (milliseconds). */
const DEADLINE_MS = 1_800

/** Names the build: its hash, put here by the build. */
declare const BUILD: string

const args = process.argv.slice(2)
let isAnswered = false
let noteLate: (() => void) | undefined
let leaveWork: (() => Promise<void>) | undefined

// Set for every process that svc starts itself, so that a host run by svc never calls back.
if (process.env.SVC_HOOK_CHILD === '1') finish()
void run()
// In the next round of the event loop: most calls have ended by then, and a first timer costs them
// a hundredth of a start.
setImmediate(() => setTimeout(giveUp, DEADLINE_MS))

async function run(): Promise<void> {
  try {
    await answerHost()
  } catch {
    answer('{}')
  }
  finish()
}

async function answerHost(): Promise<void> {
  if (args.includes('--beside-server') && isBesideServer()) return answer('{}')
  const text = readStdin()
  const payload = parsePayload(typeof text === 'string' ? text : await text.catch(() => ''))
  const call = readCall(payload, args)
  const isNothing = call === undefined || hasNothingToDo(call, process.env)
  if (payload !== undefined && isNothing) return answer(renderHookAnswer(call, ''))
  const path = programPath(import.meta.dirname, call?.event ?? 'Stop')
  const { program } = loadProgram<{ program: HookProgram }>(path, BUILD, require).exports
  if (call === undefined) {
    answer('{}')
    return program.noteNoPayload()
  }
  noteLate = () => program.noteHookFailure(process.env, new Error('it took too long'), 'deadline')
  const late = (leave: () => Promise<void>) => void (leaveWork = leave)
  await program.answerCall(call, { args, answer, start: program.startTasks, late })
}

/** True if the session's own MCP server answers. A program of its own: few calls need it. */
function isBesideServer(): boolean {
  const load = require
  const program = load('./beside-server.cjs') as typeof BesideServer
  return program.isBesideServer(process.env)
}

function giveUp(): void {
  noteLate?.()
  if (leaveWork === undefined) finish()
  else void leaveWork().then(finish, finish)
}

function finish(): never {
  return process.exit(0)
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
