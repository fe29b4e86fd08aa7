import { basename, dirname, isAbsolute, normalize } from 'node:path'
import type { Scope } from '../../store/types.js'
import { toRealPath } from '../import/regular-file.js'

interface FoundSkill {
  name: string
  path: string
  scope: Scope
}

/**
 * The skills that a transcript's uses mean: each use is the path of a SKILL.md (absolute, or the
 * end of one) or a name. Uses of what is no skill here are passed over.
 */
export function matchSkillUses<T extends FoundSkill>(
  uses: readonly string[],
  skills: readonly T[],
): T[] {
  const used = uses.flatMap(use => findSkill(use, skills) ?? [])
  return [...new Set(used)]
}

function findSkill<T extends FoundSkill>(use: string, skills: readonly T[]): T | undefined {
  if (!/(?:^|[\\/])SKILL\.md$/.test(use)) return findNamed(use.toLowerCase(), skills)
  if (isAbsolute(use)) return findAt(normalize(use), skills)
  const end = `/${normalize(use.replace(/^~[\\/]/, '')).replaceAll('\\', '/')}`
  // Without its folder, or from a folder nobody knows, it could be any skill's.
  if (end === '/SKILL.md' || end.includes('/../')) return undefined
  return skills.find(({ path }) => path.replaceAll('\\', '/').endsWith(end))
}

function findNamed<T extends FoundSkill>(name: string, skills: readonly T[]): T | undefined {
  return (
    skills.find(skill => skill.name.toLowerCase() === name) ??
    skills.find(({ path }) => basename(dirname(path)).toLowerCase() === name)
  )
}

/** A skill can be reached by several names of its folder. */
function findAt<T extends FoundSkill>(path: string, skills: readonly T[]): T | undefined {
  const same = skills.find(skill => skill.path === path)
  const real = same ? undefined : toRealPath(path)
  return same ?? skills.find(skill => real !== undefined && toRealPath(skill.path) === real)
}
