import { formatMemoryDocument } from '../../store/document/format.js'
import { SvcError } from '../../store/errors.js'
import { withFence } from '../../store/files/fence.js'
import { isLost, type HeldLock } from '../../store/files/lock.js'
import { disarmWriter } from '../../store/locks.js'
import { removeMemoryFile, writeMemoryFile, type WriteOptions } from '../../store/memories/files.js'
import {
  noteForgotten,
  noteKept,
  historyFolder,
  appendRevisions,
  foldRevisions,
} from '../../store/memories/history.js'
import { memoryFileName, createId } from '../../store/names.js'
import { isInPlace, recordScope } from '../../store/projects/folder.js'
import { scopeLock } from '../../store/store.js'
import { GLOBAL_SCOPE, type MemoryDocument } from '../../store/types.js'
import { dropLearned } from '../activity/learned.js'
import type { ForgetOptions, MemoryPatch, RememberInput, Seen } from '../types.js'
import { distinctAliases } from './aliases.js'
import type { Collection } from './collection.js'
import { refuseUnknown, type Collections } from './collections.js'
import type { StoredMemory } from './life.js'
import { redactMemory } from './redacted.js'
import { assertSeen } from './revision.js'
import { changedBy, partyOf, refuseWrong } from './saver.js'
import { clearWrong, clearWrongById, noteWrong } from './wrong.js'

/** The item that stands after a write, where it lies, and what happened. */
interface PutOutcome {
  collection: Collection
  memory: StoredMemory
  outcome: 'created' | 'updated' | 'global'
}

/**
 * Stores a memory under the routing rules: an own item of that title is updated in place; in a
 * project scope a global item of that title stands instead. Durable when it resolves.
 */
export async function putMemory(
  collections: Collections,
  input: RememberInput,
  source: MemoryDocument['source'],
  now: () => Date,
): Promise<PutOutcome> {
  const standing = await findGlobalInstead(collections, input)
  if (standing) return standing
  const collection = await collections.make(input.scope)
  return withWriteLock(collection, lock => {
    const { scope: _, ...given } = input
    const { title } = given
    const fields = withoutTitle(given, title)
    const existing = collection.findTitle(title)
    const at = now()
    const party = partyOf(source)
    if (party === 'agent') refuseWrong(collection.store, collection.folder.key, given.content)
    const document = existing
      ? changeDocument(existing.document, fields, party)
      : newDocument(collection, { kind: 'fact', tags: [], aliases: [], ...fields, source }, at)
    const memory = writeMemory(collection, document, existing, lock, at)
    clearWrong(collection.store, collection.folder.key, document, at)
    return { collection, memory, outcome: existing ? 'updated' : 'created' }
  })
}

/**
 * Changes fields of a memory. Throws CONFLICT where another own item of the scope has the title, or
 * where another version than `revision` stands.
 */
export async function editMemory(
  collection: Collection,
  id: string,
  patch: MemoryPatch,
  now: () => Date,
  seen: Seen = {},
): Promise<StoredMemory> {
  return withWriteLock(collection, lock => {
    const existing = ownMemory(collection, id)
    assertSeen(existing.document, seen)
    const { title } = patch
    const holder = title === undefined ? undefined : othersOfTitle(collection, title, id)[0]
    if (holder) {
      throw new SvcError(
        'CONFLICT',
        `the memory ${holder.document.id} has this title already; edit or forget that one`,
      )
    }
    const fields = withoutTitle(patch, title ?? existing.document.title)
    const document = changeDocument(existing.document, fields, 'person')
    const memory = writeMemory(collection, document, existing, lock, now())
    clearWrong(collection.store, collection.folder.key, document, now())
    return memory
  })
}

/** The document with these fields; where they say anything new, with who changed it. */
function changeDocument(
  document: MemoryDocument,
  fields: MemoryPatch,
  party: Parameters<typeof changedBy>[1],
): MemoryDocument {
  const changed = { ...document, ...fields }
  if (JSON.stringify(changed) === JSON.stringify(document)) return changed
  return { ...changed, source: changedBy(document.source, party) }
}

/** Takes the title out of the aliases that are given. */
function withoutTitle<Fields extends MemoryPatch>(fields: Fields, title: string): Fields {
  const { aliases } = fields
  return aliases === undefined ? fields : { ...fields, aliases: distinctAliases(aliases, title) }
}

/**
 * Removes a memory's file, and with it the tombstones of what it had taken in: they say the same.
 * The words that they were learned from go too. The last versions stay in the local history, and
 * that they were forgotten is remembered, so that a merge does not bring them back unnoticed. With
 * `wrong` what they say is not learned again. Throws CONFLICT where another version than `revision`
 * stands.
 */
export async function forgetMemory(
  collection: Collection,
  id: string,
  now: () => Date,
  { wrong: isWrong = false, ...seen }: ForgetOptions = {},
): Promise<StoredMemory> {
  const { store, folder } = collection
  const { key } = folder
  const forgotten = await withWriteLock(collection, lock => {
    const memory = ownMemory(collection, id)
    assertSeen(memory.document, seen)
    const all = [...takenInBy(collection, id), memory]
    for (const one of all) remove(collection, one, lock, now())
    const said = all.map(({ document }) => document)
    if (isWrong) noteWrong(store, { id, key }, said, now())
    return all
  })
  const gone = forgotten.map(({ document }) => ({ key, id: document.id }))
  await dropLearned(store, gone, now())
  return forgotten.at(-1)!
}

/** Tombstones whose way leads to a memory, also through others; the farthest first. */
export function takenInBy({ tombstones }: Collection, id: string): StoredMemory[] {
  const found = new Set<StoredMemory>()
  const ids = [id]
  for (const survivor of ids) {
    for (const one of tombstones.values()) {
      if (one.document.supersededBy !== survivor || found.has(one)) continue
      found.add(one)
      ids.push(one.document.id)
    }
  }
  return [...found].reverse()
}

function remove(collection: Collection, memory: StoredMemory, lock: HeldLock, at: Date): void {
  const { id } = memory.document
  const { name } = memory.file
  const { store, folder } = collection
  const options = writeOptions(collection, memory, lock)
  markConflictRetryable(() => removeMemoryFile(collection.directory, name, options))
  noteForgotten(store, { id, at: at.toISOString(), key: folder.key, name })
  collection.applyRemoval(memory)
}

const CONFLICT_TRIES = 3

const RACE = Symbol('changed by hand meanwhile')

/**
 * Runs a decision about a scope's memories while no other process can make one. The collection is
 * fresh inside; a file that was changed by hand at that very moment is read again. Where the process
 * slept so long that another took its turn, the decision is made anew on what stands then.
 */
export async function withWriteLock<T>(
  collection: Collection,
  action: (lock: HeldLock) => T | Promise<T>,
): Promise<T> {
  const { store, folder } = collection
  return withFence(
    scopeLock(store, 'write', folder.key),
    () => disarmWriter(store, folder),
    lock => untilSeen([collection], () => action(lock)),
    () => collection.markChanged({ isForced: true }),
  )
}

/**
 * Runs a decision about scopes whose write locks are held: they are fresh inside, and it runs again
 * where a file was changed by hand at that very moment.
 */
export async function untilSeen<T>(
  collections: readonly Collection[],
  action: () => T | Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    for (const collection of collections) {
      assertInPlace(collection)
      await collection.refresh()
    }
    try {
      return await action()
    } catch (error) {
      const isRace = error instanceof SvcError && error.cause === RACE
      if (!isRace || tries === CONFLICT_TRIES) throw error
      for (const collection of collections) collection.markChanged({ isForced: true })
    }
  }
}

/** Throws CONFLICT where the project was moved while this waited: what is written there is lost. */
function assertInPlace({ store, folder }: Collection): void {
  if (isInPlace(store, folder)) return
  throw new SvcError(
    'CONFLICT',
    `${folder.scope.id} was moved meanwhile; nothing was changed, try again`,
  )
}

/**
 * Writes one document without secrets inside the write lock, takes it up in the collection, logs its revision. One
 * that was forgotten here, as wrong or not, and came back is wanted from then on. A new file is named `newName`, and
 * where that is not given by title and id.
 */
export function writeMemory(
  collection: Collection,
  given: MemoryDocument,
  existing: StoredMemory | undefined,
  lock: HeldLock,
  at: Date,
  modifiedAt?: Date,
  newName?: string,
): StoredMemory {
  const { store, folder, directory } = collection
  const document = redactMemory(given)
  recordScope(folder)
  const name = existing?.file.name ?? newName ?? memoryFileName(document.title, document.id)
  const options = { ...writeOptions(collection, existing, lock), ...(modifiedAt && { modifiedAt }) }
  const file = markConflictRetryable(() =>
    writeMemoryFile(directory, name, formatMemoryDocument(document), options),
  )
  const revision = { id: document.id, at: (modifiedAt ?? at).toISOString(), stamp: file.stamp }
  appendRevisions(store, folder.key, [revision])
  collection.applyWrite({ file, document }, revision)
  noteKept(store, document.id, at)
  clearWrongById(store, document.id, at)
  foldIfHeld(collection, lock)
  return { document, file, updatedAt: revision.at }
}

/** What is written is written: a log that stays long is folded with another write. */
function foldIfHeld(collection: Collection, lock: HeldLock): void {
  const { store, folder } = collection
  try {
    foldRevisions(store, folder.key, idsOnDisk(collection), () => lock.assertHeld())
  } catch (error) {
    if (!isLost(error)) throw error
  }
}

/** Ids that have a file: living memories and tombstones. */
function idsOnDisk({ memories, tombstones }: Collection) {
  const size = memories.size + tombstones.size
  return { size, has: (id: string) => memories.has(id) || tombstones.has(id) }
}

/** A new document with an id that nothing in the scope has. */
export function newDocument(
  collection: Collection,
  fields: Pick<MemoryDocument, 'title' | 'content' | 'kind' | 'tags' | 'aliases' | 'source'>,
  now: Date,
): MemoryDocument {
  let id = createId()
  while (collection.has(id)) id = createId()
  return { id, createdAt: now.toISOString(), pinned: false, extra: {}, ...fields }
}

/** Writes a file; marks the one CONFLICT that a fresh look can settle. */
export function markConflictRetryable<T>(write: () => T): T {
  try {
    return write()
  } catch (error) {
    if (error instanceof SvcError && error.code === 'CONFLICT') {
      throw new SvcError('CONFLICT', error.message, { cause: RACE })
    }
    throw error
  }
}

async function findGlobalInstead(
  collections: Collections,
  { scope, title }: RememberInput,
): Promise<PutOutcome | undefined> {
  if (scope.type === 'global') return undefined
  const own = (await collections.find(scope))?.findTitle(title)
  const global = await collections.find(GLOBAL_SCOPE)
  const memory = own ? undefined : global?.findTitle(title)
  return memory && global && { collection: global, memory, outcome: 'global' }
}

/** An own memory of a scope. Throws MEMORY_NOT_FOUND, READ_ONLY_ITEM for an import row. */
export function ownMemory(collection: Collection, id: string): StoredMemory {
  if (collection.rows.has(id)) {
    throw new SvcError(
      'READ_ONLY_ITEM',
      `${id} is imported from a file of the workspace; edit that file`,
    )
  }
  return collection.memories.get(id) ?? refuseUnknown([collection], id)
}

function othersOfTitle(collection: Collection, title: string, id: string): StoredMemory[] {
  return collection.sharingTitle(title).filter(({ document }) => document.id !== id)
}

function writeOptions(
  collection: Collection,
  existing: StoredMemory | undefined,
  lock: HeldLock,
): WriteOptions {
  return {
    expected: existing?.file.stamp,
    assertHeld: () => lock.assertHeld(),
    history: historyFolder(collection.store),
  }
}
