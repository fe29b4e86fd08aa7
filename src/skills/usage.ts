import { basename, dirname, isAbsolute, normalize } from 'node:path'
import { withFence } from '../../store/files/fence.js'
import { updateJsonDocument } from '../../store/files/json.js'
import { toRealPath } from '../../store/files/read.js'
import { hashText } from '../../store/names.js'
import { statePath, storeLock, type Store } from '../../store/store.js'
import { readToolUses } from '../hosts/transcript/uses.js'
import type { FoundSkill } from './discover.js'
import { isUse, skillKey, type SkillsDocument, type SkillUse } from './life.js'

/** A session and the file its host writes it to. */
interface SessionTranscript {
  session: string
  transcriptPath?: string | undefined
}

/**
 * Counts the session for each skill that its transcript tells of since this was last done, once
 * however often it is told. `skills` are those of the session's project and of global scope, dormant
 * ones too. Durable when it resolves. Throws STORE_LOCKED, and STORE_CORRUPT where the counts cannot
 * be read.
 */
export async function countSkillUses(
  store: Store,
  skills: readonly FoundSkill[],
  { session, transcriptPath: path }: SessionTranscript,
  now: Date,
): Promise<void> {
  if (path === undefined || skills.length === 0) return
  const read = (fromByte: number) => {
    const uses = readToolUses(path, fromByte)
    return { skills: matchSkillUses(uses.skills, skills), end: uses.end }
  }
  await recordUsesSince(store, session, read, now)
}

const SESSIONS_KEPT = 50
const SKILLS_KEPT = 1000
const PLACES_KEPT = 200

/**
 * Hands `read` the byte up to which a session's transcript was looked at, and keeps what it
 * answers: the skills used since, which are counted, and the new byte. Holds the lock meanwhile.
 */
async function recordUsesSince(
  store: Store,
  session: string,
  read: (fromByte: number) => { skills: readonly FoundSkill[]; end: number },
  now: Date,
): Promise<void> {
  await update(store, document => {
    const name = toShort(session)
    const { skills, end } = read(document.read[name] ?? 0)
    count(document, session, skills, now)
    // Taken out and put back: the newest stand last, the oldest go first.
    delete document.read[name]
    document.read[name] = end
    document.read = Object.fromEntries(Object.entries(document.read).slice(-PLACES_KEPT))
  })
}

function update(store: Store, change: (document: SkillsDocument) => void): Promise<unknown> {
  const path = statePath(store, 'skills.json')
  const changeWhole = (document: Partial<SkillsDocument>) => {
    document.uses = { ...document.uses }
    document.read = { ...document.read }
    change(document as SkillsDocument)
  }
  return withFence(storeLock(store, 'skills'), [path], lock =>
    updateJsonDocument<Partial<SkillsDocument>>(path, {}, changeWhole, () => lock.assertHeld()),
  )
}

function count(
  document: SkillsDocument,
  session: string,
  skills: readonly FoundSkill[],
  now: Date,
): void {
  const at = now.toISOString()
  for (const key of new Set(skills.map(skillKey))) {
    document.uses[key] = addUse(document.uses[key], toShort(session), at)
  }
  document.uses = keepNewest(document.uses)
}

function addUse(use: SkillUse | undefined, session: string, at: string): SkillUse {
  const { count, lastUsed, sessions } = isUse(use) ? use : { count: 0, lastUsed: at, sessions: '' }
  const counted = sessions.split(' ').filter(name => name !== '' && name !== session)
  const isNew = !sessions.split(' ').includes(session)
  return {
    count: count + (isNew ? 1 : 0),
    lastUsed: lastUsed > at ? lastUsed : at,
    sessions: [...counted, session].slice(-SESSIONS_KEPT).join(' '),
  }
}

function keepNewest(uses: Record<string, SkillUse>): Record<string, SkillUse> {
  const entries = Object.entries(uses)
  if (entries.length <= SKILLS_KEPT) return uses
  entries.sort(([, one], [, other]) => (one.lastUsed < other.lastUsed ? 1 : -1))
  return Object.fromEntries(entries.slice(0, SKILLS_KEPT))
}

/** Forty bits: two of the fifty sessions of one skill hardly ever share them. */
function toShort(session: string): string {
  return hashText(session, 8)
}

/**
 * The skills that a transcript's uses mean: each use is the path of a SKILL.md (absolute, or the
 * end of one) or a name. Uses of what is no skill here are passed over.
 */
export function matchSkillUses(
  uses: readonly string[],
  skills: readonly FoundSkill[],
): FoundSkill[] {
  const used = uses.flatMap(use => findSkill(use, skills) ?? [])
  return [...new Set(used)]
}

function findSkill(use: string, skills: readonly FoundSkill[]): FoundSkill | undefined {
  if (!/(?:^|[\\/])SKILL\.md$/.test(use)) return findNamed(use.toLowerCase(), skills)
  if (isAbsolute(use)) return findAt(normalize(use), skills)
  const end = `/${normalize(use.replace(/^~[\\/]/, '')).replaceAll('\\', '/')}`
  // A path without its folder, or from a folder nobody knows, could be any skill's.
  if (end === '/SKILL.md' || end.includes('/../')) return undefined
  return skills.find(({ path }) => path.replaceAll('\\', '/').endsWith(end))
}

function findNamed(name: string, skills: readonly FoundSkill[]): FoundSkill | undefined {
  return (
    skills.find(skill => skill.name.toLowerCase() === name) ??
    skills.find(({ path }) => basename(dirname(path)).toLowerCase() === name)
  )
}

/** A skill can be reached by several names of its folder. */
function findAt(path: string, skills: readonly FoundSkill[]): FoundSkill | undefined {
  const same = skills.find(skill => skill.path === path)
  const real = same ? undefined : toRealPath(path)
  return same ?? skills.find(skill => real !== undefined && toRealPath(skill.path) === real)
}
