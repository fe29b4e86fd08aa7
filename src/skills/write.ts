import { lstatSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { formatEntry } from '../../store/document/format.js'
import { errnoOf, SvcError } from '../../store/errors.js'
import { ensureDirectory, readText } from '../../store/files/atomic.js'
import { withFence } from '../../store/files/fence.js'
import { disarmSkillWriter } from '../../store/locks.js'
import { statMemoryFile, writeMemoryFile } from '../../store/memories/files.js'
import { recordScope, type ScopeFolder } from '../../store/projects/folder.js'
import { toGlobalFolder } from '../../store/projects/projects.js'
import { formatScopeKey } from '../../store/projects/scope.js'
import { scopeLock, statePath, type Store } from '../../store/store.js'
import { GLOBAL_SCOPE, type Scope } from '../../store/types.js'
import type { SkillCandidate } from '../provider/types.js'
import { redactText, stripInjected } from '../redact/index.js'
import { clip } from '../text.js'
import { toTrigger, type FoundSkill } from './discover.js'

/**
 * Writes the skills of a batch where they belong, each under its scope's lock. `known` are the
 * skills of the batch's scope and of global scope, dormant ones too, as `findSkills` finds them.
 * Answers how many are new and how many changed; repeating it changes nothing. Throws STORE_LOCKED.
 */
export async function writeSkillCandidates(
  store: Store,
  folder: ScopeFolder,
  candidates: readonly SkillCandidate[],
  known: readonly FoundSkill[],
): Promise<{ added: number; updated: number }> {
  const counts = { added: 0, updated: 0 }
  const global = toGlobalFolder(store)
  const isOwn = (path: string) => isOwnSkill([folder, global], path)
  for (const candidate of candidates) {
    const route = routeSkill(candidate, folder.scope, known, isOwn)
    if (route.action === 'drop') continue
    const { action, name, scope } = route
    const target = scope.type === 'global' ? global : folder
    const outcome = await withFence(
      scopeLock(store, 'skills', target.key),
      () => disarmSkillWriter(target),
      lock => writeSkill(target, { ...candidate, name }, { store, action, ...lock }),
    )
    if (outcome === 'created') counts.added++
    if (outcome === 'updated') counts.updated++
  }
  return counts
}

/** The place of a candidate, or the reason to drop it. */
type SkillRoute =
  | { action: 'create' | 'update'; name: string; scope: Scope }
  | { action: 'drop'; reason: 'no name' | 'global has it' | 'not ours' }

/**
 * Decides about a distilled skill. Global scope only where the candidate says so. A candidate is
 * dropped where global has its name, or where a skill that svc did not write has it in either
 * scope; one that svc wrote in the same scope is updated. `own` is true for the path of a SKILL.md
 * that svc wrote.
 */
export function routeSkill(
  candidate: SkillCandidate,
  project: Scope,
  known: readonly FoundSkill[],
  own: (path: string) => boolean,
): SkillRoute {
  const name = toNewName(candidate.name)
  if (name === undefined) return { action: 'drop', reason: 'no name' }
  const scope: Scope = candidate.scope === 'global' ? GLOBAL_SCOPE : project
  const named = known.filter(skill => skill.name.toLowerCase() === name)
  const key = formatScopeKey(scope)
  if (key !== 'global' && named.some(skill => skill.scope.type === 'global')) {
    return { action: 'drop', reason: 'global has it' }
  }
  if (named.some(skill => !own(skill.path))) return { action: 'drop', reason: 'not ours' }
  const isThere = named.some(skill => formatScopeKey(skill.scope) === key)
  return { action: isThere ? 'update' : 'create', name, scope }
}

const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
const MAX_NAME = 64
/** Names that Windows keeps for devices. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)$/

/** A name as agentskills.io wants it: lower-case letters, digits and single hyphens. */
function toNewName(text: string): string | undefined {
  const name = text
    .slice(0, 1000)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_NAME)
    .replace(/^-+|-+$/g, '')
  return NAME.test(name) && !RESERVED.test(name) ? name : undefined
}

/** True for the path of a SKILL.md where svc puts those that it writes in these scopes. */
export function isOwnSkill(folders: readonly ScopeFolder[], path: string): boolean {
  const collection = dirname(dirname(path))
  return folders.some(folder => collection === join(folder.path, 'skills'))
}

/** A skill as it is to be written: its name was checked by routeSkill. */
type NewSkill = Omit<SkillCandidate, 'scope'>

/** Place of a skill to write, and conditions. */
interface SkillWriteOptions {
  store: Store
  /** Decision of routeSkill: `create` never touches a file that is there. */
  action: 'create' | 'update'
  /** Throws where the scope's write lock is no longer held. */
  assertHeld: () => void
}

const FILE = 'SKILL.md'

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
  const history = statePath(store, 'history', folder.key, 'skills', skill.name)
  recordScope(folder)
  ensureDirectory(directory)
  return skipOnConflict(() => {
    writeMemoryFile(directory, FILE, text, { expected, assertHeld, history })
    return action === 'create' ? 'created' : 'updated'
  })
}

/** A person's change in the same moment stands: the next batch may propose the skill again. */
function skipOnConflict(action: () => 'created' | 'updated'): 'created' | 'updated' | 'skipped' {
  try {
    return action()
  } catch (error) {
    if (error instanceof SvcError && error.code === 'CONFLICT') return 'skipped'
    throw error
  }
}

/** True if a link lies on the way: in a cloned store it could lead a write anywhere. */
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

/** Hosts load a skill's text whole: agentskills.io asks for 5,000 tokens at most. */
const BODY_CHARS = 20_000
/** Longest text that is searched for secrets. */
const READ_CHARS = 200_000
const CONTROL = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g

/**
 * A SKILL.md with agentskills.io front matter: redacted, without invisible and control characters,
 * its body at most 20,000 characters. Undefined where no description or no body is left.
 */
export function formatSkill(skill: NewSkill): string | undefined {
  const description = toTrigger(clean(skill.description))
  const body = clip(clean(skill.body), BODY_CHARS).trim()
  if (description === '' || body === '') return undefined
  const head = formatEntry('name', skill.name) + formatEntry('description', description)
  return `---\n${head}---\n\n${body}\n`
}

function clean(text: string): string {
  const lines = text.slice(0, READ_CHARS).replace(/\r\n?/g, '\n')
  return redactText(stripInjected(lines)).replace(CONTROL, '').trim()
}
