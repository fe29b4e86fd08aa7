import type { MemoryDocument } from '../../store/types.js'
import type { LoadedFile } from './load-files.js'

/** What a list needs to know of an item to choose and order it. */
export interface DatedItem {
  id: string
  kind: string
  tags: readonly string[]
  updatedAt: string
}

/** The order of lists: newest update first, then id. */
export function newestFirst(a: DatedItem, b: DatedItem): number {
  if (a.updatedAt !== b.updatedAt) return a.updatedAt < b.updatedAt ? 1 : -1
  return a.id < b.id ? -1 : 1
}

/** The oldest first, then by id. */
export function compareAge(a: MemoryDocument, b: MemoryDocument): number {
  return a.createdAt === b.createdAt ? (a.id < b.id ? -1 : 1) : a.createdAt < b.createdAt ? -1 : 1
}

/** A copy made by hand keeps the id inside: the file whose name bears the id is the original. */
export function canonicalNamesFirst(a: LoadedFile, b: LoadedFile): number {
  return Number(isCanonical(b)) - Number(isCanonical(a))
}

/** True where the file's name bears the id that the file states. */
export function isCanonical({ file, document }: Pick<LoadedFile, 'file' | 'document'>): boolean {
  return document !== undefined && file.name.endsWith(`--${document.id}.md`)
}
