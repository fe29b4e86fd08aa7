import { listingAll } from '../../store/files/read.js'
import type { Store } from '../../store/store.js'
import { tellingLines } from '../hosts/output.js'
import { cleanAsked, cleanSaid } from '../redact/clean.js'
import { concealName, concealPath, redactText } from '../redact/index.js'
import { clip } from '../text.js'
import { firstDay, isLikely, type PastBounds } from './bounds.js'
import { withoutDamaged } from './damage.js'
import { nameForgotten, readForgotten } from './forget.js'
import { isLeftOut } from './left-out.js'
import { renumber } from './number.js'
import { addTurns, type Fence } from './parts.js'
import { dayOfTurn, MOST_STEPS, type PastStep, type PastTurn } from './turns.js'

/** A turn as it was said: neither cleaned nor redacted. */
export interface SpokenTurn {
  /** Its number in the session, from 1. */
  turn: number
  /** ISO 8601. */
  at: string
  asked: string
  answered: string
  did: readonly SpokenStep[]
}

/** A step of a turn as the host noted it. */
export type SpokenStep =
  | { command: string; isFailed?: boolean | undefined; output?: string | undefined }
  /** Absolute, or relative to the project's folder. */
  | { file: string }

const COMMAND_CHARS = 500
const OUTPUT_CHARS = 2_000
/** Characters at the beginning of a command that are looked at. */
const READ_CHARS = 20_000

/**
 * The turn as it is kept: cleaned and redacted, in its bounds, its files relative to `root`, the
 * project's folder, where they lie in it. Never throws.
 */
export function toPastTurn(
  session: string,
  host: string | undefined,
  root: string | undefined,
  turn: SpokenTurn,
): PastTurn {
  const { turn: number, asked, answered, did } = turn
  const steps = did.filter((step, at) => !isSameFile(step, did[at - 1])).slice(-MOST_STEPS)
  return {
    session: concealName(session),
    turn: number,
    at: toUtc(turn.at),
    ...(host !== undefined && { host }),
    asked: cleanAsked(asked) ?? '',
    answered: cleanSaid(answered),
    did: steps.map(step => toStep(step, root)),
  }
}

/** A file is mostly changed in several edits. */
function isSameFile(step: SpokenStep, before: SpokenStep | undefined): boolean {
  return 'file' in step && before !== undefined && 'file' in before && step.file === before.file
}

function toUtc(at: string): string {
  const time = Date.parse(at)
  return Number.isNaN(time) ? at : new Date(time).toISOString()
}

function toStep(step: SpokenStep, root: string | undefined): PastStep {
  if ('file' in step) return { file: concealPath(toOwnPath(step.file, root)) }
  const { command, isFailed, output } = step
  const told = isFailed === true ? tellingLines(output ?? '', OUTPUT_CHARS) : ''
  return {
    command: clip(redactText(cutAtBlank(command)).trim(), COMMAND_CHARS),
    ...(isFailed !== undefined && { isFailed }),
    ...(told !== '' && { output: told }),
  }
}

/** Half a secret is one that no rule knows. */
function cutAtBlank(text: string): string {
  return text.length <= READ_CHARS ? text : text.slice(0, READ_CHARS).replace(/\S*$/, '')
}

/** Windows writes its paths with either sign. */
function toOwnPath(file: string, root: string | undefined): string {
  const isWindows = /^[A-Za-z]:[\\/]/.test(root ?? file)
  const path = isWindows ? file.replaceAll('\\', '/') : file
  const folder = `${(isWindows ? root?.replaceAll('\\', '/') : root)?.replace(/\/+$/, '') ?? ''}/`
  const isOwn = folder !== '/' && path.startsWith(folder)
  return (isOwn ? path.slice(folder.length) : path).replace(/^(?:\.\/)+/, '')
}

/** The bounds of what is kept, and the time by which they count. */
export interface KeepOptions extends PastBounds {
  now: Date
  /** True for turns as hooks counted them: two of a session may have one number. */
  isCounted?: boolean
  /** Runs right before each change of a part. */
  fence?: Fence
}

/**
 * Keeps turns of a scope's sessions, each once; answers how many are new. Sessions that were forgotten,
 * projects that are left out and days that are over the bound are not kept. A part that is damaged is
 * set aside, and what it held of these turns is written anew. Call it under the scope's work lock.
 * Throws INVALID_REQUEST of a turn without a time, and the system's error where the disk is full.
 */
export function keepTurns(
  store: Store,
  key: string,
  turns: readonly PastTurn[],
  { now, isCounted = false, fence, ...bounds }: KeepOptions,
): number {
  if (turns.length === 0 || isLeftOut(store, key, bounds)) return 0
  const forgotten = readForgotten(store)
  const first = firstDay(bounds, now)
  const wanted = turns.filter(turn => {
    const isOld = dayOfTurn(turn) < first && isLikely(dayOfTurn(turn), now)
    return !isOld && !forgotten.has(nameForgotten(turn.session))
  })
  if (wanted.length === 0) return 0
  const add = () => addTurns(store, key, isCounted ? renumber(store, key, wanted) : wanted, fence)
  // A part that was passed over would be kept twice.
  return withoutDamaged({ store, key, now }, () => listingAll(add))
}
