import { setTimeout as sleep } from 'node:timers/promises'
import { ProviderFailure } from './failure.js'
import type { TimeLimit } from './time-limit.js'

const REPEATS = 2
const FIRST_PAUSE_MS = 500

/** A failure that may pass by itself: no connection, too many requests, a server in trouble. */
export class PassingFailure extends ProviderFailure {
  constructor(
    message: string,
    /** Milliseconds that the server asked to wait. */
    readonly retryAfterMs?: number,
  ) {
    super(message)
  }
}

/**
 * Tries a call up to three times while it fails in passing, with a growing pause or the one that
 * the server asks for. Where that would outlast the time limit the failure is thrown at once.
 */
export async function withRetries<T>(limit: TimeLimit, attempt: () => Promise<T>): Promise<T> {
  for (let repeats = 0; ; repeats++) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof PassingFailure) || repeats >= REPEATS) throw error
      const pause = error.retryAfterMs ?? planPause(repeats, Math.random())
      if (pause >= limit.remaining()) throw error
      await sleep(pause, undefined, { signal: limit.signal })
    }
  }
}

/** Milliseconds before a repeat (from 0): doubling, and between half and all of that by chance. */
export function planPause(repeats: number, chance: number): number {
  return FIRST_PAUSE_MS * 2 ** repeats * (0.5 + chance / 2)
}

/** What a Retry-After header asks for, in milliseconds: seconds or a date; undefined for others. */
export function parseRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined
  if (/^\s*\d+(?:\.\d+)?\s*$/.test(header)) return Number(header) * 1000
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(0, at - now)
}
