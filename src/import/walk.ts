import { lstatSync, type Dirent } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { orElse } from '../../store/errors.js'
import { isFolder, isInside, toRealPath } from '../../store/files/read.js'
import type { WorkspaceFile } from './read.js'
import { PATTERNS, skipReason } from './rules.js'

/** Paths that the walk found, before anything is read. */
interface FoundPaths {
  /** Relative to the workspace, `/` between folders; nearest to the root first, then by name. */
  paths: string[]
  /** Files that matched a pattern but are excluded by their path, not files, or over the cap. */
  skipped: number
}

/** The patterns that mean every such file below a folder. */
const TREES = PATTERNS.flatMap(({ pattern, shape }) => {
  return 'folder' in shape ? [{ pattern, folder: shape.folder }] : []
})

/**
 * Finds the files of the import table in a workspace (a real path). Only the table's own folders
 * are entered, and only where they exist; symbolic links are not followed into folders, except a
 * table folder that is itself a link to another place inside the workspace. Links to files are
 * found: reading them decides whether they stay inside. Throws what `signal` was aborted with.
 */
export async function findImportPaths(
  workspace: string,
  signal?: AbortSignal,
): Promise<FoundPaths> {
  const found = new PathCollection()
  for (const { shape } of PATTERNS) {
    if ('file' in shape && isFileOrLink(join(workspace, shape.file))) found.add(shape.file)
  }
  const trees = TREES.filter(({ folder }) => isFolder(join(workspace, folder)))
  const allowed = trees.filter(({ folder }) => leadsInside(workspace, folder))
  found.skipped += trees.length - allowed.length
  const patterns = allowed.map(({ pattern }) => pattern)
  if (patterns.length > 0) await walkTrees(workspace, patterns, found, signal)
  return found.toFoundPaths()
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
  workspace: string,
  patterns: string[],
  found: PathCollection,
  signal: AbortSignal | undefined,
): Promise<void> {
  signal?.throwIfAborted()
  const entries = await openWalk(workspace, patterns)
  // A tree without a match gives no entry at which the signal could be looked at.
  const stop = () => entries.destroy()
  signal?.addEventListener('abort', stop)
  try {
    for await (const entry of entries as AsyncIterable<{ path: string; dirent: Dirent }>) {
      const { path, dirent } = entry
      if (!dirent.isDirectory()) found.add(path, dirent.isFile() || dirent.isSymbolicLink())
    }
  } catch (error) {
    if (!signal?.aborted) throw error
  } finally {
    signal?.removeEventListener('abort', stop)
  }
  signal?.throwIfAborted()
}

async function openWalk(workspace: string, patterns: string[]): Promise<Readable> {
  const { default: glob } = await import('fast-glob')
  return glob.stream(patterns, {
    cwd: workspace,
    dot: true,
    followSymbolicLinks: false,
    onlyFiles: false,
    objectMode: true,
    suppressErrors: true,
  }) as Readable
}

/** More matching files than this are not imported. */
const MAX_FILES = 2000

/** Gathers paths; holds at most twice the cap, and always the ones that come first in order. */
class PathCollection {
  #paths = new Set<string>()
  skipped = 0

  add(path: string, readable = true): void {
    if (this.#paths.has(path)) return
    if (!readable || skipReason(path) !== undefined) this.skipped++
    else this.#paths.add(path)
    if (this.#paths.size >= MAX_FILES * 2) this.#cut()
  }

  #cut(): void {
    const ordered = [...this.#paths].sort(byPlace)
    this.skipped += Math.max(0, ordered.length - MAX_FILES)
    this.#paths = new Set(ordered.slice(0, MAX_FILES))
  }

  toFoundPaths(): FoundPaths {
    this.#cut()
    return { paths: [...this.#paths], skipped: this.skipped }
  }
}

function byPlace(one: string, other: string): number {
  const nearer = depthOf(one) - depthOf(other)
  if (nearer !== 0) return nearer
  return one < other ? -1 : Number(one > other)
}

function depthOf(path: string): number {
  return path.split('/').length
}

/** Each file once, and how many further names of the same files were left out. */
interface UniqueFiles {
  files: WorkspaceFile[]
  /** Second names that are links; a second spelling of one name on a case-blind disk is not counted. */
  aliases: number
}

/**
 * Keeps one name of every file: the one that no symbolic link is part of, else the first given.
 * `CLAUDE.md -> AGENTS.md` and `AGENTS.md` = `agents.md` on a case-blind disk become one item.
 */
export function dropAliases(files: readonly WorkspaceFile[]): UniqueFiles {
  const byIdentity = new Map<string, WorkspaceFile>()
  for (const file of files) {
    const known = byIdentity.get(file.identity)
    if (known === undefined || (file.direct && !known.direct)) byIdentity.set(file.identity, file)
  }
  const kept = files.filter(file => byIdentity.get(file.identity) === file)
  const spelled = new Set(kept.map(toSpelling))
  const aliases = files.filter(
    file => byIdentity.get(file.identity) !== file && !spelled.has(toSpelling(file)),
  )
  return { files: kept, aliases: aliases.length }
}

function toSpelling(file: WorkspaceFile): string {
  return `${file.identity} ${file.path.toLowerCase()}`
}
