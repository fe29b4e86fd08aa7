import { SvcError } from '../../store/errors.js'
import type { Scope } from '../../store/types.js'
import { dropAliases } from './dedupe.js'
import { ruleFor } from './match.js'
import { planImport, type ImportCounts } from './plan.js'
import { readWorkspaceFile } from './read.js'
import { toRealFolder } from './regular-file.js'
import type { ImportState, WorkspaceFile } from './row.js'
import { findImportPaths } from './walk.js'

export type { ImportCounts } from './plan.js'
export type { ImportRow, ImportState } from './row.js'
export { toImportedMemory } from './row.js'
export { refreshRow } from './read.js'

/** A stretch of reading after which other work of the process gets its turn, in milliseconds. */
const STRETCH_MS = 10

/**
 * Imports the agent files of a workspace: finds, reads and decides; writing the state is the
 * caller's. Reads every file anew. Nothing of the outcome is kept when `signal` aborts: it throws
 * the signal's reason. Throws WORKSPACE_NOT_FOUND where the workspace is not there.
 */
export async function importWorkspace(options: {
  /** Absolute path of the folder that the files are relative to. */
  workspace: string
  scope: Scope
  previous: ImportState | undefined
  now: Date
  signal?: AbortSignal
}): Promise<{ state: ImportState; counts: ImportCounts }> {
  const { scope, previous, signal } = options
  const workspace = toRealFolder(options.workspace)
  if (workspace === undefined) {
    throw new SvcError('WORKSPACE_NOT_FOUND', `There is no folder ${options.workspace}`)
  }
  const found = await findImportPaths(workspace, signal)
  const read = await readAll(workspace, found.paths, signal)
  const { files, aliases } = dropAliases(read.files)
  const skipped = {
    count: found.skipped + read.skipped + aliases,
    unreadable: read.unreadable,
  }
  const now = options.now.toISOString()
  const plan = planImport({ scope, previous: previous?.rows ?? [], files, skipped, now })
  return { state: { format: 1, importedAt: now, rows: plan.rows }, counts: plan.counts }
}

async function readAll(workspace: string, paths: readonly string[], signal?: AbortSignal) {
  const files: WorkspaceFile[] = []
  const unreadable: string[] = []
  let pauseAt = performance.now() + STRETCH_MS
  for (const path of paths) {
    const read = readWorkspaceFile(workspace, path, ruleFor(path)!)
    if (!('skip' in read)) files.push(read)
    else if (read.skip === 'unreadable') unreadable.push(path)
    if (performance.now() < pauseAt) continue
    await new Promise(resolve => setImmediate(resolve))
    signal?.throwIfAborted()
    pauseAt = performance.now() + STRETCH_MS
  }
  return { files, unreadable, skipped: paths.length - files.length }
}
