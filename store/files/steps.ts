/** Work in short steps that answers at its end. */
export type Steps<T> = Generator<undefined, T>

/** Time at most that work in steps holds up a waiting caller (milliseconds). */
const STEP_MS = 4

/** Does work between what others do in this process. Rejects with what the work throws. */
export async function runInSteps<T>(steps: Steps<T>): Promise<T> {
  const pause = pausing()
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    const paused = pause()
    if (paused !== undefined) await paused
  }
}

/**
 * Pauses work that is no generator: it calls the function often, which answers a promise to wait
 * for if others have waited long enough, else undefined.
 */
export function pausing(): () => Promise<void> | undefined {
  let end = now() + STEP_MS
  return () => {
    if (now() < end) return undefined
    return new Promise(resolve =>
      setImmediate(() => {
        end = now() + STEP_MS
        resolve()
      }),
    )
  }
}

/** Milliseconds on a clock that only goes forward; node:perf_hooks would have to be loaded for it. */
function now(): number {
  return process.uptime() * 1_000
}

/** Does work in steps at one go. Throws what the work throws. */
export function runAtOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}
