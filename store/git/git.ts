import { execFile, type ExecFileException } from 'node:child_process'
import { errnoOf, SvcError } from '../errors.js'

/** What a run of git answered. */
export interface GitResult {
  /** Exit code; 0 is success. */
  code: number
  stdout: string
  stderr: string
}

/** How one run of git differs from others. */
interface GitOptions {
  /** Written to its standard input. */
  input?: string
  /** Added to the environment. */
  env?: Readonly<Record<string, string>>
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
  /** As `run`, answers its standard output. Throws GIT_FAILED with git's own words where it fails. */
  read(args: readonly string[], options?: GitOptions): Promise<string>
}

/** The variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>

/** A git hook or alias hands these to its children; each call here names its own folder. */
const INHERITED = ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_PREFIX', 'GIT_COMMON_DIR']
const MAX_OUTPUT_BYTES = 512 * 1024 * 1024

/** Git in a folder, with the environment of the process that asks. Runs nothing yet. */
export function openGit(directory: string, env: Environment): Git {
  const own = { ...env, LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0', GIT_MERGE_AUTOEDIT: 'no' }
  for (const name of INHERITED) Reflect.deleteProperty(own, name)
  const run: Git['run'] = (args, options = {}) => {
    const { input = '', timeoutMs = 0, encoding = 'utf8' } = options
    const env = { ...own, ...options.env }
    return spawnGit(directory, args, input, { timeout: timeoutMs, env, encoding })
  }
  const read: Git['read'] = async (args, options) => {
    const { code, stdout, stderr } = await run(args, options)
    if (code === 0) return stdout
    throw toGitError(args, stderr || stdout)
  }
  return { directory, run, read }
}

function spawnGit(
  directory: string,
  args: readonly string[],
  input: string,
  how: { timeout: number; env: NodeJS.ProcessEnv; encoding: 'utf8' | 'latin1' },
): Promise<GitResult> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      'git',
      ['-C', directory, ...args],
      { ...how, maxBuffer: MAX_OUTPUT_BYTES, windowsHide: true },
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
  const command = args.find((arg, at) => !arg.startsWith('-') && args[at - 1] !== '-c') ?? ''
  return new SvcError('GIT_FAILED', `git ${command} failed: ${wordsOf(output)}`)
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
