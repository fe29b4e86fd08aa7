import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { createDurable, readText, writeDurable } from '../../store/atomic-file.js'
import { IGNORED, MEMORY_ATTRIBUTES, type Store } from '../../store/store.js'

/** What was added to a file of git's, or why it was not. */
export interface FileNote {
  name: string
  /** The lines that were missing. */
  lines: string[]
  /** True where the file is a symbolic link: then it is the person's to add them. */
  isLink: boolean
}

/** Adds to .gitignore and .gitattributes what is missing there; other lines stay as they are. */
export function completeIgnoreFiles({ root }: Store): FileNote[] {
  const ignored = IGNORED.split('\n').filter(line => line !== '' && !line.startsWith('#'))
  return [
    addLines(root, '.gitignore', ignored),
    addLines(root, '.gitattributes', MEMORY_ATTRIBUTES),
  ].filter(({ lines }) => lines.length > 0)
}

/** At the end, where they count for what they name whatever stands before. */
function addLines(root: string, name: string, wanted: readonly string[]): FileNote {
  const path = join(root, name)
  const text = readText(path) ?? ''
  const lines = planLines(text, wanted)
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
  if (lines.length === 0 || isLink) return { name, lines, isLink }
  const added = `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${lines.join('\n')}\n`
  if (text !== '' || !createDurable(path, added)) writeDurable(path, added)
  return { name, lines, isLink }
}

/** The wanted lines that a text does not have; white space between words does not matter. */
export function planLines(text: string, wanted: readonly string[]): string[] {
  const toWords = (line: string) => line.trim().split(/\s+/).join(' ')
  const standing = new Set(text.split('\n').map(toWords))
  return wanted.filter(line => !standing.has(toWords(line)))
}
