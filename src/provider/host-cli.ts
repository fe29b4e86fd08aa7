import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { readFileSync, statSync, writeFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { errnoOf } from '../../store/errors.js'
import { estimateTokens } from '../text.js'
import { ASK_FOLDER, type LearningHost } from '../hosts/profiles.js'
import { sentTokens, toAnswer, toProvider, tryJson, type Complete } from './answer.js'
import { PROVIDERS } from './catalog.js'
import { ANSWER_BYTES } from './post.js'
import {
  type Usage,
  ProviderFailure,
  PutOffCall,
  type Provider,
  type ProviderAnswer,
  type Question,
} from './types.js'
import { readUsageLimit } from './usage-limit.js'
import { fieldOf, tokensOf } from './wires.js'

/** Folders of a run and of its files: both exist only for this call. */
interface RunFolders {
  /** Empty: no project, no agent files. */
  cwd: string
  /** Holds files that the program is given or writes. */
  files: string
}

/** One question, and the folders in which the program runs. */
interface HostCliCall {
  question: Question
  /** Undefined where the program shall choose. */
  model: string | undefined
  /** US dollars that the program is told to stop at. */
  mostUsd: number | undefined
  folders: RunFolders
}

/** Reply of a program: the value, or text that holds it. */
interface HostCliReply {
  value?: unknown
  text?: string
  /** Told by the program; else it is estimated. */
  usage?: Usage | undefined
}

/** Runs one host's program for a single answer. */
interface HostCli {
  toArgs(call: HostCliCall): string[]
  toInput(call: HostCliCall): string
  /** Undefined where stdout is not of the form that it must have. */
  readReply(stdout: string, folders: RunFolders): HostCliReply | undefined
}

/** Options of asking an agent host's program. */
interface HostCliSettings {
  model: string | undefined
  /** The environment that the program gets, besides SVC_HOOK_CHILD. */
  env: Readonly<Record<string, string | undefined>>
}

/**
 * A provider that asks through the program of an agent host, with the login it has. Each call runs
 * in an empty temporary folder that is removed afterwards.
 */
export function createHostCli(name: string, { model, env }: HostCliSettings): Provider {
  const cli = HOST_CLIS[name as LearningHost]
  const { program = name, mostUsd } = PROVIDERS[name]!
  const complete: Complete = (question, signal) =>
    withFolders(async folders => {
      const call = { question, model, mostUsd, folders }
      const run = { program, args: cli.toArgs(call), input: cli.toInput(call), env, signal }
      const { stdout, stderr, failure } = await runProgram({ ...run, cwd: folders.cwd })
      try {
        if (failure) throw failure
        return toProviderAnswer(name, question, cli.readReply(stdout, folders))
      } catch (error) {
        throw findLimit(program, `${stderr}\n${stdout}`, run.input) ?? error
      }
    })
  return toProvider(name, model ?? 'default', complete)
}

/**
 * A usage limit that a program tells of in a line of its own: some of them repeat what they were
 * asked, and a conversation may speak of limits.
 */
function findLimit(program: string, said: string, input: string): PutOffCall | undefined {
  const own = said.split(/[\r\n]+/).filter(line => !input.includes(line.trim()))
  const now = new Date()
  const wait = readUsageLimit(own.join('\n'), now)
  if (wait === undefined) return undefined
  const until = new Date(now.getTime() + wait).toISOString()
  return new PutOffCall(`the usage limit of ${program} is reached`, until)
}

function toProviderAnswer(
  name: string,
  question: Question,
  reply: HostCliReply | undefined,
): ProviderAnswer {
  const program = PROVIDERS[name]?.program ?? name
  const usage = reply?.usage ?? {
    inputTokens: sentTokens(name, question),
    outputTokens: estimateTokens(reply?.text ?? ''),
  }
  if (reply === undefined) {
    throw new ProviderFailure(`${program} gave no answer of the form it should`, usage)
  }
  if (reply.value !== undefined) return { value: reply.value, usage }
  return toAnswer(program, { text: reply.text ?? '', isCut: false }, usage)
}

async function withFolders<T>(action: (folders: RunFolders) => Promise<T>): Promise<T> {
  const files = mkdtempSync(join(tmpdir(), ASK_FOLDER))
  const cwd = join(files, 'empty')
  mkdirSync(cwd)
  try {
    return await action({ cwd, files })
  } finally {
    removeQuietly(files)
  }
}

/** Leftovers in the system's temporary folder are no reason to lose an answer. */
function removeQuietly(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true, maxRetries: 3 })
  } catch {
    // Somebody is still writing there.
  }
}

/**
 * Claude Code: no hooks, no tools, no agent files, no transcript, the login of the user. The
 * question's `system` stands in the arguments, where other users of the machine can read it: it
 * is constant text.
 */
const CLAUDE_CODE: HostCli = {
  toArgs: ({ question: { system, schema }, model, mostUsd }) => [
    ...['-p', '--no-session-persistence', '--setting-sources', ''],
    ...['--settings', '{"disableAllHooks":true}', '--strict-mcp-config'],
    ...['--disable-slash-commands', '--tools', '', '--system-prompt', system],
    ...(model === undefined ? [] : ['--model', model]),
    ...(mostUsd === undefined ? [] : ['--max-budget-usd', mostUsd.toFixed(2)]),
    ...['--output-format', 'json'],
    ...['--json-schema', JSON.stringify(schema)],
  ],
  toInput: ({ question }) => question.prompt,
  readReply: stdout => {
    const reply = tryJson(stdout)
    const usage = toUsage(reply)
    if (fieldOf(reply, 'is_error') === true) return { text: '', usage }
    const value = fieldOf(reply, 'structured_output')
    if (typeof value === 'object' && value !== null) return { value, usage }
    const text = fieldOf(reply, 'result')
    return typeof text === 'string' ? { text, usage } : undefined
  },
}

/** Claude Code counts what was cached beside the rest. */
const INPUTS = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens']

function toUsage(reply: unknown, inputs = INPUTS): Usage | undefined {
  const outputTokens = tokensOf(reply, 'usage', 'output_tokens')
  const usd = tokensOf(reply, 'total_cost_usd')
  if (outputTokens === undefined && usd === undefined) return undefined
  const inputTokens = inputs
    .map(name => tokensOf(reply, 'usage', name) ?? 0)
    .reduce((sum, tokens) => sum + tokens, 0)
  return { inputTokens, outputTokens: outputTokens ?? 0, ...(usd !== undefined && { usd }) }
}

/** Codex: no hooks, no agent files, read-only, no session file; its base instructions stay. */
const CODEX: HostCli = {
  toArgs: ({ question, model, folders: { cwd, files } }) => {
    const schema = join(files, 'schema.json')
    writeFileSync(schema, JSON.stringify(question.schema), { mode: 0o600 })
    return [
      ...['exec', '--ephemeral', '--disable', 'hooks', '--skip-git-repo-check'],
      ...['-s', 'read-only', '-C', cwd, '-c', 'project_doc_max_bytes=0', '--color', 'never'],
      ...(model === undefined ? [] : ['-m', model]),
      ...['--output-schema', schema, '-o', join(files, 'last.txt'), '-'],
    ]
  },
  toInput: ({ question: { system, prompt } }) => `${system}\n\n${prompt}`,
  readReply: (_stdout, { files }) => {
    const text = readSmall(join(files, 'last.txt'))
    return text === undefined ? undefined : { text }
  },
}

function readSmall(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined || stats.size > ANSWER_BYTES) return undefined
  return readFileSync(path, 'utf8')
}

/** Gemini CLI puts stdin before this. */
const LAST_WORDS = 'Answer now with the JSON object described above and nothing else. Use no tools.'

/** Gemini CLI: it has no switch for hooks, so ours are held off by SVC_HOOK_CHILD alone. */
const GEMINI_CLI: HostCli = {
  toArgs: ({ model }) => [
    ...['-p', LAST_WORDS, '-o', 'json', '--skip-trust'],
    ...(model === undefined ? [] : ['-m', model]),
  ],
  toInput: ({ question: { system, prompt } }) => `${system}\n\n${prompt}\n\n`,
  readReply: stdout => {
    const reply = tryJson(stdout.slice(Math.max(0, stdout.indexOf('{'))))
    const text = fieldOf(reply, 'response')
    return typeof text === 'string' ? { text, usage: addUpUsage(reply) } : undefined
  },
}

/** The sum over the models that took part: `stats.models[name].tokens`. */
function addUpUsage(reply: unknown): Usage | undefined {
  const models = fieldOf(reply, 'stats', 'models')
  if (typeof models !== 'object' || models === null) return undefined
  const usage = { inputTokens: 0, outputTokens: 0 }
  for (const model of Object.values(models) as unknown[]) {
    usage.inputTokens += tokensOf(model, 'tokens', 'prompt') ?? 0
    for (const name of ['candidates', 'thoughts']) {
      usage.outputTokens += tokensOf(model, 'tokens', name) ?? 0
    }
  }
  return usage.inputTokens + usage.outputTokens > 0 ? usage : undefined
}

/**
 * Qwen Code: no hooks, no agent files, no MCP servers, no transcript, and the first call of a tool
 * ends the run; the login of the user. Its system text stands in the arguments, as Claude Code's.
 */
const QWEN_CODE: HostCli = {
  toArgs: ({ question: { system }, model }) => [
    ...['--safe-mode', '--chat-recording', 'false', '--max-tool-calls', '0'],
    ...['--system-prompt', system, '-o', 'json'],
    ...(model === undefined ? [] : ['-m', model]),
  ],
  toInput: ({ question }) => question.prompt,
  readReply: stdout => {
    const events = tryJson(stdout.slice(Math.max(0, stdout.indexOf('['))))
    const reply: unknown = Array.isArray(events) ? events.at(-1) : undefined
    const text = fieldOf(reply, 'result')
    return typeof text === 'string' ? { text, usage: toUsage(reply, ['input_tokens']) } : undefined
  },
}

const HOST_CLIS: Readonly<Record<LearningHost, HostCli>> = {
  'claude-code': CLAUDE_CODE,
  codex: CODEX,
  'gemini-cli': GEMINI_CLI,
  'qwen-code': QWEN_CODE,
}

/** Wait for streams that a grandchild holds open (milliseconds). */
const STREAM_GRACE_MS = 250
const STDERR_CHARS = 20_000

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

/** Outcome of a run: what was written, and the failure of a program that did not end well. */
interface ProgramEnd {
  stdout: string
  /** Its last 20,000 characters or so. */
  stderr: string
  failure?: ProviderFailure | undefined
}

/**
 * Runs a program in a process group of its own, away from the terminal, and answers what it wrote,
 * at most 2 MB of stdout. The group is killed when the program ends, the signal aborts or stdout
 * is too long. Throws ProviderFailure where it cannot be started or writes too much.
 */
async function runProgram(run: ProgramRun): Promise<ProgramEnd> {
  const { program, input, signal } = run
  const child = start(run)
  const kill = () => killGroup(child)
  signal.addEventListener('abort', kill, { once: true })
  if (signal.aborted) kill()
  try {
    let stderr = ''
    child.stderr.on(
      'data',
      (chunk: Buffer) => (stderr = (stderr + chunk.toString()).slice(-STDERR_CHARS)),
    )
    child.stdin.on('error', () => undefined).end(input)
    const [stdout, failure] = await Promise.all([collect(child, program), ended(child, program)])
    return { stdout, stderr, failure }
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

/** The failure of a program that did not end well. */
function ended(
  child: ChildProcessWithoutNullStreams,
  program: string,
): Promise<ProviderFailure | undefined> {
  return new Promise((resolve, reject) => {
    child.once('error', error => reject(toFailure(program, error)))
    child.once('exit', (code, signal) => {
      if (code === 0) return resolve(undefined)
      const how = code === null ? `was ended by ${signal}` : `ended with exit code ${code}`
      const hint = 'run it once by hand to see why, it may want a login'
      resolve(new ProviderFailure(`${program} ${how}; ${hint}`))
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
