import { lstatSync } from 'node:fs'
import { basename, dirname, isAbsolute, join } from 'node:path'
import { fileStamp, writeDurable } from '../../store/files/atomic.js'
import { readBytes } from '../../store/files/read.js'
import { operationIn } from '../../store/git/repository.js'
import { dropOldVersions, historyFolder, keepVersion } from '../../store/memories/history.js'
import type { Store } from '../../store/store.js'
import { toMemoryPath, withFolder, type LockedFolder } from '../merge/folder.js'
import { settleStore, type Resolution, type SettleOptions } from '../merge/settle.js'
import { formatMerged, parseSide } from '../merge/text.js'
import {
  mergeOther,
  planUnmerged,
  type UnmergedFile,
  type UnmergedMemory,
  type UnmergedPlan,
} from '../merge/unmerged.js'
import { isMergeUnwritten, recoverMerge } from './merge.js'
import type { GitStore } from './store.js'
import { findHomes, listUnmerged, readStanding, readUnmerged } from './unmerged.js'

/**
 * Settles what a merge left open, and what it brought together that does not belong together: files
 * that git could not merge, saved conflict markers, two memories of one title or one id, tombstones
 * that lead nowhere. Nothing is lost; what both sides changed is tagged `needs-review`. What is
 * settled is staged while something is under way, but nothing is concluded. During a rebase titles
 * and tombstones wait for its end. Call it inside `withGitLock`. Throws CONFLICT on an open merge that
 * holds nothing of the other side.
 */
export async function resolveConflicts(gitStore: GitStore): Promise<Resolution> {
  const { store, now } = gitStore
  await recoverMerge(gitStore)
  const { settled, unmerged, marked } = await settleConflicts(store, now(), { gitStore })
  const left = [...unmerged, ...marked]
  return { settled, left: [...left, ...(await findUntold(gitStore, left))] }
}

/** Outcome of a store's conflicts: paths are from its root. */
interface SettledConflicts {
  settled: Resolution['settled']
  /** Files that git could not merge, and svc neither. */
  unmerged: Resolution['left']
  /** Memories whose conflict markers cannot be taken out. */
  marked: Resolution['left']
}

/** Options of settling the conflicts of a store. */
interface ConflictOptions extends Omit<SettleOptions, 'left'> {
  /** Given if the store lies in a repository: files that git could not merge are settled too. */
  gitStore?: GitStore | undefined
}

/**
 * Settles what can be settled, as `resolveConflicts` does, also in a store without git. Call it
 * inside `withGitLock` where there is one.
 */
export async function settleConflicts(
  store: Store,
  now: Date,
  { gitStore, ...options }: ConflictOptions,
): Promise<SettledConflicts> {
  const none: Resolution = { settled: [], left: [] }
  const unmerged = gitStore ? await resolveUnmerged(gitStore) : none
  const left = new Set(unmerged.left.map(({ path }) => path))
  const rest = await settleStore(store, now, { ...options, left })
  const isOpen = gitStore && operationIn(gitStore.repository) !== undefined
  // By an index without any change one sees that git never wrote it.
  if (isOpen && !(await isMergeUnwritten(gitStore))) {
    // Memories within projects are none of this repository's.
    const inStore = rest.touched.filter(path => !isAbsolute(path))
    await stageFiles(gitStore, inStore)
  }
  const settled = [...unmerged.settled, ...rest.settled]
  return { settled, unmerged: unmerged.left, marked: rest.left }
}

const OUTSIDE = 'is not merged, and outside the store; settle it by hand and git add it'

/** The files that are not merged and that nobody has told of yet, each with what to do. */
export async function findUntold(
  gitStore: GitStore,
  told: Resolution['left'],
): Promise<Resolution['left']> {
  const paths = await listUnmerged(gitStore)
  return paths
    .filter(path => !told.some(one => one.path === path))
    .map(path => ({ path, reason: path.startsWith('/') ? OUTSIDE : 'is not merged' }))
}

/**
 * Settles the files of the store that git could not merge, and stages them. It does not conclude
 * the merge. What it cannot settle is left as it is, with the reason.
 */
async function resolveUnmerged(gitStore: GitStore): Promise<Resolution> {
  const files = await readUnmerged(gitStore.git)
  const resolution: Resolution = { settled: [], left: [] }
  const memories: UnmergedMemory[] = []
  for (const file of files) {
    if (toMemoryPath(file.path) === undefined) await settleOther(gitStore, file, resolution)
    else memories.push(...(await readMemory(gitStore, file, resolution)))
  }
  const plan = planUnmerged(memories, await findHomes(gitStore, memories))
  await apply(gitStore, plan)
  resolution.left.push(...plan.left)
  for (const { path, how } of [...plan.written, ...plan.removed]) {
    resolution.settled.push({ path, how })
  }
  const paths = resolution.settled.map(({ path }) => path)
  await stageFiles(gitStore, paths)
  return resolution
}

async function settleOther(
  gitStore: GitStore,
  file: UnmergedFile,
  { settled, left }: Resolution,
): Promise<void> {
  const { path, problem } = file
  const at = join(gitStore.store.root, path)
  const seen = fileStamp(at)
  if (await isSettledByHand(gitStore, file)) {
    settled.push({ path, how: 'kept as it was edited by hand' })
    return
  }
  const text = problem === undefined ? mergeOther(file) : undefined
  if (text === undefined) left.push({ path, reason: whyLeft(file) })
  else if (replaceSeen(gitStore.store, path, text, seen)) settled.push({ path, how: 'merged' })
  else left.push({ path, reason: 'was changed meanwhile; settle it again' })
}

const CHANGED = new Error('changed meanwhile')

/** False where the file is no longer what was seen: it stays. What is replaced goes into the history. */
function replaceSeen(store: Store, path: string, text: string, seen: string): boolean {
  const at = join(store.root, path)
  const history = join(historyFolder(store), dirname(path))
  if (readNow(at) !== undefined) keepVersion(at, basename(path), history)
  try {
    writeDurable(at, text, () => {
      if (fileStamp(at) !== seen) throw CHANGED
    })
    dropOldVersions(basename(path), history)
    return true
  } catch (error) {
    if (error === CHANGED) return false
    throw error
  }
}

/** The memories of an unmerged file; none, and the reason noted, where a side cannot be read. */
async function readMemory(
  { store }: GitStore,
  { path, base, ours, theirs, problem }: UnmergedFile,
  { left }: Resolution,
): Promise<UnmergedMemory[]> {
  const { folder, name } = toMemoryPath(path)!
  const memory: UnmergedMemory = { path }
  if (problem !== undefined) left.push({ path, reason: problem })
  for (const [stage, text] of Object.entries({ base, ours, theirs })) {
    // An empty side counts as none beside one that is not: a killed git leaves such files.
    const isNone = text?.trim() === '' && [ours, theirs].some(side => side?.trim())
    if (text === undefined || isNone || problem !== undefined) continue
    const parsed = await parseSide(text, name)
    if ('document' in parsed) memory[stage as 'base'] = parsed.document
    else if (stage !== 'base') left.push({ path, reason: `${parsed.problem} (${stage})` })
  }
  const standing = await withFolder(store, folder, async files => readStanding(files, name))
  if (standing) memory.standing = standing
  return left.some(one => one.path === path) ? [] : [memory]
}

/** All memories are written before a file goes. */
async function apply({ store }: GitStore, { written, removed }: UnmergedPlan): Promise<void> {
  for (const { path, document } of written) {
    await inFolder(path, async (files, name) => {
      const file = files.read(name)
      const text = formatMerged(document)
      if (file?.text !== text) files.write(name, text, file)
    })
  }
  for (const { path } of removed) {
    await inFolder(path, async (files, name) => {
      const file = files.read(name)
      if (file) files.remove(name, file)
    })
  }

  function inFolder(path: string, action: (files: LockedFolder, name: string) => Promise<void>) {
    const { folder, name } = toMemoryPath(path)!
    return withFolder(store, folder, files => action(files, name))
  }
}

/** Stages files as they stand, also those that are gone, in one run of git. */
async function stageFiles({ git }: GitStore, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return
  const args = ['--literal-pathspecs', 'add', '-A', '--pathspec-from-file=-', '--pathspec-file-nul']
  await git.read(args, { input: [...new Set(paths)].join('\0') })
}

/** Any of them, not only a whole conflict: a person may be half-way through. */
const MARKER = /^(?:<{7,}|>{7,}|\|{7,})(?: |\r?$)/m

/**
 * True where a person has settled a file that both sides changed: it has no conflict markers any
 * more. Where git is told to write none, a file that is still "ours" says nothing.
 */
async function isSettledByHand(gitStore: GitStore, file: UnmergedFile): Promise<boolean> {
  const { path, ours, theirs, problem } = file
  if (problem !== undefined || ours === undefined || theirs === undefined) return false
  if (ours === theirs) return false
  const standing = readNow(join(gitStore.store.root, path))
  if (standing === undefined || MARKER.test(standing)) return false
  return standing !== ours || (await writesMarkers(gitStore, path))
}

/** Tells a person what to do about a file that is no memory. */
function whyLeft({ ours, theirs, problem }: UnmergedFile): string {
  if (problem !== undefined) return `${problem}; settle it by hand and git add it`
  return ours === undefined || theirs === undefined
    ? 'is no memory, and one side removed it; git add it to keep it, or git rm it'
    : 'is no memory; take the conflict markers out by hand, or git add it as it is'
}

/** Undefined where there is no plain file. */
function readNow(path: string): string | undefined {
  const isFile = lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? false
  return isFile ? readBytes(path).toString() : undefined
}

async function writesMarkers({ git }: GitStore, path: string): Promise<boolean> {
  const { stdout } = await git.run(['check-attr', '-z', 'merge', '--', path])
  return stdout.split('\0')[2] === 'unspecified'
}
