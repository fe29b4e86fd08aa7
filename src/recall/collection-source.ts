import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  decodeMemoryFile,
  parseMemoryDocument,
  parseMemoryStrict,
} from '../../store/memory-document.js'
import { compareRecallOrder } from '../../store/search-index/recall-order.js'
import type { IndexEntry } from '../../store/search-index/types.js'
import type { Memory, MemoryDocument } from '../../store/types.js'
import type { Collection } from '../collection/collection.js'
import { toIndexedMemory, toIndexedRow } from '../collection/indexed.js'
import { refreshRow, toImportedMemory } from '../import/index.js'
import { toMemory } from '../memory.js'
import type { Choice } from './choose.js'
import type { RecallSource } from './recall.js'

/** Recall from scopes that are in memory: the service, and a process without an index file. */
export function createCollectionSource(
  collections: readonly Collection[],
  uses: ReadonlyMap<string, number>,
): RecallSource {
  return {
    units: collections.map(collection => ({
      index: () => collection.searchIndex(),
      standing: (limit, accept) =>
        toEntries(collection, uses).filter(accept).sort(compareRecallOrder).slice(0, limit),
    })),
    read: async choice => readFrom(collections[choice.index]!, choice, uses),
  }
}

function toEntries(collection: Collection, uses: ReadonlyMap<string, number>): IndexEntry[] {
  const entries: IndexEntry[] = [
    ...Array.from(collection.memories.values(), toIndexedMemory),
    ...Array.from(collection.rows.values(), toIndexedRow),
  ]
  return entries.map(entry => ({ ...entry, uses: uses.get(entry.id) ?? 0 }))
}

async function readFrom(
  collection: Collection,
  { entry }: Choice,
  uses: ReadonlyMap<string, number>,
): Promise<Memory | undefined> {
  const { scope } = collection.folder
  const used = uses.get(entry.id) ?? 0
  const row = collection.rows.get(entry.id)
  if (row !== undefined) {
    const fresh = scope.type === 'project' ? refreshRow(scope.id, row) : undefined
    return fresh && toImportedMemory(fresh, scope, used)
  }
  const stored = collection.memories.get(entry.id)
  if (stored === undefined) return undefined
  const document = await readDocumentNow(collection.directory, entry.locator, stored.updatedAt)
  const isSame = document?.id === entry.id && isLiving(document)
  return isSame ? toMemory({ ...stored, document }, scope, used) : undefined
}

/** The document in a memory file at this moment; undefined where it cannot be used. */
export async function readDocumentNow(
  directory: string,
  fileName: string,
  modifiedAt: string,
): Promise<MemoryDocument | undefined> {
  const text = readOrNothing(join(directory, fileName))
  if (text === undefined) return undefined
  const strict = parseMemoryStrict(text)
  if (strict !== undefined) return strict
  const parsed = await parseMemoryDocument(text, { fileName, modifiedAt })
  return 'document' in parsed ? parsed.document : undefined
}

/** True where the document is no tombstone. */
export function isLiving(document: MemoryDocument): boolean {
  return document.supersededBy === undefined && document.evictedAt === undefined
}

function readOrNothing(path: string): string | undefined {
  try {
    const read = decodeMemoryFile(readFileSync(path))
    return 'text' in read ? read.text : undefined
  } catch {
    return undefined
  }
}
