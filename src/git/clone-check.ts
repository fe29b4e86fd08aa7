import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { SvcError } from '../../store/errors.js'
import { openStore } from '../../store/store.js'

/** Where svc writes: a link there would lead its writing out of the store. */
const FOLDERS = ['global', 'projects', 'state']

/**
 * Looks whether a fresh clone is a store of ours; true where it holds nothing at all. Throws
 * INVALID_REQUEST where it is something else or not safe to use, STORE_CORRUPT on a later format.
 */
export function checkClone(clone: string, manifest: string, url: string): boolean {
  const names = readdirSync(clone).filter(name => name !== '.git')
  if (names.length === 0) return true
  const refuse = (why: string) =>
    new SvcError('INVALID_REQUEST', `${url} ${why}; nothing was changed`)
  if (!names.includes(manifest)) throw refuse(`holds no svc store: it has no ${manifest}`)
  if (names.includes('state')) {
    throw refuse('tracks state/, which belongs to one machine; take it out of git there first')
  }
  for (const name of [manifest, ...FOLDERS.filter(folder => names.includes(folder))]) {
    const isFolder = FOLDERS.includes(name)
    const stats = lstatSync(join(clone, name))
    if (isFolder ? !stats.isDirectory() : !stats.isFile()) {
      throw refuse(`has a ${name} that is no ${isFolder ? 'folder' : 'file'}`)
    }
  }
  openStore(join(clone, manifest))
  return false
}
