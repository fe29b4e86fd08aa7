import { join } from 'node:path'
import { withLock } from '../../store/lock.js'
import { makeScopeFolder, type ScopeFolder } from '../../store/scope-folders.js'
import type { Store } from '../../store/store.js'
import { GLOBAL_SCOPE, type Scope } from '../../store/types.js'
import { identify } from '../collection/collections.js'
import type { SkillCandidate } from '../reflect/types.js'
import { routeSkill, type KnownSkill } from './write-route.js'
import { isOwnSkill, writeSkill } from './write.js'

/**
 * Writes the skills of a batch where they belong, each under its scope's lock. `known` are the
 * skills of the batch's scope and of global scope, dormant ones too, as `listSkills` finds them.
 * Answers how many are new and how many changed; repeating it changes nothing. Throws STORE_LOCKED.
 */
export async function writeSkillCandidates(
  store: Store,
  folder: ScopeFolder,
  candidates: readonly SkillCandidate[],
  known: readonly KnownSkill[],
): Promise<{ added: number; updated: number }> {
  const counts = { added: 0, updated: 0 }
  const folders = [folder, folderOf(store, GLOBAL_SCOPE)]
  const isOwn = (path: string) => isOwnSkill(folders, path)
  for (const candidate of candidates) {
    const route = routeSkill(candidate, folder.scope, known, isOwn)
    if (route.action === 'drop') continue
    const { action, name, scope } = route
    const target = folderOf(store, scope)
    const outcome = await withLock(join(store.state, 'locks', `skills-${target.key}`), lock =>
      writeSkill(target, { ...candidate, name }, { store, action, ...lock }),
    )
    if (outcome === 'created') counts.added++
    if (outcome === 'updated') counts.updated++
  }
  return counts
}

function folderOf(store: Store, scope: Scope): ScopeFolder {
  return makeScopeFolder(store, scope, () => identify(scope))
}
