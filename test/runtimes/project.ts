import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { bare } from '../bare.js'
import { ROOT } from '../root.js'
import { temporaryFolder } from '../store/fixture.js'

interface Owner {
  teardown(undo: () => void): void
}

const HERE = join(ROOT, 'test/runtimes')
const isInstalled = existsSync(join(HERE, 'node_modules/.package-lock.json'))

/**
 * Why tests of other runtimes and frameworks are left out, for tap's `skip`: false where what they
 * need is installed. Where it must be (`.ci/run` says so) they are never left out, and fail.
 */
export const LEFT_OUT =
  !isInstalled && process.env.SVC_TEST_RUNTIMES === undefined && 'npm run runtimes installs them'

const programOf = (name: string) => join(HERE, 'node_modules/.bin', name)
export const NODE = [process.execPath]
export const BUN = [programOf('bun')]
export const DENO = [programOf('deno')]

/** A folder as a user's project is: the examples, and svc and the frameworks in node_modules. */
export function makeProject(t: Owner): string {
  const folder = temporaryFolder(t)
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  copyScripts(join(ROOT, 'examples'), folder)
  copyScripts(HERE, folder)
  link(folder, 'agent-memory-service', ROOT)
  for (const name of ['ai', '@langchain/langgraph-checkpoint']) {
    link(folder, name, join(HERE, 'node_modules', name))
  }
  return folder
}

function copyScripts(from: string, to: string): void {
  for (const name of readdirSync(from).filter(name => name.endsWith('.mjs'))) {
    copyFileSync(join(from, name), join(to, name))
  }
}

function link(folder: string, name: string, to: string): void {
  const path = join(folder, 'node_modules', name)
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(to, path, 'dir')
}

/** A program of a project that runs. */
export interface Running {
  child: ChildProcess
  /** What it has printed so far, both streams. */
  text(): string
  /** Resolves to its code and signal once it has ended. */
  ended: Promise<{ code: number | null; died: NodeJS.Signals | null }>
}

/** Starts a command in a project, with its home and its store there. */
export function startIn(t: Owner, folder: string, command: readonly string[]): Running {
  const quiet = { DENO_NO_UPDATE_CHECK: '1', NO_COLOR: '1' }
  const places = { HOME: folder, TMPDIR: folder, SVC_DATA_DIR: join(folder, '.svc') }
  const env = { PATH: process.env.PATH, PORT: '0', ...places, ...quiet }
  const [program, args] = bare(env, command)
  const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  t.teardown(() => void child.kill('SIGKILL'))
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  }
  const ended = once(child, 'close').then(([code, died]) => ({
    code: code as number | null,
    died: died as NodeJS.Signals | null,
  }))
  return { child, text: () => text, ended }
}
