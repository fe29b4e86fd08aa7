import { basename, dirname, join } from 'node:path'
import { readText } from '../../store/atomic-file.js'
import { SvcError } from '../../store/errors.js'
import { idOfFileName } from '../../store/file-name.js'
import { toStableId } from '../../store/memory-document.js'
import { hasConflict } from '../../store/memory-document/problems.js'

const STATED_ID = /^[<>=+ ]{0,8}id:[ \t]*["']?([a-z][a-z0-9]{7,31})\b/gm

/** The ids that a memory file with conflict markers may be of; [] for any other file. */
export function readBrokenIds(directory: string, name: string): string[] {
  const text = readIfThere(join(directory, name))
  if (!hasConflict(text)) return []
  const stated = [...text.matchAll(STATED_ID)].map(([, id]) => id!)
  return [...new Set([idOfFileName(name) ?? toStableId(name), ...stated])]
}

/** Throws CONFLICT where one of these files has conflict markers and is the memory of this id. */
export function refuseBroken(paths: readonly string[], id: string): void {
  const path = paths.find(path => readBrokenIds(dirname(path), basename(path)).includes(id))
  if (path === undefined) return
  throw new SvcError('CONFLICT', `${path} has conflict markers; svc doctor --fix settles them`)
}

function readIfThere(path: string): string {
  try {
    return readText(path) ?? ''
  } catch {
    return ''
  }
}
