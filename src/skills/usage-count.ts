import type { Store } from '../../store/store.js'
import { readToolUses } from '../reflect/transcript/tool-uses.js'
import { matchSkillUses } from './usage-match.js'
import { recordSkillUsesSince, type UsedSkill } from './usage.js'

/** A session and the file its host writes it to. */
export interface SessionTranscript {
  session: string
  transcriptPath?: string | undefined
}

/**
 * Counts the skills that a session's transcript tells of since this was last done. `skills` are
 * those of the session's project and of global scope, dormant ones too. Throws STORE_LOCKED, and
 * STORE_CORRUPT where the counts cannot be read.
 */
export async function countSkillUses(
  store: Store,
  skills: readonly (UsedSkill & { path: string })[],
  { session, transcriptPath: path }: SessionTranscript,
  now: Date,
): Promise<void> {
  if (path === undefined || skills.length === 0) return
  const read = (fromByte: number) => {
    const uses = readToolUses(path, fromByte)
    return { skills: matchSkillUses(uses.skills, skills), end: uses.end }
  }
  await recordSkillUsesSince(store, session, read, now)
}
