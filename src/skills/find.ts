import { readdirSync, type Dirent } from 'node:fs'
import { join } from 'node:path'
import { isInside, toRealPath } from '../import/regular-file.js'

const MAX_DEPTH = 6
const IGNORED = new Set(['.git', 'node_modules'])

/** How many folders may still be opened, and the real paths of those that were, by one search. */
export interface FolderBudget {
  left: number
  seen: Set<string>
}

interface Folder {
  dir: string
  real: string
  depth: number
}

/**
 * The paths of `SKILL.md` files below `dir`, nearest first, then by name; a folder with one is not
 * searched further. At most 6 levels deep and as many folders as `budget` has left. Links lead on
 * as long as they stay inside `within` (a real path). Empty where `dir` is not there.
 */
export function findSkillFiles(dir: string, within: string, budget: FolderBudget): string[] {
  const real = toRealPath(dir)
  if (real === undefined || !isInside(within, real)) return []
  const files: string[] = []
  const queue: Folder[] = [{ dir, real, depth: 0 }]
  for (const folder of queue) {
    if (budget.left <= 0) break
    if (budget.seen.has(folder.real)) continue
    budget.seen.add(folder.real)
    budget.left--
    const entries = listFolder(folder.dir)
    if (entries.some(isSkillFile)) files.push(join(folder.dir, 'SKILL.md'))
    else if (folder.depth < MAX_DEPTH) queue.push(...toFolders(folder, entries, within))
  }
  return files
}

function isSkillFile(entry: Dirent): boolean {
  return entry.name === 'SKILL.md' && !entry.isDirectory()
}

function listFolder(dir: string): Dirent[] {
  try {
    const entries = readdirSync(dir, { withFileTypes: true })
    return entries.sort((one, other) => (one.name < other.name ? -1 : 1))
  } catch {
    return []
  }
}

function toFolders(parent: Folder, entries: readonly Dirent[], within: string): Folder[] {
  const depth = parent.depth + 1
  return entries.flatMap(entry => {
    if (IGNORED.has(entry.name)) return []
    const dir = join(parent.dir, entry.name)
    if (entry.isDirectory()) return [{ dir, real: join(parent.real, entry.name), depth }]
    const real = entry.isSymbolicLink() ? toRealPath(dir) : undefined
    return real !== undefined && isInside(within, real) ? [{ dir, real, depth }] : []
  })
}
