import { appendFileSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { FoundSkill } from '../../../src/skills/discover.js'
import { countSkillUses } from '../../../src/skills/usage.js'
import { openStore, type Store } from '../../../store/store.js'
import { temporaryFolder } from '../../store/fixture.js'

export const NOW = new Date('2026-11-20T10:00:00.000Z')
export const DAY_MS = 24 * 60 * 60 * 1000

/** A time so many days before NOW. */
export function daysAgo(days: number): Date {
  return new Date(NOW.getTime() - days * DAY_MS)
}

interface Owner {
  teardown(undo: () => void): void
}

export interface Place {
  store: Store
  home: string
  project: string
}

/** A store, a home and a project of their own. */
export function openPlace(t: Owner): Place {
  const folder = temporaryFolder(t)
  const [home, project] = [join(folder, 'home'), join(folder, 'project')]
  mkdirSync(home)
  mkdirSync(project)
  return { store: openStore(join(folder, 'store', 'svc.json')), home, project }
}

/** Makes a skill by hand, dated. */
export function makeSkill(path: string, description: string, modified = NOW): string {
  const file = join(path, 'SKILL.md')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `---\ndescription: ${description}\n---\n\nBody\n`)
  utimesSync(file, modified, modified)
  return file
}

/** Lets a session use skills of these names, as its transcript tells, and counts that. */
export function useSkills(
  store: Store,
  session: string,
  skills: readonly Omit<FoundSkill, 'path'>[],
  now: Date,
): Promise<void> {
  const transcriptPath = join(dirname(store.root), `${session}.jsonl`)
  for (const { name } of skills) appendUse(transcriptPath, 'Skill', { skill: name })
  const known = skills.map(skill => ({ ...skill, path: `/none/${skill.name}/SKILL.md` }))
  return countSkillUses(store, known, { session, transcriptPath }, now)
}

/** Writes the use of a tool to a transcript. */
export function appendUse(transcriptPath: string, name: string, input: object): void {
  const message = { role: 'assistant', content: [{ type: 'tool_use', name, input }] }
  appendFileSync(transcriptPath, JSON.stringify({ type: 'assistant', message }) + '\n')
}
