import { join } from 'node:path'
import { hashText } from '../../store/hash.js'
import { writeJsonDocument } from '../../store/json-document.js'
import type { ScopeFolder } from '../../store/scope-folders.js'
import { inRepoFolder } from '../../store/scope-folders/in-repo.js'
import { findPointer, isFolderName, type Pointer } from '../../store/scope-folders/pointers.js'
import { listSpool, readFromSpool, removeFromSpool } from '../../store/spool.js'
import type { Store } from '../../store/store.js'

/** A move of everything that lies in some folders into another one, as it was about to be made. */
export interface Move {
  format: 1
  /** Where things lie; the first is the scope that was named. */
  from: ScopeFolder[]
  to: ScopeFolder
  /** True where what is queued goes too, and the project becomes part of the other one. */
  isWhole: boolean
  /** Where the project's path leads from now on. */
  pointer?: Pointer
}

/** Records a move durably, before anything is moved. */
export function writeMove(store: Store, move: Move): void {
  writeJsonDocument(join(movesFolder(store), `${nameOf(move)}.json`), move)
}

/** Removes the record of a move that is done. */
export function removeMove(store: Store, move: Move): void {
  removeFromSpool(movesFolder(store), nameOf(move))
}

/** The moves that were interrupted; [] where none was. What is no record is left out. */
export function readMoves(store: Store): Move[] {
  const directory = movesFolder(store)
  return listSpool(directory)
    .map(name => readFromSpool(directory, name))
    .filter(move => isMove(store, move))
}

function movesFolder(store: Store): string {
  return join(store.state, 'moves')
}

function nameOf({ from, to }: Move): string {
  return hashText(`${from[0]?.path ?? ''}\n${to.path}`, 20)
}

/** A record is followed only to folders that svc itself would use: it could be forged. */
function isMove(store: Store, value: unknown): value is Move {
  const move = value as Partial<Move> | undefined
  if (move?.format !== 1 || !Array.isArray(move.from)) return false
  return [...move.from, move.to].every(folder => isOwnFolder(store, folder))
}

function isOwnFolder(store: Store, folder: ScopeFolder | undefined): boolean {
  if (typeof folder?.key !== 'string' || typeof folder.path !== 'string') return false
  if (folder.key === 'global') return folder.path === join(store.root, 'global')
  if (!isFolderName(folder.key)) return false
  if (folder.path === join(store.root, 'projects', folder.key)) return true
  const { id } = folder.scope ?? {}
  const pointer = typeof id === 'string' ? findPointer(store, id) : undefined
  return pointer !== undefined && folder.path === inRepoFolder(pointer.path)
}
