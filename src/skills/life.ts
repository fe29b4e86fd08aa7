import { readText } from '../../store/files/atomic.js'
import { formatScopeKey } from '../../store/projects/scope.js'
import { statePath, type Store } from '../../store/store.js'
import type { Scope, Skill } from '../../store/types.js'

/** The standing of a skill that follows from its use: dormant from 21 days without, promoted from 3 uses. */
type SkillLife = Pick<Skill, 'usageCount' | 'dormant' | 'promoted'>

/** The record of a skill's use. */
export interface SkillUse {
  count: number
  /** ISO 8601. */
  lastUsed: string
  /** Short names of the sessions counted last, separated by spaces. */
  sessions: string
}

/** Local state, never tracked: uses by skillKey, and how far each session's transcript was read. */
export interface SkillsDocument {
  uses: Record<string, SkillUse>
  read: Record<string, number>
}

/** The part of a skill that its life is judged by. */
interface LivingSkill {
  name: string
  scope: Scope
  /** Time of its file's last change, ISO 8601. */
  modifiedAt: string
}

const DORMANT_MS = 21 * 24 * 60 * 60 * 1000
const PROMOTED_USES = 3

/** Key of a skill's uses: of one scope, whatever the case of the name. */
export function skillKey({ name, scope }: Pick<LivingSkill, 'name' | 'scope'>): string {
  return `${formatScopeKey(scope)} ${name.toLowerCase()}`
}

/**
 * The life of each skill at `now`, from one look at a small file. Use is a bonus: where the file
 * is absent or broken every count is 0, and a skill's age is that of its file.
 */
export function readSkillLives(store: Store, now = new Date()): (skill: LivingSkill) => SkillLife {
  const uses = readUses(store)
  return skill => toLife(uses.get(skillKey(skill)), skill, now)
}

/** The life of a skill whose use is known. Days without use count from its file's last change. */
export function toLife(
  use: Pick<SkillUse, 'count' | 'lastUsed'> | undefined,
  { modifiedAt }: Pick<LivingSkill, 'modifiedAt'>,
  now: Date,
): SkillLife {
  const changed = Date.parse(modifiedAt)
  const used = Date.parse(use?.lastUsed ?? '')
  const awake = Math.max(Number.isNaN(changed) ? 0 : changed, Number.isNaN(used) ? 0 : used)
  const usageCount = use?.count ?? 0
  return {
    usageCount,
    dormant: now.getTime() - awake >= DORMANT_MS,
    promoted: usageCount >= PROMOTED_USES,
  }
}

/** Promoted skills first, else as they came. */
export function inOrderOfLife<T extends { promoted?: boolean }>(skills: readonly T[]): T[] {
  return [...skills.filter(({ promoted }) => promoted), ...skills.filter(skill => !skill.promoted)]
}

/** Read without the JSON document's machinery: every session start comes through here. */
function readUses(store: Store): Map<string, SkillUse> {
  try {
    const { uses } = JSON.parse(
      readText(statePath(store, 'skills.json')) ?? '{}',
    ) as Partial<SkillsDocument>
    return new Map(Object.entries(uses ?? {}).filter(([, use]) => isUse(use)))
  } catch {
    return new Map()
  }
}

/** False for an entry that somebody broke by hand. */
export function isUse(use: Partial<SkillUse> | null | undefined): use is SkillUse {
  const texts = [use?.lastUsed, use?.sessions]
  return Number.isSafeInteger(use?.count) && texts.every(text => typeof text === 'string')
}
