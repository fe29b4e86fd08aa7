import { clipSaid } from '../said.js'
import type { QueuedTurn, TurnLimits } from '../turns.js'
import type { Turn } from '../types.js'
import { findTurn } from './read-turn.js'
import type { TranscriptTurn } from './turn-reader.js'

/** How much of a transcript is read for one turn: work between prompt and reply can be long. */
const TURN_BYTES = 4 * 1024 * 1024
/** A reply that is not there by now will not come (milliseconds). */
const PATIENCE_MS = 60_000
/** Hosts may date a prompt a little later than the call that tells of it. */
const CLOCK_MS = 1_000

/**
 * A queued turn with what its transcript knows of it, clipped and redacted. `wait` where the reply
 * is still to come; after a minute the turn is taken as it is. Prompt and reply are empty where
 * nobody knows them. Never throws.
 */
export function completeTurn(
  queued: QueuedTurn,
  limits: TurnLimits,
  now = new Date(),
): { turn: Turn } | { wait: true } {
  const { transcriptPath: path, reply } = queued
  if (path === undefined || (reply !== undefined && queued.prompt !== '')) {
    return { turn: toTurn(queued, limits, undefined) }
  }
  const found = findOwn(path, queued, limits)
  const isLate = now.getTime() - Date.parse(queued.at) > PATIENCE_MS
  if (reply === undefined && !isLate && found?.complete !== true) return { wait: true }
  return { turn: toTurn(queued, limits, found) }
}

/** A turn that another one follows is over, whatever its records say. */
function findOwn(path: string, queued: QueuedTurn, limits: TurnLimits): TranscriptTurn | undefined {
  let isOver = false
  const found = findTurn(path, TURN_BYTES, (turn, isLast) => {
    isOver = !isLast
    return isOwn(turn, queued, limits)
  })
  return found && { ...found, complete: found.complete || isOver }
}

/** The last turn that began before the host told of its end, or else the one of the prompt. */
function isOwn(turn: TranscriptTurn, queued: QueuedTurn, limits: TurnLimits): boolean {
  const began = Date.parse(turn.at ?? '')
  if (!Number.isNaN(began)) return began <= Date.parse(queued.at) + CLOCK_MS
  if (turn.prompt === undefined || queued.prompt === '') return true
  return clipSaid(turn.prompt, limits.userChars) === queued.prompt
}

function toTurn(queued: QueuedTurn, limits: TurnLimits, found: TranscriptTurn | undefined): Turn {
  const { session, turn, at } = queued
  const prompt = queued.prompt || clipSaid(found?.prompt ?? '', limits.userChars)
  const reply = queued.reply ?? clipSaid(found?.reply ?? '', limits.assistantChars)
  return { session, turn, at, prompt, reply }
}
