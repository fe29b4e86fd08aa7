/** Work in short steps that answers at its end. */
export type Steps<T> = Generator<undefined, T>

/** So long at most whoever waits for an answer is held up by work in steps (milliseconds). */
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
 * For work that is no generator: call what this answers often. It answers a promise to wait for where
 * others have waited long enough, undefined where not.
 */
export function pausing(): () => Promise<void> | undefined {
  let end = performance.now() + STEP_MS
  return () => {
    if (performance.now() < end) return undefined
    return new Promise(resolve =>
      setImmediate(() => {
        end = performance.now() + STEP_MS
        resolve()
      }),
    )
  }
}

/** Does work in steps at one go. Throws what the work throws. */
export function runAtOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}
