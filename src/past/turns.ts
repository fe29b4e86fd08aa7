import { clip } from '../text.js'

/**
 * A turn of a past session, word for word but for secrets: what was asked, done and answered. It is a
 * line of a part (`parts.ts`).
 */
export interface PastTurn {
  session: string
  /** Its number in the session, from 1. */
  turn: number
  /** Time of its prompt, or of its end where that was not noted (ISO 8601). */
  at: string
  host?: string
  /** At most 20,000 characters, as `cleanAsked` leaves them; '' where it was not found. */
  asked: string
  /** At most 20,000 characters; '' where nothing was answered. */
  answered: string
  /** Commands and changed files in the order in which they came; the last 60 where there were more. */
  did: PastStep[]
}

/** A step of a turn: a shell command that was run, or a file that was changed. */
export type PastStep = PastCommand | { file: string }

/** A shell command, redacted, at most 500 characters. */
export interface PastCommand {
  command: string
  /** Undefined where nobody can tell how it ended. */
  isFailed?: boolean
  /** The telling lines of what a failed one printed, redacted, at most 2,000 characters. */
  output?: string
}

/** The most steps that are kept of a turn. */
export const MOST_STEPS = 60

/** The name of a turn among those of all sessions: its line is there once. */
export function identityOf({ session, turn }: Pick<PastTurn, 'session' | 'turn'>): string {
  return `${session}\n${turn}`
}

/** The commands of a turn, in their order. */
export function commandsOf({ did }: PastTurn): PastCommand[] {
  return did.flatMap(step => ('command' in step ? step : []))
}

/** The files that a turn changed, each once, in their order. */
export function filesOf({ did }: PastTurn): string[] {
  return [...new Set(did.flatMap(step => ('file' in step ? step.file : [])))]
}

const DAY_CHARS = 10

/** The day of a turn (UTC), as parts are named by it. */
export function dayOfTurn({ at }: Pick<PastTurn, 'at'>): string {
  return at.slice(0, DAY_CHARS)
}

/** True for a time that a turn can be kept at: it has a day. */
export function isTime(at: string): boolean {
  const time = Date.parse(at)
  return !Number.isNaN(time) && /^\d{4}-/.test(new Date(time).toISOString())
}

/** The line of a part; texts are bounded by who cleaned them, steps are here. */
export function toLine(turn: PastTurn): string {
  const { session, turn: number, at, host, asked, answered, did } = turn
  const known = { session, turn: number, at, ...(host !== undefined && { host }), asked, answered }
  return `${JSON.stringify({ ...known, did: did.slice(-MOST_STEPS) })}\n`
}

/** The turn that a line holds, once parsed; undefined where it is none: files may be damaged. */
export function parsePastTurn(value: unknown): PastTurn | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { session, turn, at, host, asked, answered, did } = value as Partial<PastTurn>
  const isSound = typeof session === 'string' && typeof turn === 'number' && typeof at === 'string'
  if (!isSound || typeof asked !== 'string' || typeof answered !== 'string') return undefined
  const steps = Array.isArray(did) ? did.filter(isStep) : []
  return { session, turn, at, ...(host !== undefined && { host }), asked, answered, did: steps }
}

function isStep(value: unknown): value is PastStep {
  const { command, file } = (value ?? {}) as { command?: unknown; file?: unknown }
  return typeof command === 'string' || typeof file === 'string'
}

/** The beginning of a prompt, on one line, as a list shows it. */
export function titleOf({ asked }: Pick<PastTurn, 'asked'>, chars = 120): string {
  return clip(asked.replace(/\s+/g, ' ').trim(), chars)
}
