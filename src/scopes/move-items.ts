import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMissing, SvcError } from '../../store/errors.js'
import { historyFolder } from '../../store/local-history.js'
import type { HeldLock } from '../../store/lock.js'
import {
  removeMemoryFile,
  scanMemoryFiles,
  writeMemoryFile,
  type MemoryFile,
} from '../../store/memory-files.js'
import { appendRevisions } from '../../store/revisions.js'
import type { ScopeFolder } from '../../store/scope-folders.js'
import type { Store } from '../../store/store.js'
import { Collection, type StoredMemory } from '../collection/collection.js'
import { withBothLocks } from './locks.js'
import { planItem, type MovingFile } from './plan-item.js'

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
      moved += await withBothLocks(store, 'write', [from.key, to.key], lock =>
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
    const bytes = readFileSync(join(this.source.directory, file.name))
    const document = isCurrent ? stored.document : undefined
    this.place({ name: file.name, bytes, document }, file, stored?.updatedAt)
    return this.remove(file)
  }

  private place(moving: MovingFile, file: MemoryFile, updatedAt = file.modifiedAt): void {
    const { directory, folder } = this.target
    const plan = planItem(moving, {
      bytesOf: name => readBytes(join(directory, name)),
      nameOfId: id => this.names.get(id),
    })
    if (plan.isDone) return
    const options = { ...this.options(undefined), modifiedAt: new Date(file.modifiedAt) }
    const { stamp } = writeMemoryFile(directory, plan.name, plan.bytes, options)
    if (plan.id === undefined) return
    this.names.set(plan.id, plan.name)
    appendRevisions(this.store, folder.key, [{ id: plan.id, at: updatedAt, stamp }])
  }

  private remove({ name, stamp }: MemoryFile): boolean {
    try {
      removeMemoryFile(this.source.directory, name, this.options(stamp))
      return true
    } catch (error) {
      if (error instanceof SvcError && error.code === 'CONFLICT') return false
      throw error
    }
  }

  private options(expected: string | undefined) {
    const assertHeld = () => this.lock.assertHeld()
    return { expected, assertHeld, history: historyFolder(this.store) }
  }
}

function readBytes(path: string): Buffer | undefined {
  try {
    return readFileSync(path)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

function everyMemory({ memories, tombstones }: Collection): StoredMemory[] {
  return [...memories.values(), ...tombstones.values()]
}
