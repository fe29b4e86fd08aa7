import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { orElse, SvcError } from '../../store/errors.js'
import { removeDurable } from '../../store/files/atomic.js'
import { readJsonDocument, writeJsonDocument } from '../../store/files/json.js'
import { LOCK_WAITS_MS, toGitError, type Git } from '../../store/git/git.js'
import { readEmptyTree } from '../../store/git/read.js'
import { operationIn, type Repository } from '../../store/git/repository.js'
import { withScopeLocks } from '../../store/locks.js'
import { statePath, type Store } from '../../store/store.js'
import { scopeKeysOf } from '../merge/folder.js'
import { findIdentity, prefixOf, toStorePath, type GitStore } from './store.js'
import { planUndo, renamesOf, undo, type Begun } from './undo.js'

/** Options of a merge. */
interface MergeOptions {
  message: string
  /** False where the two have no commit in common. */
  isRelated: boolean
}

/** Git touched no file: a person's is in the way, or another git held the index at the beginning. */
const BEGAN_NOTHING =
  /would be (?:overwritten|removed) by merge|error: Unable to write index\.(?:;|$)|Unable to create '[^']*index\.lock'|stash failed/
/** Another git held the index at that moment; git does not say more, and may leave a MERGE_HEAD. */
const NO_INDEX =
  /unable to write (?:new )?\S*index|unable to create '[^']*index\.lock'|stash failed/i

/**
 * Merges a ref into the branch. Resolves where git has concluded the merge, and where it stopped
 * with all that came in its index and conflicts to settle. Whatever else ends it is undone: files,
 * index and HEAD are as before, and edits that nobody has committed stay. Throws GIT_FAILED with
 * git's words, NOT_AVAILABLE where git was killed. Call it inside `withGitLock`.
 */
export async function runMerge(
  gitStore: GitStore,
  ref: string,
  options: MergeOptions,
): Promise<void> {
  const { git, store } = gitStore
  const [head = '', other = ''] = (await git.read(['rev-parse', 'HEAD', ref])).split('\n')
  const args = await planMerge(gitStore, ref, options)
  for (const waitMs of [...LOCK_WAITS_MS, undefined]) {
    const begun = await lookBefore(gitStore, { head, other })
    writeJsonDocument(noteOf(store), begun)
    const failure = await tryMerge(gitStore, args, begun)
    const isUndone = failure === undefined || (await isPutBack(gitStore, begun, failure))
    if (isUndone) removeDurable(noteOf(store))
    if (failure === undefined) return
    if (waitMs === undefined || !isUndone || !NO_INDEX.test(failure.message))
      throw toTold(failure, isUndone)
    await new Promise(resolve => setTimeout(resolve, waitMs))
  }
}

const noteOf = (store: Store) => statePath(store, 'merge.json')

/** Looks at what git's merge will not have made. */
async function lookBefore({ git }: GitStore, begun: Begun): Promise<Begun> {
  const how = ['--porcelain', '-z', '-uno', '--no-renames', '--ignore-submodules=all']
  const listed = await git.read(['status', ...how], { encoding: 'latin1' })
  const dirty = toPaths(listed).map(record => record.slice('XY '.length))
  const noted = await readAutoMerge(git)
  return { ...begun, dirty, ...(noted !== undefined && { noted }) }
}

async function readAutoMerge(git: Git): Promise<string | undefined> {
  const { code, stdout } = await git.run(['rev-parse', '-q', '--verify', 'AUTO_MERGE^{tree}'])
  return code === 0 ? stdout.trim() : undefined
}

async function planMerge(
  gitStore: GitStore,
  ref: string,
  { message, isRelated }: MergeOptions,
): Promise<string[]> {
  const { args } = await findIdentity(gitStore.git)
  // These override settings for a person's own merges; a stash of git's could lose an edit.
  const how = ['--quiet', '--no-edit', '--ff', '--commit', '--no-squash', '--no-autostash']
  const strangers = isRelated ? [] : ['--allow-unrelated-histories']
  return [...args, ...renamesOf(gitStore), 'merge', ...how, ...strangers, '-m', message, ref]
}

/** Undefined where the merge is done, or holds all that came and waits to be concluded. */
async function tryMerge(
  gitStore: GitStore,
  args: readonly string[],
  { head, other }: Begun,
): Promise<SvcError | undefined> {
  const { git, repository } = gitStore
  const failure = await git.run(args).then(
    ({ code, stdout, stderr }) =>
      code === 0 ? undefined : toGitError(['merge'], `${stderr}\n${stdout}`),
    (error: unknown) => {
      if (error instanceof SvcError) return error
      throw error
    },
  )
  if (failure === undefined) return undefined
  // It may have failed, or been killed, when everything was done.
  if ((await git.read(['rev-parse', 'HEAD'])).trim() !== head) return undefined
  const isOpen = operationIn(repository) === 'merge'
  const isWhole = isOpen && (await findMissing(gitStore, other)).length === 0
  return isWhole ? undefined : failure
}

async function isPutBack(gitStore: GitStore, begun: Begun, failure: SvcError): Promise<boolean> {
  const made = await readAutoMerge(gitStore.git).catch(() => undefined)
  const tree = made === begun.noted ? undefined : made
  const isUntouched = tree === undefined && BEGAN_NOTHING.test(failure.message)
  const putsBack = isUntouched
    ? forgetMerge(gitStore, begun)
    : planUndo(gitStore, begun, tree).then(files => undo(gitStore, files))
  return putsBack.then(
    () => true,
    () => false,
  )
}

/** Git has noted a merge of which it began nothing. */
async function forgetMerge(gitStore: GitStore, { other }: Begun): Promise<void> {
  if ((await findMerging(gitStore)) === other) await gitStore.git.read(['merge', '--quit'])
}

function toTold({ code, message }: SvcError, isUndone: boolean): SvcError {
  const state = isUndone
    ? 'nothing was taken in, nothing is lost'
    : 'what it left half is put back by the next one'
  return new SvcError(code, `${message}; ${state}: run svc git sync again`)
}

const toPaths = (listed: string) => listed.split('\0').filter(Boolean)

/**
 * The files that git holds otherwise than HEAD in the index, and those of which conflicts were settled
 * there. Git writes the index of a merge at once: where there is none, it was never written, for want
 * of room or because another git had locked it.
 */
async function listHeld({ git }: GitStore): Promise<string[]> {
  const how = ['--cached', '-z', '--name-only', '--no-renames', 'HEAD']
  const settled = await git.read(['ls-files', '--resolve-undo', '-z', '--full-name', ':/'])
  return [
    ...toPaths(await git.read(['diff-index', ...how])),
    ...toPaths(settled).map(record => record.slice(record.indexOf('\t') + 1)),
  ]
}

/**
 * The files that came with the other side of an open merge and that its index does not hold, from the
 * work tree's root: of those that only that side has changed, since whatever commit both have, any
 * that is as before; all of them where nothing of the merge is in the index.
 */
async function findMissing(gitStore: GitStore, other: string): Promise<string[]> {
  const { git } = gitStore
  const diff = async (from: string, to: string) =>
    toPaths(await git.read(['diff-tree', '-r', '-z', '--name-only', '--no-renames', from, to]))
  const bases = (await git.run(['merge-base', '--all', 'HEAD', other])).stdout.split('\n')
  const none = await readEmptyTree(git)
  const known = bases.filter(Boolean)
  const [theirs, own] = [new Map<string, number>(), new Set<string>()]
  const sides = known.length > 0 ? known : [none]
  for (const base of sides) {
    for (const path of await diff(base, other)) theirs.set(path, (theirs.get(path) ?? 0) + 1)
    for (const path of await diff(base, 'HEAD')) own.add(path)
  }
  const came = (await diff('HEAD', other)).filter(path => theirs.has(path))
  const held = new Set(await listHeld(gitStore))
  if (held.size === 0) return came
  const isOnlyTheirs = (path: string) => theirs.get(path) === sides.length && !own.has(path)
  return came.filter(path => !held.has(path) && isOnlyTheirs(path))
}

/** The other side of an open merge; undefined where none is open. */
async function findMerging({ git, repository }: GitStore): Promise<string | undefined> {
  if (operationIn(repository) !== 'merge') return undefined
  return (await git.run(['rev-parse', '-q', '--verify', 'MERGE_HEAD'])).stdout.trim()
}

/** True where nothing of what came is in the index of an open merge, although something came. */
export async function isMergeUnwritten(gitStore: GitStore): Promise<boolean> {
  const other = await findMerging(gitStore)
  if (other === undefined || (await listHeld(gitStore)).length > 0) return false
  return (await findMissing(gitStore, other)).length > 0
}

/**
 * Puts back what a merge of svc's left half when it was killed or had no room. Does nothing where
 * none was begun, and where its note cannot be read or names a commit that is gone. Throws CONFLICT
 * on an open merge of whoever it is that holds nothing of what came: to conclude it would take all
 * that away everywhere. Call it inside `withGitLock`, before anything is staged.
 */
export async function recoverMerge(gitStore: GitStore): Promise<void> {
  const { git, repository, store } = gitStore
  const begun = await readNote(gitStore)
  const merging = await findMerging(gitStore)
  const isHalf = await isMergeUnwritten(gitStore)
  if (begun !== undefined) {
    const isOurs = operationIn(repository) === undefined || (isHalf && merging === begun.other)
    const standing = await git.run(['rev-parse', '-q', '--verify', 'HEAD'])
    if (isOurs && begun.head === standing.stdout.trim()) {
      await waitForIndex(repository)
      // Whatever a person has done meanwhile may have left another.
      const tree = merging === begun.other ? await readAutoMerge(git) : undefined
      const files = await planUndo(gitStore, begun, tree === begun.noted ? undefined : tree)
      const prefix = prefixOf(gitStore)
      const keys = scopeKeysOf(files.flatMap(({ path }) => toStorePath(prefix, path) ?? []))
      await withScopeLocks(store, keys, () => undo(gitStore, files))
    }
    removeDurable(noteOf(store))
    if (isOurs) return
  }
  if (!isHalf) return
  throw new SvcError(
    'CONFLICT',
    `the open merge holds nothing of ${merging?.slice(0, 12)}, which it should bring: git was stopped ` +
      'before it wrote it; git merge --abort, then merge again (svc git sync); or, if it is meant to ' +
      'leave all of that out: git commit',
  )
}

/** The merge that svc began; undefined, and the note is gone, where nothing can come of it. */
async function readNote({ git, store }: GitStore): Promise<Begun | undefined> {
  const path = noteOf(store)
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return undefined
  const none: Record<string, unknown> = {}
  const { head, other, noted, dirty } = orElse(() => readJsonDocument(path, none), none)
  if ((await isCommit(git, head)) && (await isCommit(git, other))) {
    const paths = Array.isArray(dirty) ? dirty.map(String) : []
    const tree = typeof noted === 'string' ? { noted } : {}
    return { head: String(head), other: String(other), dirty: paths, ...tree }
  }
  removeDurable(path)
  return undefined
}

async function isCommit(git: Git, id: unknown): Promise<boolean> {
  if (typeof id !== 'string' || !/^[0-9a-f]{40,}$/.test(id)) return false
  return (await git.run(['cat-file', '-e', `${id}^{commit}`])).code === 0
}

/** The svc that began a merge may be dead and its git at work: that has locked the index. */
async function waitForIndex({ gitDirectory }: Repository): Promise<void> {
  const lock = join(gitDirectory, 'index.lock')
  for (const waitMs of LOCK_WAITS_MS) {
    if (lstatSync(lock, { throwIfNoEntry: false }) === undefined) return
    await new Promise(resolve => setTimeout(resolve, waitMs))
  }
  throw new SvcError('GIT_FAILED', `another git holds ${lock}; try again once it has ended`)
}
