import { lstatSync, statSync, type Dirent } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { toPatternShape, type PatternShape } from './match.js'
import { PathCollection, type FoundPaths } from './path-collection.js'
import { isInside, toRealPath } from './regular-file.js'
import { IMPORT_RULES } from './rules.js'

const SHAPES: readonly (PatternShape & { pattern: string })[] = IMPORT_RULES.flatMap(rule =>
  rule.patterns.map(pattern => ({ ...toPatternShape(pattern), pattern })),
)

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
  for (const shape of SHAPES) {
    if ('file' in shape && isFileOrLink(join(workspace, shape.file))) found.add(shape.file)
  }
  const trees = SHAPES.filter(shape => 'folder' in shape && isFolder(workspace, shape.folder))
  const allowed = trees.filter(shape => 'folder' in shape && leadsInside(workspace, shape.folder))
  found.skipped += trees.length - allowed.length
  if (allowed.length > 0) await walkTrees(workspace, allowed.map(toPattern), found, signal)
  return found.toFoundPaths()
}

function toPattern(shape: { pattern: string }): string {
  return shape.pattern
}

function isFileOrLink(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === false
  } catch {
    return false
  }
}

function isFolder(workspace: string, folder: string): boolean {
  try {
    return statSync(join(workspace, folder), { throwIfNoEntry: false })?.isDirectory() === true
  } catch {
    return false
  }
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
