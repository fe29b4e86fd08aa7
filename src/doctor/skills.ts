import { HAS_MARKERS } from '../skills/discover.js'
import { discoverSkills, skillRoots } from '../skills/index.js'
import type { Check, Found } from './check.js'
import { failure } from './findings.js'

/** Skills of the store with conflict markers: no model is told of them until they are settled. */
export const conflictedSkill: Check = {
  name: 'conflicted-skill',
  run: async ({ collections }) => {
    const found: Found[] = []
    const storeDirs = collections.map(({ folder: { path, scope } }) => ({ dir: path, scope }))
    const onSkip = (path: string, reason: string) => {
      if (reason === HAS_MARKERS) found.push(failure(path, `${reason}: settle the merge first`))
    }
    await discoverSkills({ roots: skillRoots({ storeDirs }), onSkip })
    return found
  },
}
