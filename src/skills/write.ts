import { lstatSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ensureDirectory, readText } from '../../store/atomic-file.js'
import { errnoOf, SvcError } from '../../store/errors.js'
import { statMemoryFile, writeMemoryFile } from '../../store/memory-files.js'
import { makeScopeDocument, type ScopeFolder } from '../../store/scope-folders.js'
import type { Store } from '../../store/store.js'
import { identify } from '../collection/collections.js'
import { formatSkill } from './write-text.js'

/** A skill as it is to be written: its name was checked by routeSkill. */
export interface NewSkill {
  name: string
  description: string
  body: string
}

/** Where a skill is written, and what must hold for it. */
export interface SkillWriteOptions {
  store: Store
  /** What routeSkill decided: `create` never touches a file that is there. */
  action: 'create' | 'update'
  /** Throws where the scope's write lock is no longer held. */
  assertHeld: () => void
}

const FILE = 'SKILL.md'

/** Where svc keeps the skills that it wrote in a scope. */
export function isOwnSkill(folders: readonly ScopeFolder[], path: string): boolean {
  const collection = dirname(dirname(path))
  return folders.some(folder => collection === join(folder.path, 'skills'))
}

/**
 * Writes a distilled skill as `<scope>/skills/<name>/SKILL.md`, durably; the version it replaces
 * is kept in `state/history`. `skipped` where nothing would change, nothing is left of it after
 * redaction, a file stands where none should, the file changed meanwhile, or a link leads out of
 * the store. Call it under the scope's write lock. Throws STORE_LOCKED where that is lost.
 */
export function writeSkill(
  folder: ScopeFolder,
  skill: NewSkill,
  { store, action, assertHeld }: SkillWriteOptions,
): 'created' | 'updated' | 'skipped' {
  const directory = join(folder.path, 'skills', skill.name)
  const text = formatSkill(skill)
  if (text === undefined || hasLink(folder.path, directory)) return 'skipped'
  const expected = statMemoryFile(directory, FILE)?.stamp
  if ((expected === undefined) !== (action === 'create')) return 'skipped'
  if (expected !== undefined && readText(join(directory, FILE)) === text) return 'skipped'
  const history = join(store.state, 'history', folder.key, 'skills', skill.name)
  makeScopeDocument(folder, () => identify(folder.scope))
  ensureDirectory(directory)
  return write(() => {
    writeMemoryFile(directory, FILE, text, { expected, assertHeld, history })
    return action === 'create' ? 'created' : 'updated'
  })
}

/** A person's change in the same moment stands: the next batch may propose the skill again. */
function write(action: () => 'created' | 'updated'): 'created' | 'updated' | 'skipped' {
  try {
    return action()
  } catch (error) {
    if (error instanceof SvcError && error.code === 'CONFLICT') return 'skipped'
    throw error
  }
}

/** In a store that was cloned, a link could lead a write anywhere. */
function hasLink(scopeFolder: string, directory: string): boolean {
  const paths = [scopeFolder, dirname(directory), directory, join(directory, FILE)]
  return paths.some(path => {
    try {
      const stats = lstatSync(path)
      return path.endsWith(FILE) ? !stats.isFile() : !stats.isDirectory()
    } catch (error) {
      if (errnoOf(error) === 'ENOENT') return false
      throw error
    }
  })
}
