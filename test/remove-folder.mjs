import { rmSync } from 'node:fs'

/** What a folder is that somebody filled while it was emptied, or that Windows still holds. */
const BUSY = ['ENOTEMPTY', 'EBUSY', 'EPERM']
const [TRIES, PAUSE_MS] = [50, 100]

/** Removes a folder in which processes that come to their end may still write; nothing where there is none. */
export function removeFolder(path) {
  for (let tries = 1; ; tries++) {
    try {
      // Its own tries remove the folder alone, not what has come into it.
      return rmSync(path, { recursive: true, force: true })
    } catch (error) {
      if (tries === TRIES || !BUSY.includes(error.code)) throw error
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS)
  }
}
