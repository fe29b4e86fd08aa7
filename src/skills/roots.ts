import { join } from 'node:path'
import { GLOBAL_SCOPE, type Scope } from '../../store/types.js'

/** A folder that holds skill folders. */
export interface SkillRoot {
  dir: string
  scope: Scope
  /** Links inside `dir` are followed as long as they stay in this folder; `dir` itself if absent. */
  within?: string
}

const PROJECT_FOLDERS = [
  '.claude/skills',
  '.agents/skills',
  '.codex/skills',
  '.gemini/skills',
  '.github/skills',
  '.agent/skills',
  '.paper/agents/skills',
  '.toola/skills',
  '.toolb/skills',
  '.toolc/skills',
]

const HOME_FOLDERS = [
  '.claude/skills',
  '.agents/skills',
  '.codex/skills',
  '.gemini/skills',
  '.copilot/skills',
  '.toola/skills',
]

/**
 * Where skills are looked for, in order of precedence within a scope: the person's own folders
 * before the store's. `home` is the user's home (global scope), `project` a project's directory
 * with its scope, `storeDirs` the folders of scopes in the store, whose `skills` folder counts.
 */
export function skillRoots(options: {
  home?: string
  project?: { dir: string; scope: Scope }
  storeDirs?: readonly { dir: string; scope: Scope }[]
}): SkillRoot[] {
  const { home, project, storeDirs = [] } = options
  return [
    ...(home ? HOME_FOLDERS.map(folder => toRoot(home, folder, GLOBAL_SCOPE)) : []),
    ...(project ? PROJECT_FOLDERS.map(folder => toRoot(project.dir, folder, project.scope)) : []),
    ...storeDirs.map(({ dir, scope }) => toRoot(dir, 'skills', scope)),
  ]
}

function toRoot(within: string, folder: string, scope: Scope): SkillRoot {
  return { dir: join(within, folder), scope, within }
}
