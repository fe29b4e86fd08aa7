import { SvcError } from '../../store/errors.js'
import { findVersion, putBack } from '../memories/archive.js'
import type { Collection } from '../memories/collection.js'
import type { Collections } from '../memories/collections.js'
import { toRetracted, type StoredMemory } from '../memories/life.js'
import { inTransaction, nameVersion } from '../memories/transaction.js'
import type { ForeignRecord, UndoneImport } from './types.js'
import { readTaken, standsAs, writeTaken, type Taken, type TakenItem } from './taken.js'

/** The imports of this machine, the newest first. */
export function listImports(collections: Collections): ForeignRecord[] {
  const all = readTaken(collections.store).reverse()
  return all.map(({ items, format: _, ...rest }) => ({ ...rest, memories: items.length }))
}

/**
 * Takes back what an import brought: what nobody has changed since goes to the archive, or is as it was
 * before the import changed it. Whatever was changed stays, and is named. Throws MEMORY_NOT_FOUND where
 * there is no such import, CONFLICT where it was undone already.
 */
export async function undoImport(
  collections: Collections,
  id: string,
  now: () => Date,
): Promise<{ result: UndoneImport; scopes: ReadonlySet<Collection> }> {
  const record = recordOf(readTaken(collections.store), id)
  const result: UndoneImport = { ok: true, id, undone: 0, gone: 0, kept: [] }
  const scopes = new Set<Collection>()
  for (const collection of await collections.all()) {
    const own = record.items.filter(item => collection.memories.has(item.id))
    if (own.length === 0) continue
    scopes.add(collection)
    await takeBack(collection, own, result, now)
  }
  result.gone = record.items.length - result.undone - result.kept.length
  writeTaken(collections.store, { ...record, undoneAt: now().toISOString() })
  return { result, scopes }
}

function recordOf(all: readonly Taken[], id: string): Taken {
  const record = all.find(one => one.id === id)
  if (record === undefined)
    throw new SvcError('MEMORY_NOT_FOUND', `there is no import ${id}; svc import undo lists them`)
  if (record.undoneAt === undefined) return record
  throw new SvcError('CONFLICT', `the import ${id} was undone already`)
}

async function takeBack(
  collection: Collection,
  items: readonly TakenItem[],
  result: UndoneImport,
  now: () => Date,
): Promise<void> {
  const updates: TakenItem[] = []
  await inTransaction(collection, now, async transaction => {
    for (const item of items) {
      const memory = collection.memories.get(item.id)
      if (memory === undefined) continue
      const state = standsAs(item, memory.document)
      if (state === 'changed') keep(result, memory)
      else if (state === 'written' && item.before !== undefined) updates.push(item)
      else {
        if (state === 'written') transaction.bury(memory, toRetracted)
        result.undone++
      }
      await new Promise(resolve => setImmediate(resolve))
    }
  })
  for (const { id, before } of updates) {
    const memory = collection.memories.get(id)
    const version = await findVersion(collection, id, before)
    if (memory === undefined) continue
    if (version === undefined) keep(result, memory)
    else {
      await putBack(collection, version, now, { revision: nameVersion(memory.document) })
      result.undone++
    }
  }
}

function keep({ kept }: UndoneImport, { document: { id, title } }: StoredMemory): void {
  if (!kept.some(one => one.id === id)) kept.push({ id, title })
}
