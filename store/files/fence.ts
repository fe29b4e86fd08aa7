import { dropTemporariesOf, isTakenAway } from './atomic.js'
import { isLost, withLock, type HeldLock } from './lock.js'

const TRIES = 25
const PAUSE_MS = 10

/**
 * Runs a decision about files that only holders of the lock at `path` write; what it writes has
 * `assertHeld` as its fence. A holder that slept past its time (stopped, or with its computer) writes
 * nothing over what came meanwhile: it decides anew, on what stands then. `disarm` takes from a holder
 * before what it had begun; a list of files takes the temporary files of these. Throws STORE_LOCKED as
 * `withLock` does, and where the lock was lost 25 times.
 */
export async function withFence<T>(
  path: string,
  disarm: (() => void) | readonly string[],
  action: (lock: HeldLock) => T | Promise<T>,
  onLost: () => void = () => undefined,
): Promise<T> {
  const takeOver = () => {
    if (typeof disarm === 'function') disarm()
    else disarm.forEach(dropTemporariesOf)
  }
  for (let tries = 1; ; tries++) {
    try {
      return await withLock(path, lock => {
        lock.assertHeld()
        if (lock.takenOver) takeOver()
        return action(lock)
      })
    } catch (error) {
      const isAnew = isLost(error) || isTakenAway(error)
      if (!isAnew || tries === TRIES) throw error
      onLost()
      // Somebody whose clock is ahead takes every lock for an old one.
      await new Promise(resolve => setTimeout(resolve, Math.random() * tries * PAUSE_MS))
    }
  }
}
