import { join } from 'node:path'
import { hashText } from '../../store/hash.js'
import { writeJsonDocument } from '../../store/json-document.js'
import type { ScopeFolder } from '../../store/scope-folders.js'
import type { Pointer } from '../../store/scope-folders/pointers.js'
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
    .filter(isMove)
}

function movesFolder(store: Store): string {
  return join(store.state, 'moves')
}

function nameOf({ from, to }: Move): string {
  return hashText(`${from[0]?.path ?? ''}\n${to.path}`, 20)
}

function isMove(value: unknown): value is Move {
  const move = value as Partial<Move> | undefined
  return move?.format === 1 && Array.isArray(move.from) && typeof move.to?.path === 'string'
}
