import { SvcError } from '../errors.js'
import { isInside } from './read.js'

/** Folders below which this process writes nothing, each with why. */
const closed = new Map<string, string>()

/** Lets this process write nothing below a folder (a real path); `why` is told in one line. */
export function closeForWriting(folder: string, why: string): void {
  closed.set(folder, why)
}

/** Takes `closeForWriting` back; does nothing for a folder that was not closed. */
export function reopenForWriting(folder: string): void {
  closed.delete(folder)
}

/** Throws NOT_AVAILABLE where a path lies in a folder below which nothing is written. */
export function refuseClosed(path: string): void {
  if (closed.size === 0) return
  for (const [folder, why] of closed) {
    if (isInside(folder, path)) throw new SvcError('NOT_AVAILABLE', why)
  }
}
