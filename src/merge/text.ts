import { formatMemoryDocument } from '../../store/document/format.js'
import { parseMemoryDocument } from '../../store/document/parse.js'
import { MAX_FILE_BYTES } from '../../store/document/problems.js'
import type { MemoryDocument } from '../../store/types.js'
import { mergeDocuments } from './document.js'
import type { Sides } from './sides.js'

/** A merged file, flagged as its memory is, or why there is none: `isOfTwo` where the ids differ. */
type MergedText = { text: string; isFlagged: boolean } | { problem: string; isOfTwo?: boolean }

/** The time of a file that states none: one side of a merge has no time of its own. */
const UNSTATED = ''

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
  return document.createdAt === UNSTATED
    ? text.replace(/^createdAt: ""\nundated: true\n/m, '')
    : text
}

/** The versions that a text with conflict markers was made of, or why it cannot be taken apart. */
type SplitConflict = Sides<string> | { problem: string }

type Part = 'both' | 'ours' | 'base' | 'theirs'

const OPENING = /^<{7} /
const BASE = /^\|{7}(?: |\r?$)/
const MIDDLE = /^={7}\r?$/
const CLOSING = /^>{7}(?: |\r?$)/

/** The part that a marker begins, by the parts in which it counts as a marker. */
const STEPS: readonly { marker: RegExp; from: readonly Part[]; to: Part }[] = [
  { marker: OPENING, from: ['both'], to: 'ours' },
  { marker: BASE, from: ['ours'], to: 'base' },
  { marker: MIDDLE, from: ['ours', 'base'], to: 'theirs' },
  { marker: CLOSING, from: ['theirs'], to: 'both' },
]

/**
 * Takes a text with git's conflict markers apart into its whole versions, in any of git's styles;
 * `base` is undefined where the markers do not tell it. Nothing is guessed: markers within markers,
 * and a line that could be one or not, are a problem.
 */
export function splitConflict(text: string): SplitConflict {
  const lines: Record<'ours' | 'base' | 'theirs', string[]> = { ours: [], base: [], theirs: [] }
  let part: Part = 'both'
  let isBaseKnown = true
  for (const line of text.split('\n')) {
    const step = STEPS.find(({ marker, from }) => from.includes(part) && marker.test(line))
    if (step === undefined && isAmbiguous(line, part)) return { problem: AMBIGUOUS }
    if (step?.to === 'theirs' && part === 'ours') isBaseKnown = false
    if (step === undefined) {
      for (const name of part === 'both' ? (['ours', 'base', 'theirs'] as const) : [part]) {
        lines[name].push(line)
      }
    }
    part = step?.to ?? part
  }
  if (part !== 'both') return { problem: 'has conflict markers that do not close' }
  const base = isBaseKnown ? lines.base.join('\n') : undefined
  return { base, ours: lines.ours.join('\n'), theirs: lines.theirs.join('\n') }
}

const AMBIGUOUS = 'has conflict markers within conflict markers'

/** Outside of a conflict, a row of equals signs underlines a heading. */
function isAmbiguous(line: string, part: Part): boolean {
  if (OPENING.test(line)) return true
  return part !== 'both' && STEPS.some(({ marker }) => marker.test(line))
}
