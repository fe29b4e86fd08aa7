import { lstatSync } from 'node:fs'
import { dirname } from 'node:path'
import { errnoOf, SvcError } from '../errors.js'

const SET_ASIDE = 'svc doctor --fix sets it aside'
/** Phrases for system errors of things that svc did not put there; no other error is damage. */
const SAID: Readonly<Record<string, string>> = {
  EISDIR: `is a folder where a file should be; ${SET_ASIDE}`,
  ENOTDIR: `is no folder, where one should be; ${SET_ASIDE}`,
  EACCES: 'may not be read or written by this user (EACCES); svc doctor tells what to do',
  EPERM: 'may not be read or written by this user (EPERM); svc doctor tells what to do',
  ELOOP: `is a link that leads in a circle; ${SET_ASIDE}`,
}

/**
 * STORE_CORRUPT in place of a system error that says that `path` is no file, no folder or nobody's:
 * one line that names it and what to do. Any other error is handed on as it is.
 */
export function toDamage(path: string, cause: unknown): unknown {
  const code = errnoOf(cause) ?? ''
  if (!Object.hasOwn(SAID, code)) return cause
  const place = code === 'ENOTDIR' ? fileAbove(path) : path
  return new SvcError('STORE_CORRUPT', `${place} ${SAID[code]}`, { cause })
}

/** STORE_CORRUPT of something that is neither a file nor a folder. */
export function noFile(path: string): SvcError {
  return new SvcError('STORE_CORRUPT', `${path} is no file; ${SET_ASIDE}`)
}

/** The file among the folders above a path; the path itself where there is none. */
function fileAbove(path: string): string {
  for (let above = path; above !== dirname(above); above = dirname(above)) {
    try {
      if (!lstatSync(above).isDirectory()) return above
    } catch {
      // A path below a file cannot be looked at.
    }
  }
  return path
}
