/**
 * How long work waits for timers that are set meanwhile, one after another (milliseconds): by what
 * they are set to. What the machine needs beside that does not count.
 */
export async function timerMs(work: () => Promise<unknown>): Promise<number> {
  const { setTimeout } = globalThis
  let now = 0
  const watched = (done: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) => {
    const end = now + ms
    const fire = () => {
      now = Math.max(now, end)
      done(...given)
    }
    return setTimeout(fire, ms)
  }
  globalThis.setTimeout = Object.assign(watched, setTimeout)
  try {
    await work()
  } finally {
    globalThis.setTimeout = setTimeout
  }
  return now
}

/** From now on no interval does anything. Undone by what is answered. */
export function stopIntervals(): () => void {
  const { setInterval } = globalThis
  const idle = (_: unknown, ms?: number) => setInterval(() => undefined, ms)
  globalThis.setInterval = Object.assign(idle, setInterval)
  return () => void (globalThis.setInterval = setInterval)
}
