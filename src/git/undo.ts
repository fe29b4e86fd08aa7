import { chmodSync, lstatSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { SvcError } from '../../store/errors.js'
import { ensureDirectory, fileStamp, removeFile, writeDurable } from '../../store/files/atomic.js'
import { listNames } from '../../store/files/read.js'
import type { Git } from '../../store/git/git.js'
import { decodePath, isUtf8Path, parseRaw, readObjects } from '../../store/git/read.js'
import type { Repository } from '../../store/git/repository.js'
import { historyFolder, keepVersion, readForgotten } from '../../store/memories/history.js'
import { toMemoryPath } from '../merge/folder.js'
import type { GitStore } from './store.js'

/** The commits that a merge of svc's joins, noted before git begins with it. */
export interface Begun {
  head: string
  other: string
  /** The tree of git's note AUTO_MERGE that stood before: a stash or a cherry-pick left it. */
  noted?: string
  /** The files that differed from HEAD, of which git writes none; one character of a path is a byte. */
  dirty?: string[]
}

/**
 * A forgotten memory and a new one that is like it are not one file that was renamed, and what one
 * side moved to another scope does not take along what the other side has added since. Answers
 * options for git that say so.
 */
export function renamesOf({ store, repository }: GitStore): string[] {
  const noRenames = ['-c', 'merge.directoryRenames=false']
  return store.root === repository.workTree
    ? [...noRenames, '-c', 'merge.renames=false']
    : noRenames
}

/** A file that a merge writes or removes: its versions before and after; undefined where it has none. */
export interface MergedFile {
  /** Relative to the work tree's root. */
  path: string
  mode: string
  id: string
  newId: string
  /** One character a byte. */
  before?: string
  after?: string
}

const PLAIN = /^(?:100|000)/
const BYTES = { encoding: 'latin1' } as const

/**
 * The regular files that a merge writes or removes, as git itself plans it, or as its `tree` says.
 * Files that were changed already are none of them, and one whose name is not UTF-8 is left alone.
 * Throws GIT_FAILED.
 */
export async function planUndo(
  gitStore: GitStore,
  begun: Begun,
  tree?: string,
): Promise<MergedFile[]> {
  const { git } = gitStore
  const result = tree ?? (await findResult(gitStore, begun))
  const how = ['-r', '-z', '--raw', '--no-abbrev', '--no-renames']
  const listed = await git.read(['diff-tree', ...how, begun.head, result], BYTES)
  const dirty = new Set(begun.dirty)
  const changes = parseRaw(listed).flatMap(({ path: bytes, oldMode, newMode, oldId, newId }) => {
    const isPlain = [oldMode, newMode].every(mode => PLAIN.test(mode))
    if (!isPlain || !isUtf8Path(bytes) || dirty.has(bytes)) return []
    return [{ path: decodePath(bytes), mode: oldMode, id: oldId, newId }]
  })
  const ids = changes.flatMap(({ id, newId }) => [id, newId]).filter(isObject)
  const texts = await readObjects(git, ids, 'latin1')
  return changes.map(change => {
    const [before, after] = [texts.get(change.id), texts.get(change.newId)]
    return {
      ...change,
      ...(before !== undefined && { before }),
      ...(after !== undefined && { after }),
    }
  })
}

const isObject = (id: string) => /[^0]/.test(id)

/** The tree that a merge leads to: made once more, else the other side. */
async function findResult(gitStore: GitStore, { head, other }: Begun): Promise<string> {
  const { git } = gitStore
  const how = ['--write-tree', '--allow-unrelated-histories']
  const made = await git.run([...renamesOf(gitStore), 'merge-tree', ...how, head, other])
  const [tree = ''] = made.stdout.split('\n')
  return made.code <= 1 && /^[0-9a-f]{40,}$/.test(tree) ? tree : other
}

/**
 * Puts files and index back as they were before a merge, and takes git's note of it away. An edit
 * of a person's stays, and so does a memory that was forgotten meanwhile. Files first: as long as the
 * note stands, and MERGE_HEAD with it, nobody commits what is half. Throws GIT_FAILED, CONFLICT where
 * a file was changed meanwhile.
 */
export async function undo(gitStore: GitStore, files: readonly MergedFile[]): Promise<void> {
  const { git, repository, store } = gitStore
  const forgotten = new Set([...readForgotten(store).values()].map(({ name }) => name))
  for (const file of files)
    if (!forgotten.has(basename(file.path)) || isThere(repository, file))
      await putBack(gitStore, file)
  await putIndexBack(git, files)
  await git.read(['merge', '--quit'])
  // A killed git leaves the versions of a file that it was merging.
  for (const name of listNames(repository.workTree))
    if (/^\.merge_file_\w{6}$/.test(name)) removeFile(join(repository.workTree, name))
}

function isThere({ workTree }: Repository, { path }: MergedFile): boolean {
  return lstatSync(join(workTree, path), { throwIfNoEntry: false }) !== undefined
}

/** Git names the sides of a conflict otherwise when it makes a merge once more. */
const withoutSides = (text: string) => text.replace(/^([<>|])(\1{6,}) .*$/gm, '$1$2')

/** A file that is neither as the merge makes it nor a part of that is a person's: it stays. */
async function putBack({ git, repository, store }: GitStore, file: MergedFile): Promise<void> {
  const { path, mode, before, after } = file
  const at = join(repository.workTree, path)
  const stats = lstatSync(at, { throwIfNoEntry: false })
  if (stats !== undefined && !stats.isFile()) return
  const seen = fileStamp(at)
  const now = stats && readFileSync(at, 'latin1')
  if (now === before) return
  const [own, made] = [await toDisk(git, path, file.id), await toDisk(git, path, file.newId)]
  const isPart = (text?: string) =>
    now !== undefined && text !== undefined && withoutSides(text).startsWith(withoutSides(now))
  if (now === own || (now !== undefined && ![made, after].some(isPart))) return
  if (before === undefined) {
    removeFile(at)
    return
  }
  // It may be one that a person has cut short.
  const name = now === made ? undefined : toMemoryPath(path)?.name
  if (now !== undefined && name !== undefined) keepVersion(at, name, historyFolder(store))
  ensureDirectory(dirname(at))
  writeDurable(at, Buffer.from(own ?? before, 'latin1'), () => {
    if (fileStamp(at) !== seen) throw new SvcError('CONFLICT', `${path} was changed meanwhile`)
  })
  chmodSync(at, (mode === '100755' ? 0o777 : 0o666) & ~process.umask())
}

/**
 * A version of a file as git writes it to the disk, with the ends of lines and the filters that its
 * attributes name; without them where those cannot be run. Undefined for no version.
 */
async function toDisk(git: Git, path: string, id: string): Promise<string | undefined> {
  if (!isObject(id)) return undefined
  const filtered = await git
    .run(['cat-file', '--filters', `--path=${path}`, id], BYTES)
    .catch(() => undefined)
  return filtered?.code === 0 ? filtered.stdout : git.read(['cat-file', 'blob', id], BYTES)
}

/** Takes what a merge has put into the index out of it again; what a person has staged stays. */
async function putIndexBack(git: Git, files: readonly MergedFile[]): Promise<void> {
  const how = ['--cached', '-z', '--raw', '--no-abbrev', '--no-renames', 'HEAD']
  const held = new Map(parseRaw(await git.read(['diff-index', ...how])).map(one => [one.path, one]))
  const records = files.filter(({ path, newId }) => {
    const change = held.get(path)
    return change?.letter === 'U' || change?.newId === newId
  })
  if (records.length === 0) return
  const input = records.map(({ path, mode, id }) => `${mode} ${id}\t${path}\0`).join('')
  await git.read(['update-index', '-z', '--index-info'], { input })
}
