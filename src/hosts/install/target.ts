import { existsSync, lstatSync, readlinkSync, type Stats } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { succeeds, SvcError } from '../../../store/errors.js'
import { ensureDirectory, givingTo } from '../../../store/files/atomic.js'
import { isInside, statIfThere, toRealPath } from '../../../store/files/read.js'

const MOST_LINKS = 16

/**
 * Follows every link on the way to a path, also to where nothing is yet: the place that a write goes to.
 * Throws INVALID_REQUEST for a loop, and where the place lies outside of `root` (a real path).
 */
export function findTarget(path: string, root?: string): string {
  const target = follow(path, MOST_LINKS)
  if (target === undefined) {
    throw new SvcError('INVALID_REQUEST', `${path} is a loop of symbolic links`)
  }
  if (root === undefined || isInside(root, target)) return target
  const message = `${path} leads out of ${root}, to ${target}: a file of its own belongs there`
  throw new SvcError('INVALID_REQUEST', message)
}

function follow(path: string, links: number): string | undefined {
  const real = toRealPath(path)
  if (real !== undefined) return real
  if (links === 0) return undefined
  const above = dirname(path) === path ? path : follow(dirname(path), links)
  if (above === undefined) return undefined
  const place = join(above, basename(path))
  const isLink = lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink() === true
  return isLink ? follow(resolve(above, readlinkSync(place)), links - 1) : place
}

/** Makes a folder and its parents; answers those that were missing, the outermost first. */
export function makeFolders(folder: string): string[] {
  const missing: string[] = []
  for (let at = folder; !existsSync(at); at = dirname(at)) missing.unshift(at)
  asOwner(folder, () => ensureDirectory(folder))
  return missing
}

/** More that tells as whom root acts in a folder. */
interface Whose {
  /** A file in it: what is made in the place of another's file is that one's. */
  file?: string
  /** A path that is looked at meanwhile, by another way than through the folder. */
  path?: string
}

/**
 * Acts on the files of a folder. Where root does so in the folder of somebody else (`sudo` may keep
 * HOME), it acts as that person: what is made is theirs. A person who cannot get there (a folder of
 * theirs is mounted below root's), or whose folder has a file of somebody else, is given what root
 * makes. Returns what `act` returns; it has to be done with the files then.
 */
export function asOwner<T>(folder: string, act: () => T, { file, path }: Whose = {}): T {
  const owner = process.geteuid?.() === 0 ? statAbove(folder) : undefined
  if (owner === undefined || owner.uid === 0) return act()
  const whose = (file === undefined ? undefined : statIfThere(file)) ?? owner
  const group = process.getegid!()
  try {
    if (whose.uid === owner.uid) {
      become(owner.uid, owner.gid)
      if (reaches(folder) && reaches(dirname(path ?? folder))) return act()
    }
  } finally {
    process.seteuid!(0)
    process.setegid!(group)
  }
  return givingTo(whose, act)
}

/** The root of a container may not become everybody: there it stays who it is. */
function become(uid: number, gid: number): void {
  if (succeeds(() => process.setegid!(gid))) succeeds(() => process.seteuid!(uid))
}

/** True where this user may enter the folder, or that of those above which is there. */
function reaches(folder: string): boolean {
  try {
    return statIfThere(`${folder}/.`) !== undefined || reaches(dirname(folder))
  } catch {
    return false
  }
}

/** The folder, or that of those above which is there. */
function statAbove(folder: string): Stats {
  return statIfThere(folder) ?? statAbove(dirname(folder))
}
