import { lstatSync, readdirSync, existsSync, renameSync, mkdtempSync, rmSync } from 'node:fs'
import { join, basename, dirname } from 'node:path'
import { SvcError } from '../../store/errors.js'
import { ensureDirectory, readText, refuseClosed } from '../../store/files/atomic.js'
import { listNames } from '../../store/files/read.js'
import { type Git, openGit } from '../../store/git/git.js'
import { howToAddRemote } from '../../store/git/repository.js'
import { openStore, IGNORED, MEMORY_ATTRIBUTES } from '../../store/store.js'
import { firstBranchOf, planLines, type InitOptions, prepareStore } from './init.js'
import { clearIncoming, findLaterFormat } from './incoming.js'
import { guardLocal, LOCAL_FOLDERS } from './local.js'
import { openGitStore } from './store.js'

const REMOTE = 'refs/remotes/origin/'
const COMMON = ['main', 'master']

/**
 * Checks a fresh clone out. Where the remote's HEAD names a branch that is not there, it is put onto
 * the one that holds the store, and in an empty remote onto the one that `svc git init` begins with,
 * so that two machines meet on it. Answers what was left out. Throws INVALID_REQUEST where it is not
 * clear which one is meant, and where it holds no store that this svc can use.
 */
async function checkOut(git: Git, manifest: string, url: string): Promise<string[]> {
  const hasHead = (await git.run(['rev-parse', '-q', '--verify', 'HEAD'])).code === 0
  if (!hasHead && !(await switchBranch(git, manifest, url))) return []
  const later = await findLaterFormat(git, 'HEAD', manifest)
  if (later !== undefined) {
    throw new SvcError('NOT_AVAILABLE', `${url}: ${manifest} ${later}; nothing was changed`)
  }
  const { ref, notes } = await clearIncoming(git, 'HEAD', { origin: url, manifest })
  if (ref !== 'HEAD') await git.read(['update-ref', 'HEAD', ref])
  await git.read(['checkout', '-q', '-f'])
  return notes
}

/** Puts a clone whose HEAD names nothing onto the branch that is meant; false where there is none yet. */
async function switchBranch(git: Git, manifest: string, url: string): Promise<boolean> {
  const branches = await listBranches(git)
  if (branches.length === 0) {
    await git.read(['symbolic-ref', 'HEAD', `refs/heads/${await firstBranchOf(git)}`])
    return false
  }
  const holders = []
  for (const branch of branches) if (await holds(git, branch, manifest)) holders.push(branch)
  const picked = pickBranch(holders)
  if (picked === undefined) throw toError(url, manifest, branches, holders)
  await git.read(['branch', '--track', picked, `${REMOTE}${picked}`])
  await git.read(['symbolic-ref', 'HEAD', `refs/heads/${picked}`])
  return true
}

/** `main`, else `master`, else the only one; undefined where none is the obvious one. Pure. */
export function pickBranch(holders: readonly string[]): string | undefined {
  const common = COMMON.find(name => holders.includes(name))
  return common ?? (holders.length === 1 ? holders[0] : undefined)
}

async function listBranches(git: Git): Promise<string[]> {
  const listed = await git.read(['for-each-ref', '--format=%(refname)', REMOTE])
  const names = listed.split('\n').map(name => name.slice(REMOTE.length))
  return names.filter(name => name !== '' && name !== 'HEAD')
}

async function holds(git: Git, branch: string, manifest: string): Promise<boolean> {
  return (await git.run(['cat-file', '-e', `${REMOTE}${branch}:${manifest}`])).code === 0
}

function toError(
  url: string,
  manifest: string,
  branches: readonly string[],
  holders: readonly string[],
): SvcError {
  const why =
    holders.length === 0
      ? `holds no svc store: no branch has a ${manifest} (${branches.join(', ')})`
      : `has several branches with a store, and its HEAD names none of them: ${holders.join(', ')}; ` +
        'set it there (git symbolic-ref HEAD refs/heads/NAME)'
  return new SvcError('INVALID_REQUEST', `${url} ${why}; nothing was changed`)
}

/** Folders that svc writes in: a link there would lead its writing out of the store. */
const FOLDERS = ['global', 'projects', 'state']

/**
 * Looks whether a fresh clone is a store of ours; true where it holds nothing at all. Throws
 * INVALID_REQUEST where it is something else or not safe to use.
 */
function checkClone(
  clone: string,
  manifest: string,
  { url, notes }: { url: string; notes: readonly string[] },
): boolean {
  const names = readdirSync(clone).filter(name => name !== '.git')
  if (names.length === 0 && notes.length === 0) return true
  const refuse = (why: string) =>
    new SvcError('INVALID_REQUEST', `${url} ${why}; nothing was changed`)
  if (!names.includes(manifest)) {
    throw refuse(`holds no svc store: its ${manifest} is not there, or not a manifest of svc`)
  }
  const local = names.find(name => LOCAL_FOLDERS.includes(name.toLowerCase()))
  if (local !== undefined) {
    throw refuse(`tracks ${local}/, which belongs to one machine; take it out of git there first`)
  }
  for (const name of [manifest, ...FOLDERS.filter(folder => names.includes(folder))]) {
    const isFolder = FOLDERS.includes(name)
    const stats = lstatSync(join(clone, name))
    if (isFolder ? !stats.isDirectory() : !stats.isFile()) {
      throw refuse(`has a ${name} that is no ${isFolder ? 'folder' : 'file'}`)
    }
  }
  refuseClosed(openStore(join(clone, manifest)).root)
  return false
}

/** Lines that svc itself writes, in this version and in earlier ones. */
const OWN_LINES = [
  ...IGNORED.split('\n'),
  ...MEMORY_ATTRIBUTES,
  'state/',
  '* text=auto eol=lf',
  '*.md text eol=lf',
]

/** Finds a file of a data directory that a clone must not replace; undefined for none. */
function findUsed(directory: string, manifest: string): string | undefined {
  return listNames(directory).find(name => {
    const path = join(directory, name)
    if (name === manifest || LOCAL_FOLDERS.includes(name)) return false
    if (name === '.gitignore' || name === '.gitattributes') return !isOwn(path)
    return name === 'global' || name === 'projects' ? holdsFile(path) : true
  })
}

function isOwn(path: string): boolean {
  const lines = (readText(path) ?? '').split('\n').filter(line => line.trim() !== '')
  return planLines(OWN_LINES.join('\n'), lines).length === 0
}

/** An empty folder is nothing: git does not know it either. */
function holdsFile(path: string): boolean {
  if (!lstatSync(path).isDirectory()) return true
  return listNames(path).some(name => holdsFile(join(path, name)))
}

/**
 * Moves what is in one folder into another; an entry of the same name gives way and lies beside
 * `from` then. What fails puts everything back and throws.
 */
export function moveEntries(from: string, into: string): void {
  const aside = join(from, '..', 'aside')
  const undo: (() => void)[] = []
  const move = (source: string, target: string) => {
    renameSync(source, target)
    undo.unshift(() => renameSync(target, source))
  }
  try {
    for (const name of inOrder(readdirSync(from))) {
      const target = join(into, name)
      if (existsSync(target)) move(target, `${aside}-${name}`)
      move(join(from, name), target)
    }
  } catch (error) {
    for (const step of undo) step()
    throw error
  }
}

/** The folder is a repository once everything else is there. */
function inOrder(names: readonly string[]): string[] {
  return [...names.filter(name => name !== '.git'), ...names.filter(name => name === '.git')]
}

/** Options of a clone. */
interface CloneOptions extends InitOptions {
  /** The folder that a relative address counts from. */
  cwd: string
}

/** Result of `svc git clone`. */
export interface CloneResult {
  store: string
  /** True where the remote held nothing yet. */
  empty: boolean
  /** Sentences that name each file that was left out, and why; [] for none. */
  notes: string[]
}

/**
 * Clones a store into the data directory, which must be absent, empty, or without anything worth
 * keeping; its `state/` and `bin/` stay. Throws INVALID_REQUEST on an address that holds no store, CONFLICT
 * where the directory is in use, GIT_FAILED; then the directory is as it was.
 */
export async function cloneStore(
  url: string,
  databasePath: string,
  { env, program, cwd }: CloneOptions,
): Promise<CloneResult> {
  if (url.startsWith('-')) {
    const message = 'the address begins with a dash: git would take it for a flag'
    throw new SvcError('INVALID_REQUEST', message)
  }
  const target = dirname(databasePath)
  refuseUsed(target, basename(databasePath))
  ensureDirectory(dirname(target))
  const temporary = mkdtempSync(join(dirname(target), '.svc-clone-'))
  try {
    const clone = join(temporary, 'store')
    await runClone(url, clone, openGit(cwd, env))
    const notes = await checkOut(openGit(clone, env), basename(databasePath), url)
    const empty = checkClone(clone, basename(databasePath), { url, notes })
    refuseUsed(target, basename(databasePath))
    ensureDirectory(target)
    moveEntries(clone, target)
    const store = openStore(databasePath, env)
    await prepareStore(store, openGit(store.root, env), program)
    await guardLocal(openGitStore(databasePath, { env }))
    return { store: store.root, empty, notes }
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

async function runClone(url: string, into: string, git: Git): Promise<void> {
  // Hooks of a relative path would lie in what is cloned.
  const noHooks = ['-c', 'core.hooksPath=/dev/null']
  const how = ['--quiet', '--no-checkout', '--no-recurse-submodules', '--origin', 'origin']
  await git.read([...noHooks, 'clone', ...how, '--', url, into])
}

function refuseUsed(target: string, manifest: string): void {
  const used = findUsed(target, manifest)
  if (used === undefined) return
  throw new SvcError(
    'CONFLICT',
    `${target} is in use (${used}); to join the two without loss: svc git init, ` +
      `${howToAddRemote(target)}, svc git sync`,
  )
}
