import { SvcError } from '../store/errors.js'
import { findScopeFolder, listScopeFolders, type ScopeFolder } from '../store/scope-folders.js'
import type { Store } from '../store/store.js'
import type { Scope, Skill } from '../store/types.js'
import type { ScopeFilter, SkillFilter } from './api.js'
import { identify, learnIdentity } from './identity.js'
import { inOrderOfLife, readSkillLives } from './skills/life.js'
import {
  discoverSkills,
  readSkillText,
  searchSkills,
  skillRoots,
  visibleSkills,
  type SkillRoot,
} from './skills/index.js'

/**
 * The skills that the filter names, as they are on disk now, promoted ones first; of two with one
 * name, global and project, only the global one. Dormant skills are left out unless the filter
 * wants them. A project's skills are found whether or not svc stored anything for it.
 */
export async function listSkills(
  store: Store,
  home: string,
  filter: SkillFilter,
  now = new Date(),
): Promise<{ skills: Skill[]; total: number }> {
  const { text, includeDormant = false, limit = 100, offset = 0 } = filter
  const all = await findSkills(store, home, filter, now)
  const found = inOrderOfLife(all.filter(({ dormant }) => includeDormant || !dormant))
  const matching = text === undefined || text.trim() === '' ? found : searchSkills(found, text)
  return { skills: matching.slice(offset, offset + limit), total: matching.length }
}

/** One skill with its text. Throws SKILL_NOT_FOUND. */
export async function readSkill(
  store: Store,
  home: string,
  name: string,
  filter: ScopeFilter,
  now = new Date(),
): Promise<Skill & { content: string }> {
  const skill = (await findSkills(store, home, filter, now)).find(one => one.name === name)
  const content = skill && readSkillText(skill.path)
  if (skill === undefined || content === undefined) {
    throw new SvcError('SKILL_NOT_FOUND', `there is no skill ${name} in these scopes`)
  }
  return { ...skill, content }
}

/** Every skill of the scopes that the filter names. */
async function findSkills(
  store: Store,
  home: string,
  filter: ScopeFilter,
  now: Date,
): Promise<Skill[]> {
  const scopes = scopesOf(store, filter)
  for (const scope of scopes) await learnIdentity(store, scope)
  const roots = scopes.flatMap(scope => rootsOf(store, home, scope))
  const lifeOf = readSkillLives(store, now)
  const skills = (await discoverSkills({ roots })).map((skill): Skill => {
    const { name, trigger, path, scope } = skill
    return { name, trigger, path, ...lifeOf(skill), scope }
  })
  return visibleSkills(skills)
}

function scopesOf(store: Store, { scope, scopes, scopeType }: ScopeFilter): Scope[] {
  if (scopes) return scopes
  if (scope) return [scope]
  const all = listScopeFolders(store).map(folder => folder.scope)
  return scopeType === undefined ? all : all.filter(({ type }) => type === scopeType)
}

function rootsOf(store: Store, home: string, scope: Scope): SkillRoot[] {
  const folder = findScopeFolder(store, scope, () => identify(scope))
  const storeDirs = folder === undefined ? [] : [toStoreDir(folder)]
  if (scope.type === 'global') return skillRoots({ home, storeDirs })
  return skillRoots({ project: { dir: scope.id, scope }, storeDirs })
}

function toStoreDir({ path, scope }: ScopeFolder): { dir: string; scope: Scope } {
  return { dir: path, scope }
}
