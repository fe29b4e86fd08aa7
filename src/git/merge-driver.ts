import { basename } from 'node:path'
import { writeAtomic } from '../../store/files/atomic.js'
import { readMemoryFile } from '../../store/memories/files.js'
import { mergeTexts } from '../merge/text.js'

/** Three files that git hands to a merge driver, the second of which it is to replace. */
interface DriverCall {
  base: string
  ours: string
  theirs: string
  /** Length of conflict markers; git's default is 7. */
  markerSize?: number
  /** Path of the file in the repository; the files above have names of git's own. */
  path?: string
}

/** Exit codes that the driver answers git by. */
const MERGED = 0
/** It cannot merge this: nothing was written, and git's merge of lines should be tried. */
const CANNOT = 1
/** It decided that a person must look: OURS has conflict markers around both whole files. */
export const DECIDED = 65

/** A memory lies in a folder of this name; other Markdown is none of ours. */
const MEMORY_PATH = /(?:^|\/)memories\/[^/]+\.md$/

/**
 * Merges a memory file for git, in place of OURS, which is whole whatever happens: half of it would
 * be taken for a change of ours. Answers the exit code; see above. Throws where it cannot be written.
 */
export async function runMergeDriver(call: DriverCall): Promise<number> {
  const { ours, path } = call
  if (path !== undefined && !MEMORY_PATH.test(path)) return CANNOT
  const [base, own, other] = [call.base, ours, call.theirs].map(readWhole)
  if (base === undefined || own === undefined || other === undefined) return CANNOT
  // Git makes up an empty ancestor if both sides added the file.
  const ancestor = base === '' ? undefined : base
  const merged = await mergeTexts(ancestor, own, other, basename(path ?? ours))
  if ('text' in merged) {
    if (merged.text !== own) writeAtomic(ours, merged.text)
    return MERGED
  }
  if (merged.isOfTwo !== true) return CANNOT
  writeAtomic(ours, markWhole(own, other, call.markerSize ?? 7))
  return DECIDED
}

/** Undefined for a text that could not be written back as it was. */
function readWhole(path: string): string | undefined {
  const read = readMemoryFile(path)
  if ('problem' in read || read.text.includes('\ufffd') || read.text.includes('\0'))
    return undefined
  return read.text
}

function markWhole(ours: string, theirs: string, size: number): string {
  const [opening, middle, closing] = ['<', '=', '>'].map(sign => sign.repeat(size))
  return `${opening} ours\n${withLineEnd(ours)}${middle}\n${withLineEnd(theirs)}${closing} theirs\n`
}

function withLineEnd(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
}
