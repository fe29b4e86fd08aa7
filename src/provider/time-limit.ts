import { estimateTokens } from '../text.js'
import { aroundCalls, type Asked } from './answer.js'
import { ProviderFailure, type Provider, type ProviderAnswer, type Question } from './types.js'

/** Time that a call gets to stop at its signal (milliseconds). */
const GRACE_MS = 2_000

/** Ends of calls, by the signals that they were begun with. */
const ENDS = new WeakMap<AbortSignal, number>()

/** Milliseconds until a call with this signal must end: 0 after that, Infinity without a limit. */
export function timeLeft(signal: AbortSignal): number {
  return Math.max(0, (ENDS.get(signal) ?? Infinity) - Date.now())
}

/**
 * A provider whose calls end. Their signal fires after `ms` or when the caller gives up; its reason
 * is a ProviderFailure that says which, with the question counted as paid for. What pays no heed to
 * its signal is left soon after, and the reason thrown.
 */
export function withTimeLimit(provider: Provider, ms: number): Provider {
  const { name } = provider
  return aroundCalls(provider, asked => callWithin(name, ms, asked))
}

async function callWithin(
  name: string,
  ms: number,
  { call, signal: given, question }: Asked,
): Promise<ProviderAnswer> {
  if (given.aborted) throw new ProviderFailure(`${name} was not asked: interrupted`)
  const stop = new AbortController()
  const end = (why: string) => stop.abort(new ProviderFailure(`${name} ${why}`, costOf(question())))
  const interrupt = () => end('was interrupted')
  const timer = setTimeout(() => end(`did not answer within ${ms / 1000} s`), ms)
  const left = leaveAfter(stop.signal)
  ENDS.set(stop.signal, Date.now() + ms)
  given.addEventListener('abort', interrupt, { once: true })
  try {
    return await Promise.race([call(stop.signal), left.promise])
  } finally {
    clearTimeout(timer)
    left.cancel()
    given.removeEventListener('abort', interrupt)
  }
}

/** Rejects with a signal's reason a while after it fired. */
function leaveAfter(signal: AbortSignal): { promise: Promise<never>; cancel: () => void } {
  let timer: NodeJS.Timeout | undefined
  const promise = new Promise<never>((_, reject) => {
    const leave = () => reject(signal.reason as ProviderFailure)
    signal.addEventListener('abort', () => (timer = setTimeout(leave, GRACE_MS)), { once: true })
  })
  return { promise, cancel: () => clearTimeout(timer) }
}

function costOf({ system, prompt }: Question) {
  return { inputTokens: estimateTokens(system, prompt), outputTokens: 0 }
}
