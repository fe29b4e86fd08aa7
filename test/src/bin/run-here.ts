import { Readable, Writable } from 'node:stream'
import { runProgram } from '../../../src/bin/cli/run.js'

/** What came of a command. */
export interface Outcome {
  code: number | null
  stdout: string
  stderr: string
}

/** What a process is started with. */
export interface Surroundings {
  input: string | Buffer
  env: Record<string, string>
  cwd: string
}

/** A pipe with a reader who keeps up. */
class Kept extends Writable {
  private readonly chunks: Buffer[] = []

  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    this.chunks.push(chunk)
    done()
  }

  text(): string {
    return Buffer.concat(this.chunks).toString('utf8')
  }
}

let last: Promise<unknown> = Promise.resolve()

/**
 * Runs `svc` of the sources in this process, as src/bin/svc.ts does in its own. The whole process is
 * the command's meanwhile: its environment, its working directory, its standard input and what goes
 * to its stderr. One command waits for the other.
 */
export function runHere(argv: readonly string[], given: Surroundings): Promise<Outcome> {
  const outcome = last.then(() => runAlone(argv, given))
  last = outcome.catch(() => undefined)
  return outcome
}

async function runAlone(argv: readonly string[], given: Surroundings): Promise<Outcome> {
  const [stdout, stderr] = [new Kept(), new Kept()]
  const takeBack = lendProcess(given, stderr)
  const streams = { stdout, stderr } as unknown as Parameters<typeof runProgram>[2]
  try {
    const code = await runProgram(argv, undefined, streams)
    return { code, stdout: stdout.text(), stderr: stderr.text() }
  } finally {
    takeBack()
  }
}

/** Puts this process into other surroundings; the answer puts it back. */
function lendProcess({ input, env, cwd }: Surroundings, stderr: Writable): () => void {
  const before = { env: { ...process.env }, cwd: process.cwd() }
  const { stdin: ownInput, stderr: ownErrors } = Object.getOwnPropertyDescriptors(process)
  const stdin = Readable.from(input.length > 0 ? [Buffer.from(input)] : [])
  setEnvironment(env)
  process.chdir(cwd)
  const streams = { stdin: { get: () => stdin }, stderr: { get: () => stderr } }
  Object.defineProperties(process, streams)
  return () => {
    Object.defineProperties(process, { stdin: ownInput, stderr: ownErrors })
    process.chdir(before.cwd)
    setEnvironment(before.env)
  }
}

/** Changes what differs: the home directory is read from the environment itself, not from an object. */
function setEnvironment(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name]
  for (const [name, value] of Object.entries(env))
    if (process.env[name] !== value) process.env[name] = value
}
