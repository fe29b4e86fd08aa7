import { formatMemoryDocument } from '../../store/document/format.js'
import { SvcError } from '../../store/errors.js'
import { hashText } from '../../store/names.js'
import type { MemoryDocument } from '../../store/types.js'
import type { Seen } from '../types.js'

/** Names a version of a memory by what it says, so that it can be found among the old ones. */
export function nameVersion(document: MemoryDocument): string {
  return hashText(formatMemoryDocument(document), 20)
}

/** Names what a memory says, its tags and marks aside. */
export function nameText({ title, kind, content }: MemoryDocument): string {
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
