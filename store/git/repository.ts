import { statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { readSmallFile } from './small-file.js'

/** A git work tree, found without running git. */
export interface Repository {
  /** The root of the work tree. */
  workTree: string
  /** Its own git directory; a linked worktree has one of its own. */
  gitDirectory: string
}

/** What leaves marks in the git directory while it waits to be finished. */
export type Operation = 'merge' | 'rebase' | 'cherry-pick' | 'revert'

const MARKS: readonly [string, Operation][] = [
  ['MERGE_HEAD', 'merge'],
  ['rebase-merge', 'rebase'],
  ['rebase-apply', 'rebase'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
]

/** The repository that a folder lies in; undefined where it lies in none. Nothing is run. */
export function findRepository(start: string): Repository | undefined {
  for (let directory = start; ; directory = dirname(directory)) {
    const gitDirectory = gitDirectoryOf(directory)
    if (gitDirectory !== undefined) return { workTree: directory, gitDirectory }
    if (directory === dirname(directory)) return undefined
  }
}

/** What is under way in a repository and waits to be finished, or undefined. */
export function operationIn({ gitDirectory }: Repository): Operation | undefined {
  return MARKS.find(([name]) => statOrNothing(join(gitDirectory, name)) !== undefined)?.[1]
}

/**
 * The git directory of a work tree's root, undefined where the folder is none: an empty folder
 * `.git` left behind is no repository.
 */
export function gitDirectoryOf(directory: string): string | undefined {
  const mark = join(directory, '.git')
  const stats = statOrNothing(mark)
  if (stats === undefined) return undefined
  if (stats.isDirectory()) return statOrNothing(join(mark, 'HEAD')) && mark
  const target = /^gitdir:\s*(.+?)\s*$/m.exec(readSmallFile(mark) ?? '')?.[1]
  return target === undefined ? mark : resolve(directory, target)
}

/** The git directory that the linked worktrees of a repository share. */
export function commonDirectoryOf({ gitDirectory }: Repository): string {
  const common = readSmallFile(join(gitDirectory, 'commondir'))?.trim()
  return common === undefined ? gitDirectory : resolve(gitDirectory, common)
}

/** A folder that may not be looked into is as one without a repository. */
function statOrNothing(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}
