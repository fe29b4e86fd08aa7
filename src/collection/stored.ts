import type { MemoryFile } from '../../store/memory-files.js'
import type { MemoryDocument } from '../../store/types.js'

/** A memory of a scope together with the file it was read from. */
export interface StoredMemory {
  document: MemoryDocument
  file: MemoryFile
  /** ISO 8601. */
  updatedAt: string
}

/** A file that is left as it is and never injected, with the reason. */
export interface FileProblem {
  path: string
  reason: string
}

/** True for a tombstone: merged away or evicted, and on disk only. */
export function isBuried({ supersededBy, evictedAt }: MemoryDocument): boolean {
  return supersededBy !== undefined || evictedAt !== undefined
}
