import { isMade, readMessage, type Commit, type CommitMessage } from './message.js'
import { countText, readSigns, type Signs } from './signs.js'
import { CONSTANT, WEIGHTS } from './weights.js'
import { WORDS } from './words.js'

/** A commit as it was read, and how surely it states a rule: log odds, above 0 where it rather does. */
export interface Judged {
  commit: Commit
  message: CommitMessage
  score: number
}

/** Least words of a body, or of a subject alone, that can state a rule with its reason. */
const LEAST_BODY = 6
const LEAST_SUBJECT = 7

/** Judges a commit; -Infinity for what a program wrote, and for what is too short to state anything. */
export function judge(commit: Commit): Judged {
  const message = readMessage(commit.message)
  const isIdle = isMade(commit) || isRepeated(message) || !maySettle(message)
  return { commit, message, score: isIdle ? -Infinity : rate(readSigns(message)) }
}

/** True for a revert of a revert, and for one without its reason. */
function isRepeated({ isRevert, reverted, body }: CommitMessage): boolean {
  if (!isRevert) return false
  return /^revert\b/i.test(reverted ?? '') || countText(body.map(({ text }) => text).join(' ')) < 6
}

/** Looks cheaply: most messages are one line that only says what was done. */
function maySettle({ subject, body }: CommitMessage): boolean {
  if (countText(body.map(({ text }) => text).join(' ')) >= LEAST_BODY) return true
  if (countText(subject) < LEAST_SUBJECT) return false
  return [WORDS.strict, WORDS.choice, WORDS.states, WORDS.general, WORDS.proof].some(
    words => subject.search(words) !== -1,
  )
}

/** The log odds of signs. */
export function rate(signs: Signs): number {
  return Object.entries(signs).reduce((sum, [name, value]) => {
    return sum + value * (WEIGHTS[name] ?? 0)
  }, CONSTANT)
}
