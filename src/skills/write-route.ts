import type { Scope } from '../../store/types.js'
import type { SkillCandidate } from '../reflect/types.js'
import { formatScopeKey } from '../scopes.js'

/** A skill that is there already. */
export interface KnownSkill {
  name: string
  path: string
  scope: Scope
}

/** Where a candidate goes, or why it is dropped. */
export type SkillRoute =
  | { action: 'create' | 'update'; name: string; scope: Scope }
  | { action: 'drop'; reason: 'no name' | 'global has it' | 'not ours' }

const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
const MAX_NAME = 64
/** Names that Windows keeps for devices. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)$/

/**
 * Decides about a distilled skill. Global scope only where the candidate says so. A candidate is
 * dropped where global has its name, or where a skill that svc did not write has it in either
 * scope; one that svc wrote in the same scope is updated. `own` is true for the path of a SKILL.md
 * that svc wrote.
 */
export function routeSkill(
  candidate: SkillCandidate,
  project: Scope,
  known: readonly KnownSkill[],
  own: (path: string) => boolean,
): SkillRoute {
  const name = toNewName(candidate.name)
  if (name === undefined) return { action: 'drop', reason: 'no name' }
  const scope: Scope = candidate.scope === 'global' ? { type: 'global', id: null } : project
  const named = known.filter(skill => skill.name.toLowerCase() === name)
  const key = formatScopeKey(scope)
  if (key !== 'global' && named.some(skill => skill.scope.type === 'global')) {
    return { action: 'drop', reason: 'global has it' }
  }
  if (named.some(skill => !own(skill.path))) return { action: 'drop', reason: 'not ours' }
  const isThere = named.some(skill => formatScopeKey(skill.scope) === key)
  return { action: isThere ? 'update' : 'create', name, scope }
}

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
