import { existsSync, lstatSync, renameSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { ensureDirectory, readText, writeDurable } from '../../store/files/atomic.js'
import type { Git } from '../../store/git/git.js'
import { parseConfig } from '../../store/git/read.js'
import { prefixOf, type GitStore } from './store.js'

/** Folders of one machine, whatever git holds: hosts start one, svc believes the other. */
export const LOCAL_FOLDERS: readonly string[] = ['bin', 'state']

/** Arguments of `git add` by which nothing of these folders is staged, whatever is ignored. */
export const ADD_ALL: readonly string[] = [
  ...['-c', 'advice.addIgnoredFile=false', 'add', '-A', '--', '.'],
  ...LOCAL_FOLDERS.map(name => `:(exclude,icase)${name}`),
]

const LOCAL = new RegExp(`^(?:${LOCAL_FOLDERS.join('|')})(?:/|$)`, 'i')

/** True for a path in the store that lies in a folder of one machine, however it is spelled. */
export function isLocalPath(path: string): boolean {
  return LOCAL.test(path)
}

/** A file of these folders that git tracks, by its path in the store, as git has it. */
interface TrackedFile {
  path: string
  /** The object that is tracked. */
  id: string
}

/** Lists the files that git tracks in the folders of one machine, however these are spelled. */
export async function findTrackedLocal({ git }: Pick<GitStore, 'git'>): Promise<TrackedFile[]> {
  const where = LOCAL_FOLDERS.map(name => `:(icase)${name}`)
  const { stdout } = await git.run(['ls-files', '-s', '-z', '--', ...where])
  const records = stdout.split('\0').filter(Boolean)
  return records.map(record => {
    const [meta = '', path = ''] = record.split('\t')
    return { path, id: meta.split(' ')[1] ?? '' }
  })
}

/** True where git tracks something of `bin/` or `state/`. */
export async function isLocalTracked(gitStore: Pick<GitStore, 'git'>): Promise<boolean> {
  return (await findTrackedLocal(gitStore)).length > 0
}

/**
 * Takes what belongs to one machine out of git, without a commit. What lies there as git has it came
 * from git, for all that anybody knows, and is handed to `putAside`; what differs is this machine's
 * and stays. Answers the paths that were tracked. Throws GIT_FAILED.
 */
export async function untrackLocal(
  gitStore: GitStore,
  putAside: (path: string) => void,
): Promise<string[]> {
  const { git, store } = gitStore
  const tracked = await findTrackedLocal(gitStore)
  const paths = [...new Set(tracked.map(({ path }) => path))]
  if (paths.length === 0) return []
  const ids = new Set(tracked.map(({ path, id }) => `${path}\0${id}`))
  for (const path of paths) {
    const onDisk = join(store.root, path)
    const stats = lstatSync(onDisk, { throwIfNoEntry: false })
    if (stats === undefined) continue
    // Svc makes no links there.
    if (stats.isSymbolicLink() || ids.has(`${path}\0${await hashOf(git, path)}`)) putAside(onDisk)
  }
  const input = paths.map(path => `${path}\0`).join('')
  await git.read(['update-index', '--force-remove', '-z', '--stdin'], { input })
  return paths
}

async function hashOf(git: Git, path: string): Promise<string> {
  return (await git.run(['hash-object', '--no-filters', '--', path])).stdout.trim()
}

/** State of the guard that keeps git from writing into the folders of one machine. */
type LocalGuard =
  /** It writes nothing there, whatever a pull brings. */
  | 'closed'
  | 'open'
  /** A sparse checkout of the person's own kind decides what is written. */
  | 'theirs'

const KEYS = '^core\\.sparsecheckout(cone)?$'

/** Looks whether git writes into the folders that belong to one machine. */
export async function findLocalGuard(gitStore: GitStore): Promise<LocalGuard> {
  const { git } = gitStore
  const config = parseConfig((await git.run(['config', '-z', '--get-regexp', KEYS])).stdout)
  if (config.get('core.sparsecheckout')?.at(-1) !== 'true') return 'open'
  const lines = ((await readPatterns(gitStore)) ?? '').split('\n')
  if (patternsOf(gitStore).every(pattern => lines.includes(pattern))) return 'closed'
  return config.get('core.sparsecheckoutcone')?.at(-1) === 'false' ? 'open' : 'theirs'
}

/**
 * Keeps git from writing into the folders that belong to one machine: a plain `git pull` would
 * replace what is ignored there without a word. Git's means for it is a sparse checkout of everything
 * else. Changes nothing where git tracks something there, which it would take away then. True where
 * it changed something.
 */
export async function guardLocal(gitStore: GitStore): Promise<boolean> {
  if ((await findLocalGuard(gitStore)) !== 'open') return false
  if (await isLocalTracked(gitStore)) return false
  const { git } = gitStore
  const isOn = (await git.run(['config', '--get', 'core.sparseCheckout'])).stdout.trim() === 'true'
  const standing = await readPatterns(gitStore)
  const path = await patternsPath(gitStore)
  // Patterns that are turned off would count again.
  if (!isOn && standing !== undefined && existsSync(path)) renameSync(path, `${path}.before-svc`)
  const kept = isOn && standing !== undefined ? standing.replace(/\n?$/, '\n') : '/*\n'
  ensureDirectory(dirname(path))
  writeDurable(path, `${kept}${patternsOf(gitStore).join('\n')}\n`)
  for (const [key, value] of SETTINGS) await git.read(['config', '--local', key, value])
  return true
}

const SETTINGS = [
  ['core.sparseCheckoutCone', 'false'],
  ['core.sparseCheckout', 'true'],
] as const

function patternsOf(gitStore: GitStore): string[] {
  const prefix = prefixOf(gitStore).replace(/[\\*?[\]!# ]/g, '\\$&')
  return LOCAL_FOLDERS.map(name => `!/${prefix}${name}`)
}

async function readPatterns(gitStore: GitStore): Promise<string | undefined> {
  return readText(await patternsPath(gitStore)) ?? undefined
}

async function patternsPath({ git, store }: GitStore): Promise<string> {
  const path = await git.read(['rev-parse', '--git-path', 'info/sparse-checkout'])
  return resolve(store.root, path.replace(/\n$/, ''))
}
