import { basename } from 'node:path'
import { pathsOf } from '../../store/projects/projects.js'
import type { Store } from '../../store/store.js'
import type { PastBounds } from './bounds.js'

/** True where the settings keep nothing of a scope's sessions: of this project, or of none. */
export function isLeftOut(store: Store, key: string, bounds: PastBounds): boolean {
  if (bounds.pastMegabytes === 0) return true
  const entries = entriesOf(bounds.pastLeaveOut)
  if (entries.length === 0) return false
  return [key, ...pathsOf(store, key)].some(path => isNamed(entries, path))
}

/** True where a project at a path is left out by its folder's name, or as what lies in a folder. */
export function isPathLeftOut(path: string, { pastLeaveOut }: PastBounds): boolean {
  return isNamed(entriesOf(pastLeaveOut), path)
}

function entriesOf(list: string): string[] {
  const entries = list.split(',').map(entry => toSlashes(entry.trim()))
  return entries.filter(entry => entry !== '')
}

function isNamed(entries: readonly string[], path: string): boolean {
  const slashed = toSlashes(path)
  const name = basename(slashed)
  return entries.some(entry => {
    if (entry === '*' || entry === name) return true
    return entry.includes('/') && `${slashed}/`.startsWith(`${entry}/`)
  })
}

function toSlashes(path: string): string {
  return path.replaceAll('\\', '/').replace(/\/+$/, '')
}
