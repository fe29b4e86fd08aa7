import { execFile, spawn, type ExecFileException } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { errnoOf, SvcError } from '../errors.js'
import { isInside, statOrNothing, toRealPath } from '../files/read.js'
import { findOwnership, findRepository } from './repository.js'

/** Exit code and output of one run of git. */
export interface GitResult {
  /** Exit code; 0 is success. */
  code: number
  stdout: string
  stderr: string
}

/** Options of one run of git. */
interface GitOptions {
  /** Written to its standard input. */
  input?: string | Uint8Array
  /** An index of the caller's in place of the repository's; git makes it where it is not there. */
  indexFile?: string
  /** Milliseconds until it is ended; without it, it may take as long as it takes. */
  timeoutMs?: number
  /** `latin1`: one character of the answer is one byte. Without it: UTF-8. */
  encoding?: 'utf8' | 'latin1'
}

/** Git in one folder. Messages come in English, and nothing asks for a password. */
export interface Git {
  directory: string
  /**
   * Runs git and answers what it said, also where it failed. Throws NOT_AVAILABLE where git is not
   * installed or does not end.
   */
  run(args: readonly string[], options?: GitOptions): Promise<GitResult>
  /** Runs git and answers its standard output. Throws GIT_FAILED with git's own words. */
  read(args: readonly string[], options?: GitOptions): Promise<string>
}

/** The variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Variables that a git hook or alias hands to its children, or that change how paths and objects
 * are read: each call here names its own folder.
 */
const INHERITED = [
  ...['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_PREFIX', 'GIT_COMMON_DIR'],
  ...['GIT_OBJECT_DIRECTORY', 'GIT_ALTERNATE_OBJECT_DIRECTORIES', 'GIT_QUARANTINE_PATH'],
  ...['GIT_CONFIG', 'GIT_CONFIG_PARAMETERS', 'GIT_NAMESPACE', 'GIT_IMPLICIT_WORK_TREE'],
  ...['GIT_INTERNAL_SUPER_PREFIX', 'GIT_GRAFT_FILE', 'GIT_SHALLOW_FILE', 'GIT_EXTERNAL_DIFF'],
  ...['GIT_REPLACE_REF_BASE', 'GIT_LITERAL_PATHSPECS', 'GIT_GLOB_PATHSPECS'],
  ...['GIT_NOGLOB_PATHSPECS', 'GIT_ICASE_PATHSPECS', 'GIT_ATTR_SOURCE'],
]
const OWN = { LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0', GIT_MERGE_AUTOEDIT: 'no', GIT_EDITOR: ':' }
const MAX_OUTPUT_BYTES = 512 * 1024 * 1024
/** Turns submodule recursion off: a submodule's own configuration is nobody's wish here. */
const NO_SUBMODULES = ['-c', 'submodule.recurse=false', '-c', 'fetch.recurseSubmodules=false']
const NO_HOOKS = ['-c', 'core.hooksPath=/dev/null']

/** Commands that change neither files nor refs: no hook is run at them. */
const READING: ReadonlySet<string> = new Set([
  ...['cat-file', 'check-ignore', 'config', 'for-each-ref', 'log', 'ls-files', 'ls-remote'],
  ...['ls-tree', 'merge-base', 'rev-list', 'rev-parse', 'status', 'var'],
])

/** Times to wait for a lock of another git before each further try (milliseconds). */
export const LOCK_WAITS_MS: readonly number[] = [50, 100, 200, 400, 800]
/** A lock that is older is held for long, or by nobody. */
const MOMENT_MS = 10_000
const LOCKED = /(?:Unable to create '(.*\.lock)'|could not lock config file .*): File exists/

/** True where a run of git did nothing, because another one had locked something a moment ago. */
function isLockedOut({ code, stderr }: GitResult): boolean {
  const [found, path] = LOCKED.exec(code === 0 ? '' : stderr) ?? []
  const stats = path === undefined ? undefined : statOrNothing(path)
  return found !== undefined && Date.now() - (stats?.mtimeMs ?? Date.now()) < MOMENT_MS
}

/** Runs git again where another one is in its way for a moment, as editors are. */
async function untilFree(run: () => Promise<GitResult>): Promise<GitResult> {
  for (const waitMs of LOCK_WAITS_MS) {
    const result = await run()
    if (!isLockedOut(result)) return result
    await new Promise(resolve => setTimeout(resolve, waitMs))
  }
  return run()
}

/**
 * Git in the store's own repository, or where one is to be, with the environment of the process that
 * asks: what the person has configured holds, hooks, signing, credentials and filters too. Only hooks
 * that lie in the work tree, where a merge brings files, are not run. Runs nothing yet.
 */
export function openGit(directory: string, env: Environment): Git {
  const own = { ...withoutInherited(env), ...OWN }
  let hooks: Promise<string[]> | undefined
  return createGit(directory, async (args, options) => {
    const isReading = READING.has(commandOf(args))
    const how = isReading ? [] : await (hooks ??= findHookOptions(directory, own))
    const settings = [...NO_SUBMODULES, ...how]
    return untilFree(() => spawnGit(directory, settings, args, { ...options, env: own }))
  })
}

/**
 * Options for whoever may not run a program that a repository's configuration names: no hooks, no
 * monitor of files, no signatures looked at.
 */
const NO_PROGRAMS = [
  ...['--no-pager', ...NO_SUBMODULES, '-c', 'core.fsmonitor=false', ...NO_HOOKS],
  ...['-c', 'log.showSignature=false', '-c', 'core.alternateRefsCommand='],
]
const NO_PROGRAMS_ENV = {
  ...OWN,
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_NO_LAZY_FETCH: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_ASKPASS: '',
  GIT_SSH_COMMAND: 'false',
}

/**
 * Git in a project's repository, which may be anybody's: nothing that its configuration or its
 * attributes name is run, nothing is fetched, and no lock is taken for the sake of looking. Runs
 * nothing yet.
 */
export function openProjectGit(directory: string, env: Environment): Git {
  const own = { ...withoutInherited(env), ...NO_PROGRAMS_ENV }
  let filters: Promise<string[]> | undefined
  return createGit(directory, async (args, options) => {
    const how = { ...options, env: own }
    filters ??= spawnGit(directory, NO_PROGRAMS, FIND_FILTERS, how).then(({ stdout }) =>
      planNoFilters(stdout),
    )
    return spawnGit(directory, [...NO_PROGRAMS, ...(await filters)], args, how)
  })
}

/**
 * Runs git once in a project, as `openProjectGit` does. Only for commands that look at no file of a
 * work tree: no filter is turned off.
 */
export function runProjectGit(
  directory: string,
  args: readonly string[],
  { env, timeoutMs }: { env: Environment; timeoutMs: number },
): Promise<GitResult> {
  const own = { ...withoutInherited(env), ...NO_PROGRAMS_ENV }
  return spawnGit(directory, NO_PROGRAMS, args, { timeoutMs, env: own })
}

/** Most that is kept of what git says on standard error. */
const MAX_WORDS = 4_000

/**
 * Runs git once in a project, as `runProjectGit` does, and gives its standard output (UTF-8) in
 * pieces as it comes: no more than a piece is in memory. Git is ended when the reader stops. Throws
 * GIT_FAILED with git's own words, NOT_AVAILABLE where git is not installed, and the signal's reason.
 */
export async function* streamProjectGit(
  directory: string,
  args: readonly string[],
  { env, signal }: { env: Environment; signal?: AbortSignal | undefined },
): AsyncGenerator<string, void> {
  signal?.throwIfAborted()
  const own = { ...withoutInherited(env), ...NO_PROGRAMS_ENV }
  const child = spawn('git', ['-C', directory, ...NO_PROGRAMS, ...args], {
    ...{ env: own, windowsHide: true, stdio: ['ignore', 'pipe', 'pipe'] },
  })
  let failure: ExecFileException | undefined
  child.on('error', error => (failure = error))
  const ended = once(child, 'close').catch(() => [undefined])
  let words = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (words.length < MAX_WORDS) words += text
  })
  try {
    for await (const piece of child.stdout.setEncoding('utf8')) {
      signal?.throwIfAborted()
      yield piece as string
    }
    const [code] = (await ended) as [number | null | undefined]
    if (failure !== undefined || code === undefined || code === null)
      throw toNotAvailable(failure ?? null, args)
    if (code !== 0) throw toGitError(args, words)
  } finally {
    child.kill()
  }
}

const FIND_FILTERS = ['config', '-z', '--name-only', '--get-regexp', '^filter\\..*\\.']

/**
 * Options that turn off every filter of a list of keys, each ended by NUL. Throws GIT_FAILED on a
 * name that no option can state. Pure.
 */
export function planNoFilters(keys: string): string[] {
  const names = keys.split('\0').flatMap(key => /^filter\.(.*)\.[^.]*$/s.exec(key)?.[1] ?? [])
  return [...new Set(names)].flatMap(name => {
    if (/[=\n]/.test(name)) throw toGitError(['config'], 'the name of a filter cannot be stated')
    const unset = ['clean=', 'smudge=', 'process=', 'required=false']
    return unset.flatMap(setting => ['-c', `filter.${name}.${setting}`])
  })
}

/** Hooks that a merge can bring would be run as soon as they are there. */
async function findHookOptions(directory: string, env: NodeJS.ProcessEnv): Promise<string[]> {
  const repository = findRepository(directory)
  if (repository === undefined) return NO_HOOKS
  const { workTree, gitDirectory } = repository
  const ask = ['config', '--type=path', '--get', 'core.hooksPath']
  const { stdout } = await spawnGit(directory, [], ask, { env })
  const named = stdout.replace(/\n$/, '')
  const common = findOwnership(repository)?.common ?? gitDirectory
  const folder = named === '' ? resolve(common, 'hooks') : resolve(workTree, named)
  const [real, tree, own] = [folder, workTree, common].map(path => toRealPath(path) ?? path)
  return isInside(tree!, real!) && !isInside(own!, real!) ? NO_HOOKS : []
}

type Run = (args: readonly string[], options: GitOptions) => Promise<GitResult>

function createGit(directory: string, start: Run): Git {
  const run: Git['run'] = (args, options = {}) => start(args, options)
  const read: Git['read'] = async (args, options) => {
    const { code, stdout, stderr } = await run(args, options)
    if (code === 0) return stdout
    throw toGitError(args, stderr || stdout)
  }
  return { directory, run, read }
}

type SpawnOptions = GitOptions & { env: NodeJS.ProcessEnv }

function withoutInherited(env: Environment): NodeJS.ProcessEnv {
  const own = { ...env }
  for (const name of INHERITED) Reflect.deleteProperty(own, name)
  return own
}

/** Runs git with the options `how` before the arguments; `-C` lets it refuse another's repository. */
function spawnGit(
  directory: string,
  how: readonly string[],
  args: readonly string[],
  { env: given, input = '', indexFile, timeoutMs: timeout = 0, encoding = 'utf8' }: SpawnOptions,
): Promise<GitResult> {
  const env = indexFile === undefined ? given : { ...given, GIT_INDEX_FILE: indexFile }
  return new Promise((resolve, reject) => {
    const child = execFile(
      'git',
      ['-C', directory, ...how, ...args],
      { env, timeout, encoding, maxBuffer: MAX_OUTPUT_BYTES, windowsHide: true },
      (error, stdout, stderr) => {
        const code = exitCodeOf(error)
        if (code === undefined) reject(toNotAvailable(error, args))
        else resolve({ code, stdout, stderr })
      },
    )
    // A git that ends before it has read everything says so by its exit code.
    child.stdin?.on('error', () => undefined).end(input)
  })
}

/** Undefined where git did not end by itself. */
function exitCodeOf(error: ExecFileException | null): number | undefined {
  if (error === null) return 0
  return typeof error.code === 'number' ? error.code : undefined
}

function toNotAvailable(cause: ExecFileException | null, args: readonly string[]): SvcError {
  const isAbsent = errnoOf(cause) === 'ENOENT'
  const message = isAbsent
    ? 'git is not installed, or not on PATH; the store itself works without it'
    : `git ${args[0]} did not end: ${cause?.message.split('\n')[0] ?? 'unknown'}`
  return new SvcError('NOT_AVAILABLE', message, { cause })
}

/** The GIT_FAILED of a run that failed, with git's own words. */
export function toGitError(args: readonly string[], output: string): SvcError {
  return new SvcError('GIT_FAILED', `git ${commandOf(args)} failed: ${wordsOf(output)}`)
}

/** The command among the arguments of git: `-c` takes the next one. */
function commandOf(args: readonly string[]): string {
  return args.find((arg, at) => !arg.startsWith('-') && args[at - 1] !== '-c') ?? ''
}

/** An address without the user and the password that can stand in it. */
export function hideCredentials(address: string): string {
  return address.replace(/(https?:\/\/)[^/\s']*@/g, '$1')
}

/** Git's own words on one line, without its hints. */
function wordsOf(output: string): string {
  const lines = hideCredentials(output)
    .split('\n')
    .map(line => line.trim())
  const told = lines.filter(line => line !== '' && !line.startsWith('hint:'))
  return told.join('; ').slice(0, 600) || 'it does not say why'
}
