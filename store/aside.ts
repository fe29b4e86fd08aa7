import { cpSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { errnoOf } from './errors.js'
import { ensureDirectory } from './files/atomic.js'
import { isInside, listEntries, lstatIfThere } from './files/read.js'
import { statePath, type Store } from './store.js'

/** The folder, named by its time, for damage that `svc doctor --fix` sets aside. */
function asideFolder(store: Store, now: Date): string {
  return statePath(store, 'damaged', now.toISOString().replaceAll(':', '-'))
}

/**
 * Moves something that is damaged out of the way, unread and whole, and answers where it lies now: a
 * person may look for what can be saved.
 */
export function putAside(store: Store, path: string, now: Date): string {
  const wanted = placeAside(store, path, now)
  let place = wanted
  for (let tries = 2; lstatIfThere(place) !== undefined; tries++) place = `${wanted}.${tries}`
  ensureDirectory(dirname(place))
  try {
    renameSync(path, place)
  } catch (error) {
    if (errnoOf(error) !== 'EXDEV') throw error
    cpSync(path, place, { recursive: true, verbatimSymlinks: true })
    rmSync(path, { recursive: true })
  }
  return place
}

/** The files that were set aside, wherever they lay. Links are not followed. */
export function listAside(store: Store): string[] {
  const folders = [statePath(store, 'damaged')]
  const files: string[] = []
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop())
    for (const entry of listEntries(folder)) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) folders.push(path)
      else if (entry.isFile()) files.push(path)
    }
  return files
}

function placeAside(store: Store, path: string, now: Date): string {
  const aside = asideFolder(store, now)
  // A thing at the place of the state, or one that was set aside, cannot go there.
  if (isInside(path, aside)) return `${path}.damaged-${basename(aside)}`
  const isOfStore = isInside(store.root, path)
  return join(aside, isOfStore ? relative(store.root, path) : join('elsewhere', basename(path)))
}
