import { existsSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { SvcError } from '../../store/errors.js'
import { toDataFolder, type ScopeFolder } from '../../store/scope-folders.js'
import { readScopeDocument, writeScopeDocument } from '../../store/scope-folders/document.js'
import { findPointer, removePointer, writePointer } from '../../store/scope-folders/pointers.js'
import { toStamped } from '../../store/scope-folders/verified.js'
import type { Store } from '../../store/store.js'
import { withWorkLocks } from './locks.js'
import { toExistingProject, type NamedScope } from './names.js'
import type { ProjectScope } from './project.js'
import { PATIENCE_MS, transfer, type MoveCounts, type MoveOptions } from './transfer.js'

/** What a move did: a project got another path, or everything of it went into another scope. */
export type MoveOutcome =
  | { outcome: 'renamed'; folder: string; path: string }
  | ({ outcome: 'merged'; folder: string } & MoveCounts)

/**
 * Moves a project: to a directory that no memories belong to yet, only what leads there changes;
 * into a scope that exists, everything goes over. Into global go memories and skills, and the
 * project itself stays, with what it has queued. Throws INVALID_REQUEST, SCOPE_BUSY, and CONFLICT,
 * also where the memories of the target lie in its work tree.
 */
export async function moveScope(
  store: Store,
  from: ScopeFolder,
  to: NamedScope,
  options: MoveOptions,
): Promise<MoveOutcome> {
  if (from.scope.type === 'global') {
    throw new SvcError('INVALID_REQUEST', 'what is global belongs to all projects; it stays there')
  }
  const isRename = to.folder === undefined || to.folder.key === from.key
  if (isRename && to.scope.type === 'project') return rename(store, from, to.scope, options)
  const target = to.folder!
  refuseInRepo(target)
  const counts = await transfer(
    store,
    { format: 1, from: sourcesOf(store, from), to: target, isWhole: to.scope.type === 'project' },
    options,
  )
  return { outcome: 'merged', folder: target.key, ...counts }
}

/** What leads to the other project would lead to the data directory, where nothing was put. */
function refuseInRepo({ placement, scope }: ScopeFolder): void {
  if (placement !== 'in-repo' || scope.type === 'global') return
  throw new SvcError(
    'CONFLICT',
    `the memories of ${scope.id} lie in its work tree, nothing was moved; run svc scope place ` +
      `data-dir ${scope.id}, then the move, then svc scope place in-repo ${scope.id}`,
  )
}

/** A project whose memories lie in its work tree may have others in the data directory. */
function sourcesOf(store: Store, from: ScopeFolder): ScopeFolder[] {
  if (from.placement === undefined) return [from]
  return [from, toDataFolder(store, from.scope, from.key)]
}

async function rename(
  store: Store,
  from: ScopeFolder,
  to: ProjectScope,
  { patienceMs = PATIENCE_MS }: MoveOptions,
): Promise<MoveOutcome> {
  const old = from.scope.id ?? ''
  if (old === to.id) throw new SvcError('INVALID_REQUEST', `${old} cannot be moved into itself`)
  toExistingProject(to.id, '/')
  const joined = findPointer(store, to.id)
  if (joined !== undefined && existsSync(old)) {
    throw new SvcError('CONFLICT', `${old} and ${to.id} belong to one project already`)
  }
  const run = async () => {
    const pointer = findPointer(store, old)
    writePointer(store, toStamped({ ...pointer, path: to.id, folder: from.key }))
    if (pointer !== undefined) removePointer(store, old)
    renameId(toDataFolder(store, from.scope, from.key).path, old, to.id)
  }
  await withWorkLocks(store, [from], run, patienceMs)
  return { outcome: 'renamed', folder: from.key, path: to.id }
}

/** Else a project that is made at the old path some day would find these memories. */
function renameId(folder: string, from: string, to: string): void {
  const document = readScopeDocument(dirname(folder), basename(folder))
  if (document?.id === from) writeScopeDocument(folder, { ...document, id: to })
}
