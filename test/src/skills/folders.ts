import { join } from 'node:path'
import { discoverSkills, type SkillRoot } from '../../../src/skills/discover.js'
import { GLOBAL_SCOPE } from '../../../store/types.js'

export { temporaryFolder, writeTree } from '../import/fixture.js'

/** A SKILL.md with these front-matter lines. */
export function skillFile(lines: string, body = 'Steps.'): string {
  return `---\n${lines}\n---\n\n${body}\n`
}

/** Discovers below `<root>/skills` as global scope; skipped files as `path below root: reason`. */
export async function discover(root: string, more: Partial<SkillRoot> = {}) {
  const skipped: Record<string, string> = {}
  const roots = [{ dir: join(root, 'skills'), scope: GLOBAL_SCOPE, ...more }]
  const skills = await discoverSkills({
    roots,
    onSkip: (path, reason) => (skipped[path.slice(root.length + 1)] = reason),
  })
  return { skills, skipped }
}
