import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { deflateSync } from 'node:zlib'
import { HOOK } from '../../built.mjs'
import type { DoctorReport } from '../../../src/report.js'
import type { RememberInput } from '../../../src/types.js'
import { hasNothingToDo, parsePayload, readCall } from '../../../src/bin/hook/call.js'
import { answerCall, noteNoPayload, type HookInput } from '../../../src/bin/hook/main.js'
import { renderHookAnswer } from '../../../handlers/hooks/answers.js'
import { routeHook } from '../../../handlers/hooks/routes.js'
import { createService } from '../../../src/service/service.js'
import { bare } from '../../bare.js'
import { forOthers } from '../../other-user.js'
import { removeStores } from '../../store/fixture.js'
import { readLines } from '../../../store/files/log.js'
import type { QueuedTurn } from '../../../src/reflect/turns.js'
import type { Memory, Scope } from '../../../store/types.js'

export { HOOK }
/** Preloaded, it takes the limits of time from the hook program; and as NODE_OPTIONS. */
export const PATIENCE = fileURLToPath(new URL('patient.cjs', import.meta.url))
export const PATIENT = `--require "${PATIENCE}"`

const SLOW_DISK = fileURLToPath(new URL('slow-disk.cjs', import.meta.url))

/** A start gives its import a second: in this process a minute, so that a busy machine shows what it answers. */
const IMPORT_MS = 1_000
const timeout = AbortSignal.timeout.bind(AbortSignal)
AbortSignal.timeout = ms => timeout(ms === IMPORT_MS ? 60_000 : ms)

interface Owner {
  teardown(undo: () => void | Promise<void>): void
}

/** What a host's standard input is: a Node parent makes a socket, a shell a pipe or a file. */
export type StdinKind = 'socket' | 'pipe' | 'file'

export interface HookOptions {
  args?: readonly string[]
  /** Added to the environment; undefined takes a variable out of it. */
  env?: Record<string, string | undefined>
  via?: StdinKind
  /** Runs the hook as this user; only root can. */
  uid?: number
}

export interface HookOutcome {
  code: number | null
  stdout: string
  stderr: string
}

/** What svc-hook does with what a host has sent, but in this process. */
export async function runHook(text: string, input: Omit<HookInput, 'handle'>): Promise<void> {
  const payload = parsePayload(text)
  const call = readCall(payload, input.args)
  if (payload === undefined) noteNoPayload()
  if (call === undefined || hasNothingToDo(call, process.env))
    return input.answer(renderHookAnswer(call, ''))
  return answerCall(call, { ...input, handle: routeHook })
}

/** A home, a store and a project of their own, and the hook called there as a host does. */
export class HookHost {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'svc-hook-')))
  readonly project = join(this.folder, 'project')
  readonly home = join(this.folder, 'home')
  readonly store = join(this.folder, 'store')
  private calls = 0

  constructor(t: Owner) {
    makeProject(this.project)
    mkdirSync(this.home)
    t.teardown(async () => {
      await this.untilQuiet()
      removeStores(this.folder)
    })
  }

  /** Calls the hook with a payload: a value sent as JSON, or the very bytes. */
  async call(payload: unknown, options: HookOptions = {}): Promise<HookOutcome> {
    const input = Buffer.isBuffer(payload) ? payload : Buffer.from(`${JSON.stringify(payload)}\n`)
    return this.send(input, options)
  }

  /** Calls the hook with an event of the plain shape, in the project. */
  async event(
    name: string,
    fields: Record<string, unknown> = {},
    options: HookOptions = {},
  ): Promise<HookOutcome> {
    return this.call({ ...this.base(), hook_event_name: name, ...fields }, options)
  }

  /** The text that an event puts into the model's context, '' for none. */
  async context(
    name: string,
    fields: Record<string, unknown> = {},
    options: HookOptions = {},
  ): Promise<string> {
    return contextOf((await this.event(name, fields, options)).stdout)
  }

  /** The whole hook program run in this process, but for reading its input: what it prints. */
  async run(name: string, fields: Record<string, unknown> = {}): Promise<string> {
    return this.runPayload(JSON.stringify({ ...this.base(), hook_event_name: name, ...fields }))
  }

  /** The same with any payload and arguments. */
  async runPayload(payload: string, args: readonly string[] = []): Promise<string> {
    let said: string | undefined
    const answer = (text: string) => void (said ??= text)
    const start = async () => undefined
    await this.inEnvironment(() => runHook(payload, { args, answer, start }))
    return said ?? ''
  }

  /** Does a work of this process in the environment of the host's own. */
  private async inEnvironment(work: () => Promise<unknown>): Promise<void> {
    const before = { ...process.env }
    try {
      Object.assign(process.env, this.env())
      await work()
    } finally {
      // Its object stays: the home directory is read from the environment behind it.
      for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
      Object.assign(process.env, before)
    }
  }

  base() {
    return { session_id: 'session-1', transcript_path: '/nowhere/t.jsonl', cwd: this.project }
  }

  /** Writes files of the project given as relative path and text. */
  write(files: Record<string, string>, root = this.project): void {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    }
  }

  /** Stores a memory in the project, or in another scope. */
  async remember(input: Omit<RememberInput, 'scope'> & { scope?: Scope }): Promise<Memory> {
    const service = createService({ dataDir: this.store }, { home: this.home })
    try {
      return await service.remember({ scope: { type: 'project', id: this.project }, ...input })
    } finally {
      await service.close()
    }
  }

  /** The turns that wait for reflection, in all scopes. */
  queued(): QueuedTurn[] {
    return this.queueFiles().map(path => JSON.parse(readFileSync(path, 'utf8')) as QueuedTurn)
  }

  queueFiles(): string[] {
    return listTree(join(this.store, 'state', 'spool')).filter(path => path.endsWith('.json'))
  }

  /** The lines of all session ledgers. */
  ledger(): Record<string, unknown>[] {
    return listTree(join(this.store, 'state', 'sessions')).flatMap(path => readLines<never>(path))
  }

  failures(): { message: string }[] {
    return readLines(join(this.store, 'state', 'hook-failures.jsonl'))
  }

  /** What `svc doctor` says, run in this process. */
  async doctor(): Promise<DoctorReport> {
    const { runProgram } = await import('../../../src/bin/cli/run.js')
    let text = ''
    const write = (chunk: Buffer, _: unknown, done: () => void) => {
      text += chunk.toString()
      done()
    }
    const streams = { stdout: new Writable({ write }), stderr: new Writable({ write }) } as never
    await this.inEnvironment(() => runProgram(['doctor', '--json'], undefined, streams))
    return JSON.parse(text) as DoctorReport
  }

  env(): Record<string, string> {
    const place = { HOME: this.home, SVC_DATA_DIR: this.store, TZ: 'UTC' }
    return { PATH: process.env.PATH ?? '', ...place, NODE_OPTIONS: PATIENT }
  }

  /** Resolves with true once no process works on this host's store any more. */
  async untilQuiet(): Promise<boolean> {
    return untilQuiet(this.folder)
  }

  /** Starts the hook and leaves its standard input to the caller. */
  open({ args = [], env = {}, uid }: HookOptions = {}) {
    return spawn(...this.asUser(env, [process.execPath, HOOK, ...args], uid), {
      cwd: this.project,
      ...(uid !== undefined && { uid, gid: uid }),
    })
  }

  /** The hook with a payload in a pipe that stays open for as long as it runs. */
  openOnOpenPipe(payload: unknown) {
    const file = join(this.folder, `stdin-${++this.calls}`)
    writeFileSync(file, `${JSON.stringify(payload)}\n`)
    const script = 'mkfifo "$1.pipe"; exec 3<>"$1.pipe"; cat "$1" >&3; exec "$2" "$3" <"$1.pipe"'
    return spawn(...bare(this.env(), ['sh', '-c', script, 'sh', file, process.execPath, HOOK]), {
      cwd: this.project,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  }

  private asUser(env: HookOptions['env'], words: readonly string[], uid: number | undefined) {
    const [program, args] = bare({ ...this.env(), ...env }, words)
    return [program, uid === undefined ? args : args.map(forOthers)] as const
  }

  private async send(input: Buffer, options: HookOptions): Promise<HookOutcome> {
    const { args = [], env = {}, via = 'socket', uid } = options
    const file = join(this.folder, `stdin-${++this.calls}`)
    if (via !== 'socket') writeFileSync(file, input)
    const stdin = via === 'file' ? openSync(file, 'r') : 'pipe'
    const command =
      via === 'pipe'
        ? ['sh', '-c', 'cat "$1" | { shift; exec "$@"; }', 'sh', file, process.execPath, HOOK]
        : [process.execPath, HOOK]
    const child = spawn(...this.asUser(env, [...command, ...args], uid), {
      cwd: this.project,
      stdio: [stdin, 'pipe', 'pipe'],
      ...(uid !== undefined && { uid, gid: uid }),
    })
    if (typeof stdin === 'number') closeSync(stdin)
    child.stdin?.on('error', () => undefined)
    if (via === 'socket') child.stdin?.end(input)
    return outcomeOf(child)
  }
}

/** What a child process printed and how it ended. */
export function outcomeOf(child: ReturnType<HookHost['open']> | ReturnType<typeof spawn>) {
  return new Promise<HookOutcome>((resolve, reject) => {
    const printed = { stdout: [] as Buffer[], stderr: [] as Buffer[] }
    child.stdout?.on('data', (bytes: Buffer) => printed.stdout.push(bytes))
    child.stderr?.on('data', (bytes: Buffer) => printed.stderr.push(bytes))
    child.once('error', reject)
    child.once('close', code => {
      const stdout = Buffer.concat(printed.stdout).toString()
      resolve({ code, stdout, stderr: Buffer.concat(printed.stderr).toString() })
    })
  })
}

/** The context in an answer of any host's shape; '' where it has none. Throws on other text. */
export function contextOf(stdout: string): string {
  if (stdout === '') return ''
  const answer = JSON.parse(stdout) as {
    additionalContext?: string
    additional_context?: string
    hookSpecificOutput?: { additionalContext?: string }
  }
  const { additionalContext, additional_context: cursor, hookSpecificOutput: nested } = answer
  return additionalContext ?? cursor ?? nested?.additionalContext ?? ''
}

/**
 * A disk on which a file whose path matches takes a hook so long by its own clocks: the environment
 * that a hook has there, and what answers which of these files it has opened since.
 */
export function slowDisk(host: HookHost, pattern: string, ms: number) {
  const seen = join(host.folder, 'slow')
  const env = {
    NODE_OPTIONS: `${PATIENT} --require "${SLOW_DISK}"`,
    ...{ SVC_TEST_SLOW: pattern, SVC_TEST_SLOW_MS: `${ms}`, SVC_TEST_READ: seen },
  }
  const read = () => {
    const paths = existsSync(seen) ? readFileSync(seen, 'utf8').trim().split('\n') : []
    rmSync(seen, { force: true })
    return paths
  }
  return { env, read }
}

/**
 * A git work tree, so that nothing above it counts as the project: what git itself would make, with
 * a first commit of its own, because svc asks git again and again for that of a repository without.
 */
export function makeProject(path: string): void {
  const repository = join(path, '.git')
  mkdirSync(join(repository, 'refs/heads'), { recursive: true })
  const who = 'Test <test@example.com> 1700000000 +0000'
  const tree = putObject(repository, 'tree', '')
  const commit = `tree ${tree}\nauthor ${who}\ncommitter ${who}\n\nbegin ${path}\n`
  writeFileSync(join(repository, 'HEAD'), 'ref: refs/heads/main\n')
  writeFileSync(join(repository, 'config'), '[core]\n\trepositoryformatversion = 0\n')
  writeFileSync(join(repository, 'refs/heads/main'), putObject(repository, 'commit', commit))
}

/** Puts an object into a git repository; answers its name. */
function putObject(repository: string, kind: 'tree' | 'commit', text: string): string {
  const bytes = `${kind} ${Buffer.byteLength(text)}\0${text}`
  const name = createHash('sha1').update(bytes).digest('hex')
  const folder = join(repository, 'objects', name.slice(0, 2))
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name.slice(2)), deflateSync(bytes))
  return name
}

/** Runs git with an author and no settings of the machine; answers what it printed. */
export function git(cwd: string, ...args: string[]): string {
  const who = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com']
  const { status, stdout, stderr } = spawnSync('git', [...who, ...args], {
    cwd,
    encoding: 'utf8',
    env: { PATH: process.env.PATH ?? '', GIT_CONFIG_NOSYSTEM: '1', HOME: cwd },
  })
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`)
  return stdout
}

/** All files below a folder; [] where there is none. */
export function listTree(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name))
      .sort()
  } catch {
    return []
  }
}

/** Runs jobs a few at a time and answers their results in order. */
export async function inTurns<T, R>(
  values: readonly T[],
  atOnce: number,
  run: (value: T, at: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const work = async () => {
    while (next < values.length) {
      const at = next++
      results[at] = await run(values[at]!, at)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return results
}

/** Resolves with true once no detached worker has a store in this folder; after a minute with false. */
export async function untilQuiet(folder: string): Promise<boolean> {
  const end = Date.now() + 60_000
  for (let worker = findWorker(folder); worker; worker = findWorker(folder))
    while (worksOn(folder, worker)) {
      if (Date.now() > end) return false
      await pause()
    }
  return true
}

/** Resolves once the condition holds, looked at every few milliseconds; rejects after a minute. */
export async function until(condition: () => boolean): Promise<void> {
  for (const end = Date.now() + 60_000; !condition(); await pause()) {
    if (Date.now() > end) throw new Error(`did not come about: ${condition.toString()}`)
  }
}

function pause(): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, 10))
}

function findWorker(folder: string): string | undefined {
  if (process.platform !== 'linux') return undefined
  return readdirSync('/proc').find(
    name => /^\d+$/.test(name) && Number(name) !== process.pid && worksOn(folder, name),
  )
}

/** A detached worker of a hook names its store in its environment. */
function worksOn(folder: string, id: string): boolean {
  try {
    return readFileSync(`/proc/${id}/environ`).includes(folder)
  } catch {
    return false
  }
}
