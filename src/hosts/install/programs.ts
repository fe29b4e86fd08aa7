import { execFile, spawn } from 'node:child_process'
import { statSync, type Stats } from 'node:fs'
import { delimiter, isAbsolute, join, parse } from 'node:path'
import { homeOf } from '../../../store/files/read.js'
import type { Env, Host } from './hosts/host.js'

const ENDINGS = process.platform === 'win32' ? ['.exe', '.cmd', ''] : ['']
/** A host that does not tell its version in this time tells none (milliseconds). */
const VERSION_MS = 5_000

/** Finds a host's program on the PATH or where its own installer puts it; undefined for nowhere. */
export function findProgram({ programs }: Host, env: Env): string | undefined {
  const usual = [join(homeOf(env), '.local', 'bin'), join(homeOf(env), '.claude', 'local')]
  const folders = [...(env.PATH ?? '').split(delimiter).filter(Boolean), ...usual]
  const names = programs.flatMap(name => ENDINGS.map(ending => name + ending))
  return folders.flatMap(folder => names.map(name => join(folder, name))).find(isFile)
}

/** Finds a program on the PATH; undefined for nowhere. Relative folders do not count. */
export function findOnPath(name: string, { PATH = '' }: Env): string | undefined {
  const folders = PATH.split(delimiter).filter(folder => isAbsolute(folder))
  return folders.flatMap(folder => ENDINGS.map(ending => join(folder, name + ending))).find(isFile)
}

function isFile(path: string): boolean {
  return statsOf(path)?.isFile() === true
}

/** A folder that nobody may look into, as a PATH of somebody else's can name one, holds nothing. */
function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

/** True where a host was used on this machine, or could be. */
export function isPresent(host: Host, env: Env): boolean {
  return statsOf(host.folder(env))?.isDirectory() === true || findProgram(host, env) !== undefined
}

/** True where `program --version` says at least `least` (`1.2.3`); false where it says nothing. */
export async function isAtLeast(program: string, least: string, env: Env): Promise<boolean> {
  // On Windows a program that is a script cannot be started so.
  const said = await readVersion(program, env, VERSION_MS)
  return said !== undefined && compareVersions(said, least) >= 0
}

/** True where the system starts a program; it is ended at once. False where it may not be started. */
export async function canStart(program: string): Promise<boolean> {
  const child = spawn(program, ['--version'], { stdio: 'ignore', env: {} })
  return new Promise(resolve => {
    child.once('error', () => resolve(false))
    child.once('spawn', () => {
      child.once('exit', () => resolve(true))
      child.kill('SIGKILL')
    })
  })
}

/**
 * Asks `program --version` (`1.2.3`), without a shell and in a folder where no project has settings
 * of its own; undefined if it does not answer in time. Never throws.
 */
export async function readVersion(
  program: string,
  env: Env,
  timeoutMs: number,
): Promise<string | undefined> {
  const options = {
    env: { ...env, DISABLE_AUTOUPDATER: '1' },
    ...{ cwd: parse(program).root, timeout: timeoutMs, killSignal: 'SIGKILL' as const },
  }
  try {
    return await new Promise(resolve => {
      const child = execFile(program, ['--version'], options, (_error, stdout) => {
        resolve(/(?<!\d)\d+\.\d+\.\d+/.exec(stdout)?.[0])
      })
      child.stdin?.on('error', () => undefined).end()
    })
  } catch {
    return undefined
  }
}

/** Below 0 where the first of two versions (`1.2.3`) is the older one, above 0 where the second is. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [one, other].map(version => version.split('.').map(Number))
  const differs = a!.findIndex((number, at) => number !== b![at])
  return differs === -1 ? 0 : a![differs]! - (b![differs] ?? 0)
}
