import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseMemoryDocument } from '../../store/document/parse.js'
import { parseMemoryStrict } from '../../store/document/strict.js'
import type { FileIndex } from '../../store/index/file-index.js'
import type { SearchIndex, IndexEntry } from '../../store/index/types.js'
import { readMemoryFile } from '../../store/memories/files.js'
import { pathIn } from '../../store/names.js'
import type { ScopeFolder } from '../../store/projects/folder.js'
import { isProposal, isWaiting, type Memory, type MemoryDocument } from '../../store/types.js'
import { readWorkspaceFile, toImportedMemory } from '../import/read.js'
import { placeRule } from '../import/rules.js'
import { isLiving, toMemory } from '../memories/life.js'
import { findSections } from '../search/sections.js'
import type { Choice, ReadItem, RecallUnit } from './choose.js'
import { toStanding } from './standing.js'

/** One scope, as its files were when it was opened. */
export interface Unit extends RecallUnit {
  folder: ScopeFolder
  /** True where its index file is missing or behind. */
  isBehind: boolean
  /** True where git was at work on it: what it says may not be what is left in the end. */
  isPassing: boolean
  /** The index file that it reads, to be closed after use; missing where it reads none. */
  file?: FileIndex
  read(choice: Choice): Promise<ReadItem | undefined>
}

/**
 * True once what opens a scope has to come to an end with what it has read by then, or, with a share
 * from 0 to 1, once so much of its time is over.
 */
export type IsLate = (share?: number) => boolean

/** A scope told by an index; what is chosen is read from its file. */
export function toUnit(folder: ScopeFolder, index: SearchIndex) {
  return {
    folder,
    isGlobal: folder.scope.type === 'global',
    isInRepo: folder.placement === 'in-repo',
    has: (path: string) => hasFile(folder, path),
    index: () => index,
    standing: () => toStanding(index.entries(0, index.size)),
    isFoldered: () => folder.scope.type === 'project',
    read: (choice: Choice) => readItem(folder, choice),
  }
}

/** A chosen item as its file is now; undefined where it is gone or must not be injected. */
async function readItem(folder: ScopeFolder, choice: Choice): Promise<ReadItem | undefined> {
  const { entry } = choice
  if (!entry.imported) return readOwn(folder, entry)
  const memory = readImported(folder, entry)
  return memory && toPassages(memory, choice)
}

/** An own memory as its file is now. */
export async function readOwn(
  { scope, path }: ScopeFolder,
  entry: IndexEntry,
): Promise<Memory | undefined> {
  const { updatedAt } = entry
  const document = await readDocumentNow(pathIn(path, 'memories'), entry.locator, updatedAt)
  // The index may not know yet that it waits: nothing is given for what it was.
  const isHeld =
    document !== undefined && isWaiting(document) && (entry.waits !== true || isProposal(document))
  const isSame = document?.id === entry.id && isLiving(document) && !isHeld
  return isSame ? toMemory({ document, updatedAt }, scope, entry.uses) : undefined
}

/** An import row is read from the workspace, so that what has changed or gone is never stale. */
function readImported({ scope }: ScopeFolder, entry: IndexEntry): Memory | undefined {
  const rule = placeRule(entry.locator)
  if (scope.type !== 'project' || rule === undefined) return undefined
  const read = readWorkspaceFile(scope.id, entry.locator, rule)
  if ('skip' in read) return undefined
  const { id, kind, title, createdAt, updatedAt, uses } = entry
  return toImportedMemory({ ...read, id, kind, title, createdAt, updatedAt }, scope, uses)
}

/** An item with the passages that were chosen, from the file as it is; undefined where none of them is left. */
export function toPassages(memory: Memory, { passages: chosen }: Choice): ReadItem | undefined {
  const passages = chosen && findSections(memory.content, chosen)
  if (passages === undefined) return memory
  return passages.length === 0 ? undefined : { ...memory, passages }
}

/** The document in a memory file at this moment; undefined where it cannot be used. */
async function readDocumentNow(
  directory: string,
  fileName: string,
  modifiedAt: string,
): Promise<MemoryDocument | undefined> {
  const text = readOrNothing(pathIn(directory, fileName))
  if (text === undefined) return undefined
  const strict = parseMemoryStrict(text)
  if (strict !== undefined) return strict
  const parsed = await parseMemoryDocument(text, { fileName, modifiedAt })
  return 'document' in parsed ? parsed.document : undefined
}

function readOrNothing(path: string): string | undefined {
  try {
    const read = readMemoryFile(path)
    return 'text' in read ? read.text : undefined
  } catch {
    return undefined
  }
}

/** True if the workspace of a scope has something at a path relative to it. */
export function hasFile({ scope }: ScopeFolder, path: string): boolean {
  return scope.type === 'project' && existsSync(join(scope.id, path))
}
