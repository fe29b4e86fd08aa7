import { idOfFileName, memoryFileName } from '../../store/file-name.js'
import { hasConflict } from '../../store/memory-document/problems.js'
import type { MemoryDocument } from '../../store/types.js'
import { mergeDocuments } from '../merge/document.js'
import { splitConflict } from '../merge/markers.js'
import { formatMerged, mergeTexts, parseSide } from '../merge/text.js'
import type { LockedFolder } from './memory-folder.js'

/** What became of a file with conflict markers: how it was settled, or why not. */
export type MarkerOutcome = { how: string } | { reason: string }

const FLAGGED =
  'conflict markers merged; both sides changed the same, look at it, and take its tag needs-review off'

/**
 * Settles a memory file in which git's conflict markers were saved, also long ago and by others.
 * Undefined where it holds none. What cannot be taken apart surely is left as it is.
 */
export async function settleMarkers(
  files: LockedFolder,
  name: string,
): Promise<MarkerOutcome | undefined> {
  const file = files.read(name)
  if (file === undefined || !hasConflict(file.text)) return undefined
  const split = splitConflict(file.text)
  if ('problem' in split) return { reason: `${split.problem}; edit it by hand` }
  const { base, ours, theirs } = split
  const merged = await mergeTexts(base, ours, theirs, name)
  if ('problem' in merged) {
    if (merged.isOfTwo === true) return settleApart(files, name, [ours, theirs])
    return { reason: `cannot be merged: the sides ${merged.problem}; edit it by hand` }
  }
  if (hasConflict(merged.text)) return { reason: 'has conflict markers in its front matter' }
  files.write(name, merged.text, file)
  return { how: merged.isFlagged ? FLAGGED : 'conflict markers merged' }
}

/** The sides are two memories: each goes into a file of its own, and this one last. */
async function settleApart(
  files: LockedFolder,
  name: string,
  texts: readonly string[],
): Promise<MarkerOutcome> {
  const sides: MemoryDocument[] = []
  for (const text of texts) {
    const parsed = await parseSide(text, name)
    if ('document' in parsed) sides.push(parsed.document)
  }
  const own = sides.find(({ id }) => idOfFileName(name) === id)
  for (const side of sides) if (side !== own) await place(files, side)
  const file = files.read(name)
  if (file && own) files.write(name, formatMerged(own), file)
  else if (file) files.remove(name, file)
  return { how: 'conflict markers taken out; the sides were two memories, each has its file' }
}

/** Puts a memory into the file of its name; what that says already stays in. */
async function place(files: LockedFolder, document: MemoryDocument): Promise<void> {
  const standing = files.names().find(one => idOfFileName(one) === document.id)
  const name = standing ?? memoryFileName(document.title, document.id)
  const file = files.read(name)
  const parsed = file && (await parseSide(file.text, name))
  const known = parsed && 'document' in parsed ? parsed.document : undefined
  const merged = known && mergeDocuments(undefined, known, document)
  const whole = merged && 'document' in merged ? merged.document : document
  files.write(name, formatMerged(whole), file)
}
