import { existsSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { hasConflict } from '../../store/memory-document/problems.js'
import type { Scope } from '../../store/types.js'
import { readRegularFile, toRealPath } from '../import/regular-file.js'
import { formatScopeKey } from '../scopes.js'
import { findSkillFiles, type FolderBudget } from './find.js'
import { readSkillHead } from './head.js'
import { toSkillName, toTrigger } from './names.js'
import type { SkillRoot } from './roots.js'

/** A skill as its file describes it. */
export interface DiscoveredSkill {
  name: string
  /** Its description on one line. */
  trigger: string
  /** Absolute path of the SKILL.md. */
  path: string
  scope: Scope
  /** When the file was changed last, ISO 8601. */
  modifiedAt: string
}

/** Why a skill in a merge that nobody has settled is left out. */
export const HAS_MARKERS = 'has conflict markers'

const MAX_FOLDERS = 2000
const HEAD_BYTES = 16 * 1024

/**
 * Finds the skills below the roots, in their order; of two with one name in a scope the first
 * stays, and a folder that two roots lead to counts for the first. Folders that do not exist cost
 * one look. Opens at most 2,000 folders and reads the first 16 KiB of a file. Never throws; a file
 * that is no skill goes to `onSkip` with the reason.
 */
export async function discoverSkills(options: {
  roots: readonly SkillRoot[]
  onSkip?: (path: string, reason: string) => void
}): Promise<DiscoveredSkill[]> {
  const found = new Map<string, DiscoveredSkill>()
  for (const { path, within, scope } of findFiles(options.roots)) {
    const skill = await readSkill(path, within, scope)
    const reason = 'skip' in skill ? skill.skip : placeSkill(found, skill)
    if (reason !== undefined) options.onSkip?.(path, reason)
  }
  return [...found.values()]
}

function findFiles(roots: readonly SkillRoot[]) {
  const budget: FolderBudget = { left: MAX_FOLDERS, seen: new Set() }
  return roots.flatMap(root => {
    const within = existsSync(root.dir) ? toRealPath(root.within ?? root.dir) : undefined
    if (within === undefined) return []
    const files = findSkillFiles(root.dir, within, budget)
    return files.map(path => ({ path, within, scope: root.scope }))
  })
}

function placeSkill(found: Map<string, DiscoveredSkill>, skill: DiscoveredSkill) {
  const key = `${formatScopeKey(skill.scope)} ${skill.name.toLowerCase()}`
  if (found.has(key)) return 'another skill of the scope has its name'
  found.set(key, skill)
  return undefined
}

async function readSkill(
  path: string,
  within: string,
  scope: Scope,
): Promise<DiscoveredSkill | { skip: string }> {
  const read = readRegularFile(within, path, { maxBytes: HEAD_BYTES, head: true })
  if ('skip' in read) return read
  const text = read.bytes.toString()
  if (hasConflict(text)) return { skip: HAS_MARKERS }
  const head = await readSkillHead(text)
  const trigger = toTrigger(head?.description || head?.whenToUse || '')
  if (trigger === '') return { skip: head ? 'no description' : 'no front matter' }
  const name = toSkillName(head?.name ?? '') || toSkillName(basename(dirname(path)))
  if (name === '') return { skip: 'no name' }
  const modifiedAt = new Date(Number(read.stats.mtimeMs)).toISOString()
  return { name, trigger, path, scope, modifiedAt }
}
