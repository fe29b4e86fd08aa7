import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { listNames } from '../../store/folder-names.js'
import { readText } from '../../store/atomic-file.js'
import { IGNORED, MEMORY_ATTRIBUTES } from '../../store/store.js'
import { planLines } from './ignore-files.js'

/** Lines that svc itself writes, in this version and in earlier ones. */
const OWN_LINES = [
  ...IGNORED.split('\n'),
  ...MEMORY_ATTRIBUTES,
  'state/',
  '* text=auto eol=lf',
  '*.md text eol=lf',
]

/** What a data directory holds that a clone must not take the place of; undefined for nothing. */
export function findUsed(directory: string, manifest: string): string | undefined {
  return listNames(directory).find(name => {
    const path = join(directory, name)
    if (name === manifest || name === 'state') return false
    if (name === '.gitignore' || name === '.gitattributes') return !isOwn(path)
    return name === 'global' || name === 'projects' ? holdsFile(path) : true
  })
}

function isOwn(path: string): boolean {
  const lines = (readText(path) ?? '').split('\n').filter(line => line.trim() !== '')
  return planLines(OWN_LINES.join('\n'), lines).length === 0
}

/** An empty folder is nothing: git does not know it either. */
function holdsFile(path: string): boolean {
  if (!lstatSync(path).isDirectory()) return true
  return listNames(path).some(name => holdsFile(join(path, name)))
}
