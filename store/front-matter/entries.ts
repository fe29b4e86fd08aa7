import { keyOfLine } from './split.js'

/** One top-level key of a front-matter block with its lines as written, without a final newline. */
export interface Entry {
  key: string
  text: string
  /** Comment lines at column 0 that stand before the key, each with its newline. */
  comments: string
}

/** The block's top-level entries in file order, and the comments that follow the last one. */
export function toEntries(block: string): { entries: Entry[]; tail: string } {
  const entries: Entry[] = []
  let comments = ''
  for (const line of block.split('\n')) {
    const key = keyOfLine(line)
    const last = entries.at(-1)
    if (key !== undefined) {
      entries.push({ key, text: line, comments })
      comments = ''
    } else if (line.startsWith('#')) comments += `${line}\n`
    else if (last !== undefined) last.text += `\n${line}`
  }
  for (const entry of entries) entry.text = entry.text.trimEnd()
  return { entries, tail: comments }
}
