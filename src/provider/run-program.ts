import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { errnoOf } from '../../store/errors.js'
import { ANSWER_BYTES } from './post.js'
import { ProviderFailure } from './types.js'

/** How long streams that a grandchild holds open are waited for, in milliseconds. */
const STREAM_GRACE_MS = 250

/** One run of a host's program. */
interface ProgramRun {
  program: string
  args: readonly string[]
  /** Written to stdin; the only place for text of a conversation. */
  input: string
  cwd: string
  env: Readonly<Record<string, string | undefined>>
  signal: AbortSignal
}

/**
 * Runs a program in a process group of its own, away from the terminal, and answers what it wrote
 * to stdout, at most 2 MB. The group is killed when the program ends, the signal aborts or stdout
 * is too long. Throws ProviderFailure where it is missing, ends with an error or is killed.
 */
export async function runProgram(run: ProgramRun): Promise<string> {
  const { program, input, signal } = run
  const child = start(run)
  const kill = () => killGroup(child)
  signal.addEventListener('abort', kill, { once: true })
  if (signal.aborted) kill()
  try {
    child.stderr.resume()
    child.stdin.on('error', () => undefined).end(input)
    const [output] = await Promise.all([collect(child, program), ended(child, program)])
    return output
  } finally {
    signal.removeEventListener('abort', kill)
    kill()
  }
}

function start({ program, args, cwd, env }: ProgramRun): ChildProcessWithoutNullStreams {
  try {
    return spawn(program, args, {
      cwd,
      env: { ...withoutOurs(env), SVC_HOOK_CHILD: '1' },
      detached: true,
      stdio: 'pipe',
      windowsHide: true,
    })
  } catch (error) {
    // An argument that cannot be one: the message would quote it.
    throw toFailure(program, error as Error)
  }
}

/** Our own settings, above all keys and tokens, are no business of the program. */
function withoutOurs(env: ProgramRun['env']): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('SVC_')))
}

function collect(child: ChildProcessWithoutNullStreams, program: string): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  return new Promise((resolve, reject) => {
    const finish = () => {
      child.stdout.destroy()
      resolve(Buffer.concat(chunks).toString('utf8'))
    }
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= ANSWER_BYTES) return chunks.push(chunk)
      killGroup(child)
      reject(new ProviderFailure(`${program} wrote more than ${ANSWER_BYTES / 1e6} MB`))
    })
    child.stdout.once('end', finish).once('error', finish)
    child.once('exit', () => setTimeout(finish, STREAM_GRACE_MS).unref())
    child.once('error', finish)
  })
}

function ended(child: ChildProcessWithoutNullStreams, program: string): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('error', error => reject(toFailure(program, error)))
    child.once('exit', (code, signal) => {
      if (code === 0) return resolve()
      const how = code === null ? `was ended by ${signal}` : `ended with exit code ${code}`
      reject(
        new ProviderFailure(
          `${program} ${how}; run it once by hand to see why, it may want a login`,
        ),
      )
    })
  })
}

function toFailure(program: string, error: Error): ProviderFailure {
  const code = errnoOf(error)
  if (code === 'ENOENT') {
    return new ProviderFailure(`${program} is not installed, or not in the PATH of this process`)
  }
  return new ProviderFailure(`${program} cannot be run (${code ?? 'unknown'})`)
}

function killGroup(child: ChildProcessWithoutNullStreams): void {
  if (child.pid === undefined) return
  try {
    if (process.platform === 'win32') child.kill('SIGKILL')
    else process.kill(-child.pid, 'SIGKILL')
  } catch {
    // Nobody of the group is left.
  }
}
