import { SvcError } from '../../store/errors.js'
import { estimateTokens, ProviderFailure, type Question } from './types.js'

/** Milliseconds that one call may take, its repeats included. */
export const CALL_MS = 60_000

/** A call's end: its signal, and how much of its time is left. */
export interface TimeLimit {
  signal: AbortSignal
  /** Milliseconds, 0 where the time is over. */
  remaining(): number
}

/**
 * Runs an action that stops at its signal: when the time is over or the caller gives up. Whatever
 * it throws then becomes PROVIDER_FAILED saying so, with the question counted as paid for.
 */
export async function withTimeLimit<T>(
  { name, ms, question }: { name: string; ms: number; question: Question },
  given: AbortSignal,
  action: (limit: TimeLimit) => Promise<T>,
): Promise<T> {
  if (given.aborted) throw new ProviderFailure(`${name} was not asked: interrupted`)
  const end = Date.now() + ms
  const stop = new AbortController()
  const giveUp = () => stop.abort()
  const timer = setTimeout(giveUp, ms)
  given.addEventListener('abort', giveUp, { once: true })
  try {
    return await action({ signal: stop.signal, remaining: () => Math.max(0, end - Date.now()) })
  } catch (error) {
    if (!stop.signal.aborted) throw error
    const inputTokens = estimateTokens(question.system, question.prompt)
    const why = given.aborted ? 'was interrupted' : `did not answer within ${ms / 1000} s`
    throw new ProviderFailure(`${name} ${why}`, { inputTokens, outputTokens: 0 })
  } finally {
    clearTimeout(timer)
    given.removeEventListener('abort', giveUp)
  }
}

/** What stops at its signal gets this long to say so itself (milliseconds). */
const GRACE_MS = 500

/**
 * Runs an action with a signal that fires together with the given one, or after `ms`. Throws
 * PROVIDER_FAILED soon after that, also where the action pays no heed to its signal.
 */
export async function withDeadline<T>(
  given: AbortSignal,
  ms: number,
  action: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stop = new AbortController()
  const timers: NodeJS.Timeout[] = []
  const giveUp = () => stop.abort()
  const over = new Promise<never>((_, reject) => {
    const end = () => reject(new SvcError('PROVIDER_FAILED', 'the provider did not come to an end'))
    stop.signal.addEventListener('abort', () => timers.push(setTimeout(end, GRACE_MS)))
  })
  timers.push(setTimeout(giveUp, ms))
  given.addEventListener('abort', giveUp, { once: true })
  try {
    if (given.aborted) giveUp()
    return await Promise.race([action(stop.signal), over])
  } finally {
    timers.forEach(clearTimeout)
    given.removeEventListener('abort', giveUp)
  }
}
