import { chmodSync, lstatSync, readdirSync, rmdirSync, linkSync, type Dirent } from 'node:fs'
import { basename, join, dirname, relative } from 'node:path'
import { formatMemoryDocument } from '../../store/document/format.js'
import { isMissing, succeeds, SvcError, errnoOf } from '../../store/errors.js'
import { createDurable, ensureDirectory } from '../../store/files/atomic.js'
import type { HeldLock } from '../../store/files/lock.js'
import { readBytes } from '../../store/files/read.js'
import { listSpool, removeFromSpool } from '../../store/files/spool.js'
import { withBothLocks } from '../../store/locks.js'
import {
  removeMemoryFile,
  scanMemoryFiles,
  statMemoryFile,
  writeMemoryFile,
  type MemoryFile,
  type WriteOptions,
} from '../../store/memories/files.js'
import { historyFolder, appendRevisions } from '../../store/memories/history.js'
import { memoryFileName, hashText } from '../../store/names.js'
import type { ScopeFolder } from '../../store/projects/folder.js'
import { replaySpool, statePath, turnSpool, batchFolder, type Store } from '../../store/store.js'
import type { MemoryDocument } from '../../store/types.js'
import { Collection } from '../memories/collection.js'
import type { StoredMemory } from '../memories/life.js'

/** Files moved under one hold of the locks. */
const CHUNK = 100
/** A file that is changed by hand while it is moved is looked at again. */
const ROUNDS = 3

/**
 * Moves every memory file of a folder into another one: living memories, tombstones, and files
 * that cannot be read. Each is written there, durably, before it is removed here, and its last
 * version stays in the local history. Repeating it goes on where it was interrupted. Answers how
 * many files went over. Symbolic links stay.
 */
export async function moveMemories(
  store: Store,
  from: ScopeFolder,
  to: ScopeFolder,
): Promise<number> {
  let moved = 0
  for (let round = 0; round < ROUNDS; round++) {
    const files = scanMemoryFiles(join(from.path, 'memories')) ?? []
    if (files.length === 0) return moved
    for (let start = 0; start < files.length; start += CHUNK) {
      const names = new Set(files.slice(start, start + CHUNK).map(({ name }) => name))
      moved += await withBothLocks(store, 'write', [from, to], lock =>
        moveChunk(store, { from, to, names }, lock),
      )
    }
  }
  return moved
}

async function moveChunk(
  store: Store,
  { from, to, names }: { from: ScopeFolder; to: ScopeFolder; names: ReadonlySet<string> },
  lock: HeldLock,
): Promise<number> {
  const [source, target] = [new Collection(store, from), new Collection(store, to)]
  await source.refresh()
  await target.refresh()
  const mover = new Mover(store, source, target, lock)
  let moved = 0
  for (const file of scanMemoryFiles(source.directory) ?? []) {
    if (names.has(file.name) && mover.move(file)) moved++
    await new Promise(resolve => setImmediate(resolve))
  }
  return moved
}

/** Moves files one by one between two collections whose locks are held. */
class Mover {
  private readonly known: ReadonlyMap<string, StoredMemory>
  private readonly names: Map<string, string>

  constructor(
    private readonly store: Store,
    private readonly source: Collection,
    private readonly target: Collection,
    private readonly lock: HeldLock,
  ) {
    this.known = new Map(everyMemory(source).map(one => [one.file.name, one]))
    this.names = new Map(everyMemory(target).map(one => [one.document.id, one.file.name]))
  }

  /** False where the file was changed in this very moment: it stays for the next round. */
  move(file: MemoryFile): boolean {
    const stored = this.known.get(file.name)
    const isCurrent = stored?.file.stamp === file.stamp
    const bytes = readBytes(join(this.source.directory, file.name))
    const document = isCurrent ? stored.document : undefined
    this.place({ name: file.name, bytes, document }, file, stored?.updatedAt)
    return removeUnlessChanged(this.source.directory, file.name, this.options(file.stamp))
  }

  private place(moving: MovingFile, file: MemoryFile, updatedAt = file.modifiedAt): void {
    const { directory, folder } = this.target
    const plan = planItem(moving, {
      bytesOf: name => readIfThere(join(directory, name)),
      nameOfId: id => this.names.get(id),
    })
    if (plan.isDone) return
    const options = { ...this.options(undefined), modifiedAt: new Date(file.modifiedAt) }
    const { stamp } = writeMemoryFile(directory, plan.name, plan.bytes, options)
    if (plan.id === undefined) return
    this.names.set(plan.id, plan.name)
    appendRevisions(this.store, folder.key, [{ id: plan.id, at: updatedAt, stamp }])
  }

  private options(expected: string | undefined) {
    const assertHeld = () => this.lock.assertHeld()
    return { expected, assertHeld, history: historyFolder(this.store) }
  }
}

function readIfThere(path: string): Buffer | undefined {
  try {
    return readBytes(path)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

function everyMemory({ memories, tombstones }: Collection): StoredMemory[] {
  return [...memories.values(), ...tombstones.values()]
}

/** A memory file that is to be moved; without a document it cannot be read as a memory. */
interface MovingFile {
  name: string
  bytes: Buffer
  document?: MemoryDocument | undefined
}

/** Items at the place of arrival: the contents by file name, and the file name of each id. */
interface Standing {
  bytesOf(name: string): Buffer | undefined
  nameOfId(id: string): string | undefined
}

/** The file that is to be written, or nothing where it stands there already. */
type MovePlan = { isDone: true } | { isDone: false; name: string; bytes: Buffer; id?: string }

/**
 * Decides as which file a memory file goes over: as it is, byte for byte; where another memory has
 * its id or its name there, under one that follows from its content, so that repeating it finds it.
 * Nothing that stands there is touched. Pure.
 */
function planItem(file: MovingFile, there: Standing): MovePlan {
  const { name, bytes, document } = file
  if (document === undefined) return planUnread(file, there)
  const holder = there.nameOfId(document.id)
  if (holder === undefined && there.bytesOf(name) === undefined) {
    return { isDone: false, name, bytes, id: document.id }
  }
  if (holder !== undefined && there.bytesOf(holder)?.equals(bytes)) return { isDone: true }
  return planUnder(holder === undefined ? document.id : newId(file), document, there)
}

function planUnder(id: string, document: MemoryDocument, there: Standing): MovePlan {
  if (there.nameOfId(id) !== undefined) return { isDone: true }
  const moved = { ...document, id }
  const name = memoryFileName(moved.title, id)
  return { isDone: false, name, bytes: Buffer.from(formatMemoryDocument(moved)), id }
}

function planUnread(file: MovingFile, there: Standing): MovePlan {
  const names = [file.name, file.name.replace(/\.md$/, `-${newId(file)}.md`)]
  if (names.some(name => there.bytesOf(name)?.equals(file.bytes))) return { isDone: true }
  const name = names.find(one => there.bytesOf(one) === undefined) ?? names[1]!
  return { isDone: false, name, bytes: file.bytes }
}

function newId({ name, bytes }: MovingFile): string {
  return hashText(`${name}\n${bytes.toString('latin1')}`, 12)
}

/**
 * Moves the skills of a scope folder into another one, each file written there before it is
 * removed here. Of two different skills of one name both stay, the second under a further name.
 * Answers how many went over. Symbolic links stay.
 */
export async function moveSkills(store: Store, from: ScopeFolder, to: ScopeFolder) {
  const source = join(from.path, 'skills')
  const names = entriesOf(source).filter(entry => entry.isDirectory())
  for (const { name } of names) {
    await withBothLocks(store, 'skills', [from, to], async lock => {
      const history = statePath(store, 'history', from.key, 'skills', name)
      const assertHeld = () => lock.assertHeld()
      moveSkill(join(source, name), join(to.path, 'skills', name), { assertHeld, history })
    })
  }
  removeIfEmpty(source)
  return names.length
}

function moveSkill(source: string, wanted: string, options: RemovalOptions): void {
  const files = [...filesBelow(source)]
  for (const path of [dirname(wanted), wanted]) refuseLink(path)
  const target = isTaken(source, wanted, files) ? `${wanted}-${contentName(source, files)}` : wanted
  for (const file of files) {
    options.assertHeld()
    copyFile(file, join(target, relative(source, file)))
  }
  for (const file of files) {
    const path = relative(source, file)
    const history = join(options.history, dirname(path))
    removeMoved(file, join(target, path), { ...options, history })
  }
  removeEmptyBelow(source)
}

/** Conditions of a removal, and the place of the last version. */
type RemovalOptions = Pick<WriteOptions, 'assertHeld' | 'history'>

/** Removes a moved file, unless it was changed: the next move takes it under a further name. */
function removeMoved(file: string, copy: string, options: RemovalOptions): void {
  const [directory, name] = [dirname(file), basename(file)]
  const expected = statMemoryFile(directory, name)?.stamp
  if (expected !== undefined && isSame(file, copy))
    removeUnlessChanged(directory, name, { ...options, expected })
}

/** False where the file was changed in this very moment: it stays. */
function removeUnlessChanged(directory: string, name: string, options: WriteOptions): boolean {
  try {
    removeMemoryFile(directory, name, options)
    return true
  } catch (error) {
    if (error instanceof SvcError && error.code === 'CONFLICT') return false
    throw error
  }
}

/** A link would lead the move out of the scope. */
function refuseLink(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return
  throw new SvcError('CONFLICT', `${path} is a symbolic link; remove it, then move again`)
}

/** True if other files stand there; the beginning of this very move does not count. */
function isTaken(source: string, target: string, files: readonly string[]): boolean {
  return files.some(file => {
    const standing = join(target, relative(source, file))
    const stats = lstatSync(standing, { throwIfNoEntry: false })
    return stats !== undefined && !(stats.isFile() && isSame(file, standing))
  })
}

function contentName(source: string, files: readonly string[]): string {
  const texts = files.map(
    file => `${relative(source, file)}\n${readBytes(file).toString('latin1')}`,
  )
  return hashText(texts.join('\n'), 6)
}

const MODE = 0o777

function copyFile(from: string, to: string): void {
  if (!createDurable(to, readBytes(from))) return
  const mode = lstatSync(from).mode & MODE
  chmodSync(to, mode)
}

function isSame(one: string, other: string): boolean {
  return readBytes(one).equals(readBytes(other))
}

function* filesBelow(directory: string): Generator<string> {
  for (const entry of entriesOf(directory)) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) yield* filesBelow(path)
    else if (entry.isFile()) yield path
  }
}

function removeEmptyBelow(directory: string): void {
  for (const entry of entriesOf(directory)) {
    if (entry.isDirectory()) removeEmptyBelow(join(directory, entry.name))
  }
  removeIfEmpty(directory)
}

function entriesOf(directory: string): Dirent[] {
  try {
    const entries = readdirSync(directory, { withFileTypes: true })
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

/** Removes a folder that holds nothing; false where it stays. */
export function removeIfEmpty(directory: string): boolean {
  return succeeds(() => rmdirSync(directory))
}

/**
 * Moves what a scope has queued into the queues of another one: turns, the batches they are closed
 * in, and distilled batches. Everything stands there before anything goes here, so that an
 * interruption loses nothing. Call it under both work locks. Answers how many turns and distilled
 * batches went over.
 */
export function moveQueues(store: Store, from: string, to: string): number {
  const pairs = [turnSpool, batchFolder, replaySpool].map(folderOf => {
    return { source: folderOf(store, from), target: folderOf(store, to) }
  })
  const linked = pairs.map(({ source, target }) => {
    const names = listSpool(source)
    for (const name of names) linkEntry(source, target, name)
    return names
  })
  // Only what stands there by now: hooks take no lock, and may queue a turn in between.
  pairs.forEach(({ source }, at) => removeEntries(source, linked[at] ?? []))
  const late = pairs.some(({ source }) => listSpool(source).length > 0)
  const [turns, , replays] = linked.map(({ length }) => length)
  return (turns ?? 0) + (replays ?? 0) + (late ? moveQueues(store, from, to) : 0)
}

/** An entry of that name is the same one: names follow from what an entry is. */
function linkEntry(source: string, target: string, name: string): void {
  ensureDirectory(target)
  try {
    linkSync(join(source, `${name}.json`), join(target, `${name}.json`))
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST' && !isMissing(error)) throw error
  }
}

function removeEntries(directory: string, names: readonly string[]): void {
  for (const name of names) removeFromSpool(directory, name)
  removeIfEmpty(directory)
}
