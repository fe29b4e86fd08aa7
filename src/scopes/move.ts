import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { orElse, SvcError } from '../../store/errors.js'
import { listSpool } from '../../store/files/spool.js'
import { withWorkLocks } from '../../store/locks.js'
import { readScopeDocument, writeScopeDocument } from '../../store/projects/document.js'
import { toDataFolder, toStamped, type ScopeFolder } from '../../store/projects/folder.js'
import { findPointer, removePointer, writePointer } from '../../store/projects/pointers.js'
import { findScope, pathsOf } from '../../store/projects/projects.js'
import { replaySpool, turnSpool, type Store } from '../../store/store.js'
import type { ProjectScope } from '../../store/types.js'
import { movePast } from '../past/move.js'
import { listParts } from '../past/parts.js'
import { refreshPast } from '../past/segments.js'
import { countMemoryFiles } from './list.js'
import { toExistingProject, type NamedScope } from './names.js'
import { transfer, type MoveCounts, type MoveOptions } from './transfer.js'

/** Result of a move: a project got another path, or everything of it went into another scope. */
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

/** Refuses memories in a work tree: the new pointer would lead to an empty data directory. */
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
  { patienceMs }: MoveOptions,
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
  const document = readScopeDocument(folder)
  if (document?.id === from) writeScopeDocument(folder, { ...document, id: to })
}

/**
 * Lets a directory belong to a project that exists, from now on. Throws INVALID_REQUEST for
 * global, CONFLICT where the directory has memories of its own in another folder.
 */
export async function linkDirectory(
  store: Store,
  to: ScopeFolder,
  directory: ProjectScope,
): Promise<{ folder: string; path: string }> {
  if (to.scope.type === 'global') {
    throw new SvcError('INVALID_REQUEST', 'what is global is found in every directory anyway')
  }
  const own = await findScope(store, directory)
  if (own !== undefined && own.key !== to.key) refuseOwn(store, own, directory.id)
  if (own?.key !== to.key) {
    if (own !== undefined) await bringPast(store, own, to)
    writePointer(store, toStamped({ path: directory.id, folder: to.key }))
  }
  return { folder: to.key, path: directory.id }
}

/** Past sessions alone are no reason to refuse: they come along, unless another path leads to them. */
async function bringPast(store: Store, own: ScopeFolder, to: ScopeFolder): Promise<void> {
  if (listParts(store, own.key).length === 0 || pathsOf(store, own.key).length > 1) return
  await withWorkLocks(store, [own, to], async fence => {
    movePast(store, own.key, to.key, { now: new Date(), fence })
  })
  // The index is derived: whoever misses it makes it.
  await refreshPast(store).catch(() => undefined)
}

function refuseOwn(store: Store, own: ScopeFolder, path: string): void {
  if (!holdsAnything(store, own)) return
  throw new SvcError(
    'CONFLICT',
    `${path} has memories of its own in ${own.key}; svc scope move ${own.key} takes them along`,
  )
}

/** True where a folder holds memories or skills, or something is queued for it. */
function holdsAnything(store: Store, { path, key }: ScopeFolder): boolean {
  const queues = [turnSpool(store, key), replaySpool(store, key)]
  return (
    countMemoryFiles(path) > 0 ||
    orElse(() => readdirSync(join(path, 'skills')), []).length > 0 ||
    queues.some(directory => listSpool(directory).length > 0)
  )
}
