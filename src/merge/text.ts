import {
  formatMemoryDocument,
  MAX_FILE_BYTES,
  parseMemoryDocument,
} from '../../store/memory-document.js'
import type { MemoryDocument } from '../../store/types.js'
import { mergeDocuments } from './document.js'

/** A merged file, flagged as its memory is, or why there is none: `isOfTwo` where the ids differ. */
export type MergedText =
  { text: string; isFlagged: boolean } | { problem: string; isOfTwo?: boolean }

/** The time of a file that states none: one side of a merge has no time of its own. */
export const UNSTATED = ''

/**
 * Merges two versions of a memory file; `base` is undefined where there is no common ancestor, and
 * counts as such where it cannot be read. `fileName` is the file's base name: a file that states no
 * id has it from there.
 */
export async function mergeTexts(
  base: string | undefined,
  ours: string,
  theirs: string,
  fileName: string,
): Promise<MergedText> {
  if (ours === theirs || theirs === base) return { text: ours, isFlagged: false }
  if (ours === base) return { text: theirs, isFlagged: false }
  const [ancestor, first, second] = await Promise.all([
    base === undefined ? undefined : parseSide(base, fileName),
    parseSide(ours, fileName),
    parseSide(theirs, fileName),
  ])
  if ('problem' in first) return first
  if ('problem' in second) return second
  const known = ancestor && 'document' in ancestor ? ancestor.document : undefined
  const merged = mergeDocuments(known, first.document, second.document)
  if ('problem' in merged) return merged
  const text = formatMerged(merged.document)
  const isTooLarge = Buffer.byteLength(text) > MAX_FILE_BYTES
  return isTooLarge
    ? { problem: 'are larger than 1 MiB together' }
    : { text, isFlagged: merged.isFlagged }
}

/** Reads one version of a memory file, whose own time is not known. */
export function parseSide(text: string, fileName: string) {
  return parseMemoryDocument(text.replace(/^\ufeff/, ''), { fileName, modifiedAt: UNSTATED })
}

/** The file of a merged memory; a time that no side states is not made up. */
export function formatMerged(document: MemoryDocument): string {
  const text = formatMemoryDocument(document)
  return document.createdAt === UNSTATED ? text.replace(/^createdAt: ""\n/m, '') : text
}
