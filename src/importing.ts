import { isAbsolute } from 'node:path'
import { statSync } from 'node:fs'
import { SvcError } from '../store/errors.js'
import { findScopeFolder, makeScopeFolder } from '../store/scope-folders.js'
import type { Store } from '../store/store.js'
import type { Scope } from '../store/types.js'
import { createEvent, logEvent } from './activity.js'
import type { ImportResult } from './api.js'
import { identify, learnIdentity } from './identity.js'
import { importWorkspace } from './import/index.js'
import { readImportedAt, readImportState, writeImportState } from './import/state.js'
import { toProjectScope } from './scopes.js'

/** How a project is imported; `signal` gives up before anything is written. */
export interface ImportOptions {
  /** Import again although the project was imported before. */
  force?: boolean | undefined
  now: Date
  signal?: AbortSignal
}

const NOTHING: ImportResult = {
  ok: true,
  imported: 0,
  updated: 0,
  skipped: 0,
  pruned: 0,
  alreadyImported: true,
}

/**
 * The project scope of a directory that is to be imported. Throws INVALID_REQUEST where the path
 * is missing or relative, WORKSPACE_NOT_FOUND where there is no such directory.
 */
export function toWorkspaceScope(directory: unknown): Scope & { type: 'project' } {
  if (typeof directory !== 'string' || directory === '' || !isAbsolute(directory)) {
    throw new SvcError('INVALID_REQUEST', 'cwd must be the absolute path of a directory')
  }
  const scope = toProjectScope(directory, 'cwd')
  if (scope.type === 'project' && statSync(scope.id, { throwIfNoEntry: false })?.isDirectory()) {
    return scope
  }
  throw new SvcError('WORKSPACE_NOT_FOUND', `cwd: there is no directory ${directory}`)
}

/** True where the project's agent files were imported before; light, for every session start. */
export function isImported(store: Store, scope: Scope): boolean {
  const folder = findScopeFolder(store, scope, () => identify(scope))
  return folder !== undefined && readImportedAt(store, folder.localKey) !== undefined
}

/**
 * Imports a project's agent files once, or again with `force`. Takes no lock: what it writes
 * derives from the workspace. Throws the signal's reason when aborted; nothing is changed then.
 */
export async function importProject(
  store: Store,
  scope: Scope & { type: 'project' },
  { force = false, now, signal }: ImportOptions,
): Promise<ImportResult> {
  await learnIdentity(store, scope)
  const folder = makeScopeFolder(store, scope, () => identify(scope))
  const previous = readStateOrNothing(store, folder.localKey)
  if (previous && previous.importedAt !== '' && !force) return NOTHING
  const { state, counts } = await importWorkspace({
    workspace: scope.id,
    scope,
    previous,
    now,
    ...(signal && { signal }),
  })
  writeImportState(store, folder.localKey, state)
  const { imported, updated, skipped, pruned } = counts
  const event = createEvent('import', scope, now, { added: imported, updated, skipped, pruned })
  logEvent(store, event)
  return { ok: true, imported, updated, skipped, pruned, alreadyImported: false }
}

/** The rows derive from the workspace: a broken state document is simply made anew. */
function readStateOrNothing(store: Store, key: string) {
  try {
    return readImportState(store, key)
  } catch {
    return undefined
  }
}
