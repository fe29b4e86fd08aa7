import { lstatSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isTemporary, readText, removeDurable } from '../../store/atomic-file.js'
import type { ScopeFolder } from '../../store/scope-folders.js'
import { IN_REPO_MARKS } from '../../store/scope-folders/in-repo.js'
import { removeIfEmpty } from './move-skills.js'

const ABANDONED_MS = 60_000

/**
 * Removes what is left of a scope folder from which everything was moved: its marks and empty
 * folders. Anything that svc did not put there stays, and so does the folder then. Answers what
 * stays, by path.
 */
export function removeEmptied(folder: ScopeFolder): string[] {
  for (const name of ['memories', 'skills']) {
    removeAbandoned(join(folder.path, name))
    removeIfEmpty(join(folder.path, name))
  }
  removeAbandoned(folder.path)
  if (folder.placement === 'in-repo') removeMarks(folder.path)
  else removeDurable(join(folder.path, 'scope.json'))
  if (removeIfEmpty(folder.path)) return []
  return entriesOf(folder.path).map(name => join(folder.path, name))
}

/** A writer needs milliseconds: a temporary file of this age belongs to nobody. */
function removeAbandoned(directory: string): void {
  for (const name of entriesOf(directory).filter(isTemporary)) {
    const path = join(directory, name)
    const time = lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity
    if (Date.now() - time > ABANDONED_MS) rmSync(path, { force: true })
  }
}

/** Marks that a person changed are theirs. */
function removeMarks(folder: string): void {
  for (const [name, text] of Object.entries(IN_REPO_MARKS)) {
    const path = join(folder, name)
    if (readText(path) === text) removeDurable(path)
  }
}

function entriesOf(directory: string): string[] {
  try {
    return readdirSync(directory).sort()
  } catch {
    return []
  }
}
