import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { idOfFileName, memoryFileName } from '../../store/file-name.js'
import { historyFolder } from '../../store/local-history.js'
import type { HeldLock } from '../../store/lock.js'
import { decodeMemoryFile, parseMemoryDocument, toStableId } from '../../store/memory-document.js'
import { removeMemoryFile } from '../../store/memory-files.js'
import type { Collection, StoredMemory } from '../collection/collection.js'
import { withWriteLock, writeMemory } from '../memories.js'
import type { Check, Found } from './check.js'

/** A memory among those of one id, in different scopes. */
export interface Namesake {
  /** Names the scope; clones of one project share it. */
  key: string
  /** Absolute path of its file. */
  path: string
  /** True where the file itself says the id; else it follows from the file's name. */
  isStated: boolean
}

interface Holder extends Namesake {
  collection: Collection
  memory: StoredMemory
}

/**
 * Memories of different scopes with one id, as files written by hand under one name have: nothing
 * could tell which one `svc forget ID` means. All but one get an id of their own.
 */
export const duplicateId: Check = {
  name: 'duplicate-id',
  run: async ({ collections, fix, now }) => {
    const found: Found[] = []
    for (const holders of await findHolders(collections)) {
      const [first, ...others] = planIdHolders(holders)
      for (const other of others) {
        const { id } = other.memory.document
        const message = `has the id ${id} of ${first!.path}; svc doctor --fix gives it a new one`
        const fresh = fix ? await giveNewId(other, now) : undefined
        found.push({
          level: 'failure',
          path: other.path,
          message:
            fresh === undefined ? message : `had the id ${id} of ${first!.path}, now ${fresh}`,
          ...(fresh !== undefined && { fixed: true }),
        })
      }
    }
    return found
  },
}

/**
 * The one that keeps the id comes first, with its clones left out: a file that states the id, else
 * the global one, else the first by path. The rest are those that need another id. Pure.
 */
export function planIdHolders<T extends Namesake>(holders: readonly T[]): T[] {
  const [first, ...rest] = [...holders].sort(firstHolderFirst)
  return first === undefined ? [] : [first, ...rest.filter(({ key }) => key !== first.key)]
}

/** The same for the same text under the same name, so that clones of a project agree. */
export function toOwnId(key: string, name: string, { title, content }: TitleAndContent): string {
  return toStableId(`${key}/${name}\n${title}\n${content}`)
}

interface TitleAndContent {
  title: string
  content: string
}

function firstHolderFirst(a: Namesake, b: Namesake): number {
  if (a.isStated !== b.isStated) return a.isStated ? -1 : 1
  const [x, y] = [a, b].map(({ key }) => key === 'global')
  if (x !== y) return x ? -1 : 1
  return a.path < b.path ? -1 : 1
}

/** Those of each id that more than one scope has. */
async function findHolders(collections: readonly Collection[]): Promise<Holder[][]> {
  const byId = new Map<string, Collection[]>()
  for (const collection of collections) {
    for (const id of collection.memories.keys()) {
      byId.set(id, [...(byId.get(id) ?? []), collection])
    }
  }
  const shared = [...byId].filter(([, some]) => {
    return new Set(some.map(({ folder }) => folder.key)).size > 1
  })
  return Promise.all(
    shared.map(([id, some]) => Promise.all(some.map(collection => toHolder(collection, id)))),
  )
}

async function toHolder(collection: Collection, id: string): Promise<Holder> {
  const memory = collection.memories.get(id)!
  const path = join(collection.directory, memory.file.name)
  const isStated = idOfFileName(memory.file.name) === id || (await statesId(path, id))
  return { key: collection.folder.key, path, isStated, collection, memory }
}

/** Read under another name, so that an id that follows from the name is another one. */
async function statesId(path: string, id: string): Promise<boolean> {
  const read = decodeMemoryFile(readFileSync(path))
  if ('problem' in read) return false
  const parsed = await parseMemoryDocument(read.text, {
    fileName: `other than ${id}.md`,
    modifiedAt: new Date(0).toISOString(),
  })
  return 'document' in parsed && parsed.document.id === id
}

/** The new id; undefined where the memory is gone by now. */
async function giveNewId({ collection, memory }: Holder, now: Date): Promise<string | undefined> {
  const { id } = memory.document
  return withWriteLock(collection, lock => {
    const standing = collection.memories.get(id)
    return standing && renumber(collection, standing, lock, now)
  })
}

/** What leads to the memory follows it; the old file goes last, so that nothing is lost. */
function renumber(collection: Collection, old: StoredMemory, lock: HeldLock, now: Date): string {
  const { document, file } = old
  let id = toOwnId(collection.folder.key, file.name, document)
  while (collection.has(id)) id = toStableId(id)
  const at = new Date(old.updatedAt)
  const name = memoryFileName(document.title, id)
  writeMemory(collection, { ...document, id }, undefined, lock, now, at, name)
  for (const part of [...collection.tombstones.values()]) {
    if (part.document.supersededBy !== document.id) continue
    const led = { ...part.document, supersededBy: id }
    writeMemory(collection, led, part, lock, now, new Date(part.updatedAt))
  }
  removeMemoryFile(collection.directory, file.name, {
    expected: file.stamp,
    assertHeld: () => lock.assertHeld(),
    history: historyFolder(collection.store),
  })
  collection.applyRemoval(old)
  return id
}
