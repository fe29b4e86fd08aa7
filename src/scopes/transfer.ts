import { join } from 'node:path'
import { errnoOf, SvcError } from '../../store/errors.js'
import { makeScopeDocument, type ScopeFolder } from '../../store/scope-folders.js'
import { findInRepoProblem, isTrusted, makeInRepoMarks } from '../../store/scope-folders/in-repo.js'
import { writePointer } from '../../store/scope-folders/pointers.js'
import type { Store } from '../../store/store.js'
import { createEvent, logEvent } from '../activity.js'
import { Collection } from '../collection/collection.js'
import { finishConsolidation } from '../consolidate/index.js'
import { identify } from '../identity.js'
import { refreshIndexFile } from '../index-upkeep.js'
import { handOver } from './claims.js'
import { readMoves, removeMove, writeMove, type Move } from './journal.js'
import { withWorkLocks } from './locks.js'
import { moveMemories } from './move-memories.js'
import { moveQueues } from './move-queues.js'
import { moveSkills, removeIfEmpty } from './move-skills.js'
import { removeEmptied } from './sweep.js'

/** How long a move waits for a scope that is being worked on (milliseconds). */
export const PATIENCE_MS = 10_000

/** How a move is carried out. */
export interface MoveOptions {
  now: () => Date
  /** How long to wait for a scope that is being worked on; 10 s where not given. */
  patienceMs?: number
}

/** What went over, and what svc did not put there and left. */
export interface MoveCounts {
  /** Memory files, tombstones included. */
  memories: number
  skills: number
  /** Turns and distilled batches that were queued. */
  queued: number
  /** Paths of what stays behind. */
  left: string[]
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
  { now, patienceMs = PATIENCE_MS }: MoveOptions,
): Promise<MoveCounts> {
  const { from, to } = move
  for (const folder of [...from, to]) refuseLinks(folder)
  refuseAnother(move)
  for (const folder of from) await finishConsolidation(new Collection(store, folder), now)
  const counts = await withWorkLocks(store, [...from, to], () => carryOut(store, move), patienceMs)
  if (counts.memories + counts.skills > 0) {
    logEvent(store, createEvent('update', to.scope, now(), { updated: counts.memories }))
  }
  // The index is derived: whoever misses it makes it.
  await refreshIndexFile(new Collection(store, to)).catch(() => undefined)
  return counts
}

/** Finishes the moves that were interrupted; what cannot be finished now is left as it is. */
export async function finishMoves(store: Store, now: () => Date): Promise<void> {
  for (const move of readMoves(store)) {
    await transfer(store, move, { now, patienceMs: 0 }).catch(() => undefined)
  }
}

async function carryOut(store: Store, move: Move): Promise<MoveCounts> {
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
  }
  if (isHandedOver) counts.queued = moveQueues(store, named.key, to.key)
  for (const folder of from) counts.left.push(...sweep(folder, to))
  removeMove(store, move)
  return counts
}

/** The marks come first: where they cannot be written, nothing has changed yet. */
function openTarget(to: ScopeFolder): void {
  try {
    if (to.placement === 'in-repo') makeInRepoMarks(to.path)
    else makeScopeDocument(to, () => identify(to.scope))
  } catch (cause) {
    if (errnoOf(cause) === undefined) throw cause
    const reason = (cause as Error).message
    throw new SvcError('CONFLICT', `${to.path} cannot be written, nothing was moved: ${reason}`, {
      cause,
    })
  }
}

/** One that was interrupted and is now taken back must not be finished some day. */
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

/** A project that goes into its work tree is still one that the store knows. */
function sweep(folder: ScopeFolder, to: ScopeFolder): string[] {
  const staysKnown = folder.key === to.key && folder.placement === undefined
  if (staysKnown) removeIfEmpty(join(folder.path, 'memories'))
  return staysKnown ? [] : removeEmptied(folder)
}

function refuseLinks({ placement, scope }: ScopeFolder): void {
  if (placement !== 'in-repo' || scope.type === 'global') return
  const found = findInRepoProblem(scope.id)
  if (found === undefined) return
  throw new SvcError('CONFLICT', `${found.path} ${found.problem}; nothing was moved`)
}
