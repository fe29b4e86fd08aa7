import { existsSync, renameSync, lstatSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { errnoOf, nameFault, orElse, SvcError, toFault } from '../../store/errors.js'
import { removeDurable, isTemporary, readText } from '../../store/files/atomic.js'
import { writeJsonDocument } from '../../store/files/json.js'
import { listSpool, readFromSpool, removeFromSpool } from '../../store/files/spool.js'
import { withWorkLocks } from '../../store/locks.js'
import { hashText } from '../../store/names.js'
import { readScopeDocument, writeScopeDocument } from '../../store/projects/document.js'
import { recordScope, toDataFolder, type ScopeFolder } from '../../store/projects/folder.js'
import { uniteDocuments } from '../../store/projects/identity.js'
import {
  readPointers,
  toUnplaced,
  writePointer,
  inRepoFolder,
  findPointer,
  isFolderName,
  IN_REPO_MARKS,
  findInRepoProblem,
  isTrusted,
  makeInRepoMarks,
  type Pointer,
} from '../../store/projects/pointers.js'
import { importDocument, statePath, type Store } from '../../store/store.js'
import { createEvent, logEvent } from '../activity/events.js'
import { moveLearned } from '../activity/learned.js'
import { finishConsolidation } from '../consolidate/index.js'
import { Collection } from '../memories/collection.js'
import { dropDerivedFiles, refreshIndexFile } from '../memories/index-upkeep.js'
import { movePast } from '../past/move.js'
import type { Fence } from '../past/parts.js'
import { refreshPast } from '../past/segments.js'
import { removeIfEmpty, moveMemories, moveQueues, moveSkills } from './move-items.js'

/** Options of a move. */
export interface MoveOptions {
  now: () => Date
  /** Time to wait for a scope that is being worked on; 10 s if not given. */
  patienceMs?: number
}

/** Counts of what went over, and paths that svc did not put there and left. */
export interface MoveCounts {
  /** Memory files, tombstones included. */
  memories: number
  skills: number
  /** Turns and distilled batches that were queued. */
  queued: number
  /** Paths of what stays behind. */
  left: string[]
}

/** A move of everything that lies in some folders into another one, as it was about to be made. */
interface Move {
  format: 1
  /** Folders that things lie in; the first is the scope that was named. */
  from: ScopeFolder[]
  to: ScopeFolder
  /** True where what is queued goes too, and the project becomes part of the other one. */
  isWhole: boolean
  /** The project's path and the folder that it leads to from now on. */
  pointer?: Pointer
}

/**
 * Carries out a move: recorded first, then everything is written where it goes before it is
 * removed where it was. One that is interrupted at any point is finished by repeating it, which
 * the next start of a service or worker does too. Throws SCOPE_BUSY, and CONFLICT where a link is
 * in the way.
 */
export async function transfer(
  store: Store,
  move: Move,
  { now, patienceMs }: MoveOptions,
): Promise<MoveCounts> {
  const { from, to } = move
  for (const folder of [...from, to]) refuseLinks(folder)
  refuseAnother(move)
  for (const folder of from) await finishConsolidation(new Collection(store, folder), now)
  const counts = await withWorkLocks(
    store,
    [...from, to],
    fence => carryOut(store, move, { now, fence }).catch(error => explainBegun(store, move, error)),
    patienceMs,
  )
  if (counts.memories + counts.skills > 0) {
    logEvent(store, createEvent('update', to.scope, now(), { updated: counts.memories }))
  }
  // The indexes are derived: whoever misses one makes it.
  await refreshIndexFile(new Collection(store, to)).catch(() => undefined)
  await refreshPast(store).catch(() => undefined)
  return counts
}

/**
 * Finishes the moves that were interrupted; what cannot be finished now is left as it is. With
 * `patienceMs` it waits so long for a scope that is being worked on.
 */
export async function finishMoves(store: Store, now: () => Date, patienceMs = 0): Promise<void> {
  for (const move of readMoves(store)) {
    await transfer(store, move, { now, patienceMs }).catch(() => undefined)
  }
}

async function carryOut(
  store: Store,
  move: Move,
  { now, fence }: { now: () => Date; fence: Fence },
): Promise<MoveCounts> {
  const { from, to, isWhole } = move
  const [named] = from
  const counts: MoveCounts = { memories: 0, skills: 0, queued: 0, left: [] }
  openTarget(to)
  dropOpposite(store, move)
  writeMove(store, move)
  if (move.pointer) writePointer(store, move.pointer)
  const isHandedOver = isWhole && named !== undefined && named.key !== to.key
  if (isHandedOver) handOver(store, named, to)
  for (const folder of from) {
    counts.memories += await moveMemories(store, folder, to)
    counts.skills += await moveSkills(store, folder, to)
    await moveLearned(store, folder.key, to.key, now())
  }
  if (isHandedOver) {
    movePast(store, named.key, to.key, { now: now(), fence })
    counts.queued = moveQueues(store, named.key, to.key)
  }
  for (const folder of from) counts.left.push(...sweep(store, folder, move))
  removeMove(store, move)
  return counts
}

/** Once it is recorded, a move that fails is not undone: it goes on. */
function explainBegun(store: Store, move: Move, error: unknown): never {
  const fault = toFault(error)
  const isBegun = listSpool(movesFolder(store)).includes(nameOf(move))
  if (!isBegun || !(fault instanceof SvcError)) throw error
  const message = `${fault.message}; the next svc command goes on with it`
  throw new SvcError(fault.code, message, { cause: error })
}

/** The marks come first: where they cannot be written, nothing has changed yet. */
function openTarget(to: ScopeFolder): void {
  try {
    if (to.placement === 'in-repo') makeInRepoMarks(to.path)
    else recordScope(to)
  } catch (cause) {
    if (errnoOf(cause) === undefined) throw cause
    const reason = nameFault(cause) ?? (cause as Error).message
    throw new SvcError('CONFLICT', `${to.path} cannot be written, nothing was moved: ${reason}`, {
      cause,
    })
  }
}

/** Drops the interrupted move that this one takes back: it must not be finished some day. */
function dropOpposite(store: Store, move: Move): void {
  for (const other of readMoves(store)) {
    if (!other.isWhole && other.to.key === move.to.key) removeMove(store, other)
  }
}

/** A move may be finished long after it was interrupted. */
function refuseAnother({ pointer }: Move): void {
  if (pointer?.placement !== 'in-repo' || isTrusted(pointer)) return
  throw new SvcError('CONFLICT', `${pointer.path} has another remote by now; nothing was moved`)
}

function refuseLinks({ placement, scope }: ScopeFolder): void {
  if (placement !== 'in-repo' || scope.type === 'global') return
  const found = findInRepoProblem(scope.id)
  if (found === undefined) return
  throw new SvcError('CONFLICT', `${found.path} ${found.problem}; nothing was moved`)
}

/** A project that goes into its work tree, or gives its memories to global, is still one that the store knows. */
function sweep(store: Store, folder: ScopeFolder, { to, isWhole }: Move): string[] {
  if (!isWhole) keepKnown(store, folder)
  const staysKnown = folder.key === to.key && folder.placement === undefined
  if (staysKnown) removeIfEmpty(join(folder.path, 'memories'))
  return staysKnown ? [] : removeEmptied(folder, isWhole)
}

/** Without a `scope.json` the folder would go, and the project that leads there be taken for lost. */
function keepKnown(store: Store, folder: ScopeFolder): void {
  const { scope, key } = folder
  const pointer = scope.type === 'global' ? undefined : findPointer(store, scope.id)
  if (pointer?.folder === key && pointer.placement === undefined) recordScope(folder)
}

/**
 * Removes what is left of a scope folder from which everything was moved: its marks and empty
 * folders. Anything that svc did not put there stays, and so does the folder then, and the
 * `scope.json` of a project that is not `isGone` into another one. Answers what else stays, by path.
 */
function removeEmptied(folder: ScopeFolder, isGone: boolean): string[] {
  for (const name of ['memories', 'skills']) {
    removeAbandoned(join(folder.path, name))
    removeIfEmpty(join(folder.path, name))
  }
  removeAbandoned(folder.path)
  const isInRepo = folder.placement === 'in-repo'
  if (isInRepo) removeMarks(folder.path)
  else if (isGone) removeDurable(join(folder.path, 'scope.json'))
  if (removeIfEmpty(folder.path)) return []
  return entriesOf(folder.path)
    .filter(name => isInRepo || isGone || name !== 'scope.json')
    .map(name => join(folder.path, name))
}

const ABANDONED_MS = 60_000

/** A writer needs milliseconds: a temporary file of this age belongs to nobody. */
function removeAbandoned(directory: string): void {
  for (const name of entriesOf(directory).filter(isTemporary)) {
    const path = join(directory, name)
    const time = lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity
    if (Date.now() - time > ABANDONED_MS) rmSync(path, { force: true })
  }
}

/** Marks that a person changed are theirs. */
function removeMarks(folder: string): void {
  for (const [name, text] of Object.entries(IN_REPO_MARKS)) {
    const path = join(folder, name)
    if (readText(path) === text) removeDurable(path)
  }
}

function entriesOf(directory: string): string[] {
  return orElse(() => readdirSync(directory), []).sort()
}

/**
 * Lets every path that leads to the first folder lead to the second, and makes the second known by
 * what the first is known by. Import rows stay with their work trees. Repeatable.
 */
function handOver(store: Store, from: ScopeFolder, to: ScopeFolder): void {
  uniteIdentities(store, from, to)
  for (const pointer of readPointers(store)) {
    if (pointer.folder !== from.key) continue
    const isOwn = pointer.path === from.scope.id
    handOverImport(store, pointer.path, from.key, to.key)
    writePointer(store, { ...(isOwn ? toUnplaced(pointer) : pointer), folder: to.key })
  }
}

function uniteIdentities(store: Store, from: ScopeFolder, to: ScopeFolder): void {
  const [source, target] = [from, to].map(({ scope, key }) => toDataFolder(store, scope, key).path)
  const [given, own] = [source!, target!].map(readScopeDocument)
  if (given === undefined || own === undefined) return
  const united = uniteDocuments(own, given)
  if (JSON.stringify(united) !== JSON.stringify(own)) writeScopeDocument(target!, united)
}

function handOverImport(store: Store, path: string, from: string, to: string): void {
  const [source, target] = [from, to].map(key => {
    const { localKey } = toDataFolder(store, { type: 'project', id: path }, key)
    dropDerivedFiles(store, localKey)
    return importDocument(store, localKey)
  })
  if (existsSync(source!) && !existsSync(target!)) renameSync(source!, target!)
}

/** Records a move durably, before anything is moved. */
export function writeMove(store: Store, move: Move): void {
  writeJsonDocument(join(movesFolder(store), `${nameOf(move)}.json`), move)
}

/** Removes the record of a move that is done. */
function removeMove(store: Store, move: Move): void {
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
  return statePath(store, 'moves')
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
