import { SvcError } from '../../store/errors.js'

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
