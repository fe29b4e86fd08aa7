import { statSync } from 'node:fs'
import { gitDirectoryOf } from '../git/repository.js'

/** Which repository a git work tree is on this disk; undefined where the path is none. */
export function repositoryStamp(workTree: string): string | undefined {
  const directory = gitDirectoryOf(workTree)
  return directory === undefined ? undefined : stampOf(directory)
}

/**
 * What tells a folder from one that is made at its path after it was removed or moved away: inode
 * and birth time. `none` where there is no folder.
 */
export function stampOf(directory: string): string {
  const stats = statSync(directory, { throwIfNoEntry: false, bigint: true })
  return stats === undefined ? 'none' : `${stats.ino}-${stats.birthtimeNs}`
}
