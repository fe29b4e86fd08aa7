/** Work in short steps that answers at its end. */
export type Steps<T> = Generator<undefined, T>

/** So long at most whoever waits for an answer is held up by work in steps (milliseconds). */
const STEP_MS = 4

/** Does work between what others do in this process. Rejects with what the work throws. */
export async function runInSteps<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    const end = performance.now() + STEP_MS
    do {
      const step = steps.next()
      if (step.done === true) return step.value
    } while (performance.now() < end)
    await new Promise(resolve => setImmediate(resolve))
  }
}

/** Does work in steps at one go. Throws what the work throws. */
export function runAtOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}
