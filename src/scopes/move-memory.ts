import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { SvcError } from '../../store/errors.js'
import { readBytes } from '../../store/files/read.js'
import { withBothLocks } from '../../store/locks.js'
import type { MemoryFile } from '../../store/memories/files.js'
import { memoryFileName } from '../../store/names.js'
import { recordScope } from '../../store/projects/folder.js'
import { isSameScope } from '../../store/projects/scope.js'
import type { Scope } from '../../store/types.js'
import { moveLearned } from '../activity/learned.js'
import { orTellLater } from '../activity/unnoted.js'
import type { Collection } from '../memories/collection.js'
import type { Collections } from '../memories/collections.js'
import type { StoredMemory } from '../memories/life.js'
import {
  markConflictRetryable,
  untilSeen,
  WriteTransaction,
  assertSeen,
} from '../memories/transaction.js'
import { ownMemory, takenInBy } from '../memories/write.js'
import type { Seen } from '../types.js'

/** A memory that lies in another scope now, or in the one where it lay before. */
interface MovedMemory {
  from: Collection
  to: Collection
  memory: StoredMemory
}

/**
 * Moves one memory into another scope, with the tombstones of what it took in and the words that
 * they were learned from. Its id, its text and the time of its last change stay, and so does what
 * hangs on the id. It is durable there before it is removed here: repeating an interrupted move ends
 * it. Throws MEMORY_NOT_FOUND, READ_ONLY_ITEM, and CONFLICT where a memory there has its title or its
 * id, or where another version than `revision` stands.
 */
export async function moveMemory(
  collections: Collections,
  { id, scope }: { id: string; scope: Scope },
  now: () => Date,
  seen: Seen = {},
): Promise<MovedMemory> {
  const from = await findSource(collections, id, scope)
  assertSeen(ownMemory(from, id).document, seen)
  const to = await collections.make(scope)
  const isThere = from.folder.key === to.folder.key
  if (isThere) return { from, to: from, memory: ownMemory(from, id) }
  const { store } = collections
  const moved = await withBothLocks(store, 'write', [from.folder, to.folder], lock =>
    untilSeen(lock, [from, to], () => {
      const at = now()
      const open = (one: Collection) => new WriteTransaction(one, lock, at)
      return carryOver({ from: open(from), to: open(to) }, id, seen)
    }),
  )
  const ids = new Set(moved.map(({ document }) => document.id))
  await orTellLater(store, 'what it was learned from', () =>
    moveLearned(store, from.folder.key, to.folder.key, now(), ids),
  )
  return { from, to, memory: moved.at(-1)! }
}

/** Finds the scope that holds a memory; of two, as an interrupted move leaves them, not `to`. */
async function findSource(collections: Collections, id: string, to: Scope): Promise<Collection> {
  const holders = (await collections.all()).filter(({ memories }) => memories.has(id))
  const [source, ...more] = holders.filter(({ folder }) => !isSameScope(folder.scope, to))
  return source !== undefined && more.length === 0 ? source : collections.holding(id)
}

interface Move {
  from: WriteTransaction
  to: WriteTransaction
}

/** Moves a memory and the parts that it took in, and answers what went over, the memory last. */
function carryOver(move: Move, id: string, seen: Seen): StoredMemory[] {
  const [from, to] = [move.from.collection, move.to.collection]
  const memory = ownMemory(from, id)
  assertSeen(memory.document, seen)
  refuseClash(to, memory)
  if (!isHeld(move, memory) && to.has(id))
    throw moveConflict(`another memory there has the id ${id}`)
  const parts = takenInBy(from, id).filter(part => !to.has(part.document.id) || isHeld(move, part))
  recordScope(to.folder)
  return [...parts, memory].map(one => moveOne(move, one))
}

function refuseClash(to: Collection, { document: { id, title } }: StoredMemory): void {
  const holder = to.sharingTitle(title).find(({ document }) => document.id !== id)
  if (holder === undefined) return
  throw moveConflict(`the memory ${holder.document.id} there has this title already`)
}

function moveConflict(why: string): SvcError {
  return new SvcError('CONFLICT', `${why}; nothing was moved`)
}

/** True where an interrupted move has written the very same file there already. */
function isHeld({ from, to }: Move, { file, document }: StoredMemory): boolean {
  const copy = to.collection.stored(document.id)
  if (copy === undefined) return false
  return bytesOf(from, file).equals(bytesOf(to, copy.file))
}

function bytesOf({ collection: { directory } }: WriteTransaction, { name }: MemoryFile): Buffer {
  return readBytes(join(directory, name))
}

function moveOne(move: Move, memory: StoredMemory): StoredMemory {
  const { from, to } = move
  const held = to.collection.stored(memory.document.id)
  const moved = held ?? place(move, memory)
  try {
    markConflictRetryable(() => from.remove(memory))
  } catch (error) {
    // A change made here in this very moment moves at the next try.
    if (held === undefined) to.takeBack(moved)
    throw error
  }
  return moved
}

function place({ from, to }: Move, memory: StoredMemory): StoredMemory {
  const { document, file } = memory
  const isTaken = existsSync(join(to.collection.directory, file.name))
  const name = isTaken ? memoryFileName(document.title, document.id) : file.name
  return to.adopt(memory, name, bytesOf(from, file))
}
