import { lstatSync, type Dirent } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { orElse } from '../../store/errors.js'
import { isFolder, isInside, toRealPath } from '../../store/files/read.js'
import { isBelow } from '../hosts/loaded.js'
import type { WorkspaceFile } from './read.js'
import { folderOf, isOpenFolder, PATTERNS, skipReason } from './rules.js'

/** Paths that the walk found, before anything is read. */
interface FoundPaths {
  /** Relative to the workspace, `/` between folders; nearest to the root first, then by name. */
  paths: string[]
  /** Files that matched a pattern but are excluded by their path, not files, or over the cap. */
  skipped: number
}

/** The patterns that mean every such file below a folder. */
const TREES = PATTERNS.flatMap(({ pattern, shape }) =>
  'folder' in shape ? [{ pattern, folder: shape.folder }] : [],
)

/**
 * Finds the files of the import table in a workspace (a real path), and in folders of it that are
 * told by their paths from there. Only the table's own folders are entered, and only where they
 * exist; symbolic links are not followed into folders, except a table folder that is itself a link to
 * another place inside the workspace. Links to files are found: reading them decides whether they
 * stay inside. Throws what `signal` was aborted with.
 */
export async function findImportPaths(
  workspace: string,
  signal?: AbortSignal,
  nested: readonly string[] = [],
): Promise<FoundPaths> {
  const [root, below] = [new PathCollection(MAX_FILES), new PathCollection(MAX_NESTED_FILES)]
  await findIn(workspace, '', root, signal)
  const open = nested.filter(folder => folder.split('/').every(isOpenFolder))
  for (const folder of open) await findIn(workspace, `${folder}/`, below, signal)
  const [own, others] = [root.toFoundPaths(), below.toFoundPaths()]
  return { paths: [...own.paths, ...others.paths], skipped: own.skipped + others.skipped }
}

/** Finds the files of one folder, given with the slash behind it. */
async function findIn(
  workspace: string,
  folder: string,
  found: PathCollection,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (const { shape } of PATTERNS) {
    if ('file' in shape && isFileOrLink(join(workspace, folder, shape.file)))
      found.add(folder, shape.file)
  }
  const trees = TREES.filter(tree => isFolder(join(workspace, folder, tree.folder)))
  const allowed = trees.filter(tree => leadsInside(workspace, folder + tree.folder))
  found.skipped += trees.length - allowed.length
  const patterns = allowed.map(({ pattern }) => pattern)
  if (patterns.length > 0) await walkTrees({ workspace, folder, patterns }, found, signal)
}

function isFileOrLink(path: string): boolean {
  const stats = orElse(() => lstatSync(path, { throwIfNoEntry: false }), undefined)
  return stats?.isDirectory() === false
}

// A link to a folder above itself would make the walk take the whole workspace for its content.
function leadsInside(workspace: string, folder: string): boolean {
  const real = toRealPath(join(workspace, folder))
  if (real === undefined || !isInside(workspace, real)) return false
  return !isInside(real, join(workspace, folder, '..'))
}

async function walkTrees(
  { workspace, folder, patterns }: { workspace: string; folder: string; patterns: string[] },
  found: PathCollection,
  signal: AbortSignal | undefined,
): Promise<void> {
  signal?.throwIfAborted()
  const entries = await openWalk(join(workspace, folder), patterns)
  // A tree without a match gives no entry at which the signal could be looked at.
  const stop = () => entries.destroy()
  signal?.addEventListener('abort', stop)
  try {
    for await (const entry of entries as AsyncIterable<{ path: string; dirent: Dirent }>) {
      const { path, dirent } = entry
      if (!dirent.isDirectory()) found.add(folder, path, dirent.isFile() || dirent.isSymbolicLink())
    }
  } catch (error) {
    if (!signal?.aborted) throw error
  } finally {
    signal?.removeEventListener('abort', stop)
  }
  signal?.throwIfAborted()
}

async function openWalk(directory: string, patterns: string[]): Promise<Readable> {
  const { default: glob } = await import('fast-glob')
  return glob.stream(patterns, {
    cwd: directory,
    dot: true,
    followSymbolicLinks: false,
    onlyFiles: false,
    objectMode: true,
    suppressErrors: true,
  }) as Readable
}

/** More matching files than these are not imported: at the root, in nested folders together. */
const MAX_FILES = 2000
const MAX_NESTED_FILES = 1000

/** Gathers paths; holds at most twice the cap, and always the ones that come first in order. */
class PathCollection {
  #paths = new Set<string>()
  skipped = 0

  constructor(private readonly most: number) {}

  /** Adds a path in a folder, which is given with the slash behind it. */
  add(folder: string, path: string, readable = true): void {
    const whole = folder + path
    if (this.#paths.has(whole)) return
    if (!readable || skipReason(path) !== undefined) this.skipped++
    else this.#paths.add(whole)
    if (this.#paths.size >= this.most * 2) this.#cut()
  }

  #cut(): void {
    const ordered = [...this.#paths].sort(byPlace)
    this.skipped += Math.max(0, ordered.length - this.most)
    this.#paths = new Set(ordered.slice(0, this.most))
  }

  toFoundPaths(): FoundPaths {
    this.#cut()
    return { paths: [...this.#paths], skipped: this.skipped }
  }
}

function byPlace(one: string, other: string): number {
  const nearer = one.split('/').length - other.split('/').length
  if (nearer !== 0) return nearer
  return one < other ? -1 : Number(one > other)
}

/** Each file once, and how many further names of the same files were left out. */
interface UniqueFiles {
  files: WorkspaceFile[]
  /** Second names that are links; a second spelling of one name on a case-blind disk is not counted. */
  aliases: number
}

/**
 * Keeps one name of every file: the one that no symbolic link is part of, else the first given.
 * `CLAUDE.md -> AGENTS.md` and `AGENTS.md` = `agents.md` on a case-blind disk become one item. Of
 * names in several folders that of a folder stands for those of the folders below it.
 */
export function dropAliases(files: readonly WorkspaceFile[]): UniqueFiles {
  const names = new Map<string, WorkspaceFile[]>()
  for (const file of files) names.set(file.identity, [...(names.get(file.identity) ?? []), file])
  const kept = files.filter(file => isNameOf(file, names.get(file.identity)!))
  const spelled = new Set(kept.map(toSpelling))
  const own = new Set(kept)
  const aliases = files.filter(file => !own.has(file) && !spelled.has(toSpelling(file)))
  return { files: kept, aliases: aliases.length }
}

/** True for the name of a file by which it is known in its folder, unless it is in one above. */
function isNameOf(file: WorkspaceFile, names: readonly WorkspaceFile[]): boolean {
  if (names.length === 1) return true
  const folder = folderOf(file.path)
  const beside = names.filter(({ path }) => folderOf(path) === folder)
  const isAbove = ({ path }: WorkspaceFile) => {
    const other = folderOf(path)
    return other !== folder && isBelow(folder, other)
  }
  return (beside.find(({ direct }) => direct) ?? beside[0]) === file && !names.some(isAbove)
}

function toSpelling(file: WorkspaceFile): string {
  return `${file.identity} ${file.path.toLowerCase()}`
}
