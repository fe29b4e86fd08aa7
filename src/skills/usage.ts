import { join } from 'node:path'
import { updateJsonDocument } from '../../store/json-document.js'
import { hashText } from '../../store/hash.js'
import { withLock } from '../../store/lock.js'
import type { Store } from '../../store/store.js'
import type { Scope } from '../../store/types.js'
import { isUse, skillKey, skillsPath, type SkillsDocument, type SkillUse } from './life.js'

/** A skill whose use is recorded. */
export interface UsedSkill {
  name: string
  scope: Scope
}

const SESSIONS_KEPT = 50
const SKILLS_KEPT = 1000
const PLACES_KEPT = 200

/**
 * Counts the session for each of the skills, once however often it is told. Durable when it
 * resolves. Throws STORE_LOCKED, and STORE_CORRUPT where the document cannot be read.
 */
export async function recordSkillUses(
  store: Store,
  session: string,
  skills: readonly UsedSkill[],
  now: Date,
): Promise<void> {
  if (skills.length > 0) await update(store, document => count(document, session, skills, now))
}

/**
 * Hands `read` the byte up to which a session's transcript was looked at, and keeps what it
 * answers: the skills used since, which are counted, and the new byte. Holds the lock meanwhile.
 */
export async function recordSkillUsesSince(
  store: Store,
  session: string,
  read: (fromByte: number) => { skills: readonly UsedSkill[]; end: number },
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
  return withLock(join(store.state, 'locks', 'skills'), () =>
    updateJsonDocument<Partial<SkillsDocument>>(skillsPath(store), {}, document => {
      document.uses = { ...document.uses }
      document.read = { ...document.read }
      change(document as SkillsDocument)
    }),
  )
}

function count(
  document: SkillsDocument,
  session: string,
  skills: readonly UsedSkill[],
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
