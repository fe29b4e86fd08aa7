import { join } from 'node:path'
import { formatMemoryDocument } from '../../store/document/format.js'
import { SvcError, toFault } from '../../store/errors.js'
import { removeFile } from '../../store/files/atomic.js'
import { withFence } from '../../store/files/fence.js'
import { isLost, type HeldLock } from '../../store/files/lock.js'
import { disarmWriter } from '../../store/locks.js'
import {
  putBackFile,
  removeMemoryFile,
  statMemoryFile,
  writeMemoryFile,
  type WriteOptions,
} from '../../store/memories/files.js'
import {
  appendRevisions,
  foldRevisions,
  historyFolder,
  noteForgotten,
} from '../../store/memories/history.js'
import { hashText, memoryFileName } from '../../store/names.js'
import { isInPlace, recordScope } from '../../store/projects/folder.js'
import { scopeLock } from '../../store/store.js'
import type { MemoryDocument } from '../../store/types.js'
import { orTell } from '../activity/unnoted.js'
import type { Seen } from '../types.js'
import type { Collection } from './collection.js'
import type { StoredMemory } from './life.js'
import { redactMemory } from './redacted.js'
import { clearWrong, noteWanted } from './wrong.js'

const FORGETTING = 'that it was forgotten, so that svc archive list shows it,'

/** Options of a put. */
interface PutOptions {
  /** Time of the change, for people; now if not given. */
  modifiedAt?: Date | undefined
  /** The name of a new file, where title and id do not give it. */
  name?: string
  /** True for a text that somebody means: it is wrong no longer. */
  isMeant?: boolean
}

/** The writes of one hold of a scope's write lock, to a collection that is fresh when it begins. */
export class WriteTransaction {
  constructor(
    readonly collection: Collection,
    readonly lock: HeldLock,
    /** The time that the writes are recorded with. */
    readonly at: Date,
  ) {}

  /** The same at another time: writes of many memories take a while. */
  withTime(at: Date): WriteTransaction {
    return new WriteTransaction(this.collection, this.lock, at)
  }

  /**
   * Writes a document without secrets, over what its file held when it was looked at or as a new
   * file, and does all that follows, in this order: a crash may end it anywhere. One that was
   * forgotten here, as wrong or not, and came back is wanted from then on.
   */
  put(
    given: MemoryDocument,
    existing?: StoredMemory,
    { modifiedAt, name: newName, isMeant = false }: PutOptions = {},
  ): StoredMemory {
    const { at } = this
    const { store, folder } = this.collection
    const document = redactMemory(given)
    recordScope(folder)
    const name = existing?.file.name ?? newName ?? memoryFileName(document.title, document.id)
    const updatedAt = (modifiedAt ?? at).toISOString()
    const options = this.optionsFor(existing, modifiedAt)
    const text = formatMemoryDocument(document)
    const memory = this.write({ document, updatedAt }, name, text, options)
    orTell(store, 'that it is wanted again', () => noteWanted(store, document.id, at))
    this.foldIfHeld()
    const clear = () => clearWrong(store, folder.key, given, at)
    if (isMeant) orTell(store, 'that it is wrong no longer', clear)
    return memory
  }

  /** Writes a document that only gains or loses a mark: for people it is as old as before. */
  mark(document: MemoryDocument, existing: StoredMemory): StoredMemory {
    return this.put(document, existing, { modifiedAt: new Date(existing.updatedAt) })
  }

  /** Makes a memory a tombstone. */
  bury(
    memory: StoredMemory,
    toTombstone: (document: MemoryDocument, at: Date) => MemoryDocument,
  ): StoredMemory {
    return this.mark(toTombstone(memory.document, this.at), memory)
  }

  /** Removes a file. Its last version stays in the local history. */
  remove(memory: StoredMemory): void {
    this.removeFile(memory)
    this.collection.applyRemoval(memory)
  }

  /**
   * Removes files and remembers that their memories were forgotten. Where one cannot be removed, or
   * `isNoted` throws, which notes what must be known of them, all of them are put back.
   */
  forget(memories: readonly StoredMemory[], now: () => Date, isNoted: () => void): void {
    const { store, folder, directory } = this.collection
    const taken: { version: string; path: string }[] = []
    try {
      for (const memory of memories) {
        const version = markConflictRetryable(() => this.removeFile(memory))
        taken.push({ version, path: join(directory, memory.file.name) })
      }
      isNoted()
    } catch (error) {
      for (const { version, path } of taken) putBackFile(version, path)
      throw error
    }
    for (const memory of memories) {
      const { document, file } = memory
      const forgotten = { id: document.id, key: folder.key, name: file.name }
      const at = now().toISOString()
      orTell(store, FORGETTING, () => noteForgotten(store, { ...forgotten, at }))
      this.collection.applyRemoval(memory)
    }
  }

  /** Places the file of a memory that comes from another scope, as it is there, to the byte. */
  adopt(memory: StoredMemory, name: string, bytes: Buffer): StoredMemory {
    const modifiedAt = new Date(memory.file.modifiedAt)
    return this.write(memory, name, bytes, this.optionsFor(undefined, modifiedAt))
  }

  /** Removes what `adopt` has placed a moment ago, as long as it is that: it still lies where it came from. */
  takeBack(memory: StoredMemory): void {
    const { directory } = this.collection
    const { name, stamp } = memory.file
    if (statMemoryFile(directory, name)?.stamp === stamp) removeFile(join(directory, name))
    this.collection.applyRemoval(memory)
  }

  private write(
    { document, updatedAt }: Omit<StoredMemory, 'file'>,
    name: string,
    text: string | Buffer,
    options: WriteOptions,
  ): StoredMemory {
    const { store, folder, directory } = this.collection
    const file = markConflictRetryable(() => writeMemoryFile(directory, name, text, options))
    const revision = { id: document.id, at: updatedAt, stamp: file.stamp }
    orTell(store, 'the time of its change', () => {
      appendRevisions(store, folder.key, [revision])
    })
    this.collection.applyWrite({ file, document }, revision)
    return { document, file, updatedAt }
  }

  private removeFile(memory: StoredMemory): string {
    const { directory } = this.collection
    return removeMemoryFile(directory, memory.file.name, this.optionsFor(memory))
  }

  /** Folds a long log; if the lock is lost, or the disk is full, the write stands, and a later one folds it. */
  private foldIfHeld(): void {
    const { collection } = this
    const { store, folder, memories, tombstones } = collection
    const size = memories.size + tombstones.size
    const onDisk = { size, has: (id: string) => collection.stored(id) !== undefined }
    try {
      foldRevisions(store, folder.key, onDisk, () => this.lock.assertHeld())
    } catch (error) {
      if (!isLost(error) && !(toFault(error) instanceof SvcError)) throw error
    }
  }

  private optionsFor(existing?: StoredMemory, modifiedAt?: Date): WriteOptions {
    const history = historyFolder(this.collection.store)
    const assertHeld = () => this.lock.assertHeld()
    const expected = existing?.file.stamp
    return { expected, assertHeld, history, ...(modifiedAt && { modifiedAt }) }
  }
}

const CONFLICT_TRIES = 3

const RACE = Symbol('changed by hand meanwhile')

/**
 * Runs a decision about a scope's memories while no other process can make one. The collection is
 * fresh inside; a file that was changed by hand at that very moment is read again. Where the process
 * slept so long that another took its turn, the decision is made anew on what stands then.
 */
export async function inTransaction<T>(
  collection: Collection,
  now: () => Date,
  action: (transaction: WriteTransaction) => T | Promise<T>,
): Promise<T> {
  const { store, folder } = collection
  return withFence(
    scopeLock(store, 'write', folder.key),
    () => disarmWriter(store, folder),
    lock =>
      untilSeen(lock, [collection], () => action(new WriteTransaction(collection, lock, now()))),
    () => collection.markChanged({ isForced: true }),
  )
}

/**
 * Runs a decision about scopes whose write locks are held: they are fresh inside, and it runs again
 * where a file was changed by hand at that very moment.
 */
export async function untilSeen<T>(
  { takenOver }: HeldLock,
  collections: readonly Collection[],
  action: () => T | Promise<T>,
): Promise<T> {
  // The last write of who held the lock may have left the folder's time, and the log of writes, as they were.
  if (takenOver) for (const collection of collections) collection.markChanged({ isForced: true })
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

/** Names a version of a memory by what it says, so that it can be found among the old ones. */
export function nameVersion(document: MemoryDocument): string {
  return hashText(formatMemoryDocument(document), 20)
}

/** Names what a memory says, its tags and marks aside. */
export function nameText({
  title,
  kind,
  content,
}: Pick<MemoryDocument, 'title' | 'kind' | 'content'>): string {
  return hashText(JSON.stringify([title, kind, content]), 20)
}

/**
 * Throws CONFLICT where a caller has seen another version than the one that stands; does nothing
 * where it names none. Call it under the write lock.
 */
export function assertSeen(standing: MemoryDocument | undefined, { revision }: Seen): void {
  if (revision === undefined) return
  if (standing !== undefined && nameVersion(standing) === revision) return
  throw new SvcError(
    'CONFLICT',
    'the memory was changed meanwhile; nothing was written, get it again',
  )
}
