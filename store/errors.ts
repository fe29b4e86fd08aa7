/** Every machine-readable code an SvcError can carry; HTTP maps each to one status. */
export type ErrorCode =
  | 'INVALID_REQUEST'
  | 'UNAUTHORIZED'
  | 'HOST_NOT_ALLOWED'
  | 'ORIGIN_NOT_ALLOWED'
  | 'USER_NOT_ALLOWED'
  | 'MEMORY_NOT_FOUND'
  | 'SKILL_NOT_FOUND'
  | 'SCOPE_NOT_FOUND'
  | 'SESSION_NOT_FOUND'
  | 'WORKSPACE_NOT_FOUND'
  | 'ROUTE_NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'SCOPE_BUSY'
  | 'READ_ONLY_ITEM'
  | 'CONFLICT'
  | 'BODY_TOO_LARGE'
  | 'NOT_AVAILABLE'
  | 'INTERNAL'
  | 'STORE_CORRUPT'
  | 'PROVIDER_FAILED'
  | 'GIT_FAILED'
  | 'STORE_LOCKED'
  | 'TOO_MANY_STREAMS'

/**
 * The one error class of svc. `message` says what went wrong, where, and what to do; it is shown
 * to people and never holds memory or conversation text. `cause` keeps the original error.
 */
export class SvcError extends Error {
  override readonly name = 'SvcError'

  constructor(
    readonly code: ErrorCode,
    message: string,
    options?: { cause?: unknown },
  ) {
    super(message, options)
  }
}

/** The answer of `read`; `otherwise` where it throws, whatever that is. */
export function orElse<T, Other>(read: () => T, otherwise: Other): T | Other {
  try {
    return read()
  } catch {
    return otherwise
  }
}

/** Acts; false where that throws, whatever it is. */
export function succeeds(act: () => unknown): boolean {
  try {
    act()
    return true
  } catch {
    return false
  }
}

/** The errno code of a Node system error (`ENOENT`, `EEXIST`, …), or undefined. */
export function errnoOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined
}

const FAULTS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full; make room, then try again',
  EDQUOT: 'your share of the disk is used up; make room, then try again',
  EFBIG: 'it became too large for the disk; see ulimit -f',
  EIO: 'the disk failed; see the log of the system (dmesg), then try again',
  EROFS: 'it lies on a disk that is read-only; mount it for writing, then try again',
  EACCES: 'permission is denied; see whose it is (ls -la), then try again',
  EPERM: 'it is not permitted; see whose it is (ls -la), then try again',
  EMFILE: 'too many files are open; raise ulimit -n, then try again',
  ENFILE: 'too many files are open on this machine; end some programs, then try again',
  ENOMEM: 'there is not enough memory; end some programs, then try again',
  EISDIR: 'a folder lies where a file belongs; move it away',
  ENOTDIR: 'a file lies where a folder belongs; move it away',
  ENOTEMPTY: 'the folder is not empty; see what lies in it',
  ELOOP: 'symbolic links lead in a circle; remove one',
  ENAMETOOLONG: 'the name is too long for the disk',
  EEXIST: 'something of that name is there already; move it away',
  ENOENT: 'it is not there (any more); try again',
  EXDEV: 'it lies on another disk',
  EBUSY: 'another program uses it; try again when it is done',
}

/**
 * Explains a Node system error of a file, and what helps, without the path: `the disk is full; make
 * room, then try again (ENOSPC)`. Undefined for any other error.
 */
export function nameFault(error: unknown): string | undefined {
  const code = errnoOf(error)
  const meaning = code === undefined ? undefined : FAULTS[code]
  return meaning && `${meaning} (${code})`
}

/** Puts the path that the error names, if it names one, before what `nameFault` says. */
export function explainFault(error: unknown): string | undefined {
  const fault = nameFault(error)
  const { path, dest } = Object(error) as { path?: unknown; dest?: unknown }
  const place = [dest, path].find(one => typeof one === 'string')
  return fault && (place === undefined ? fault : `${toFinal(place)}: ${fault}`)
}

/** Errors of the disk or of a file's owner, which a person can do something about. */
const OF_DISK: ReadonlySet<string> = new Set([
  ...['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EROFS', 'EACCES', 'EPERM', 'EMFILE', 'ENFILE'],
])

/**
 * STORE_CORRUPT in place of a system error of the disk (full, read-only, broken, forbidden): the path
 * where the error says one, what is wrong and what helps. Any other error is handed on as it is.
 */
export function toFault(error: unknown): unknown {
  const isOfDisk = !(error instanceof SvcError) && OF_DISK.has(errnoOf(error) ?? '')
  const message = isOfDisk ? explainFault(error) : undefined
  return message === undefined ? error : new SvcError('STORE_CORRUPT', message, { cause: error })
}

/** The name that a temporary file was about to get. */
function toFinal(path: string): string {
  return path.replace(/\.([^/\\]+)\.\d+-[0-9a-z]+\.tmp$/, '$1')
}

/** True where the error, or what it stands for, says that this user may not. */
export function isForbidden(error: unknown): boolean {
  const code = errnoOf(error instanceof SvcError ? error.cause : error)
  return code === 'EACCES' || code === 'EPERM'
}

/** True where the error says that a file or folder is not there. */
export function isMissing(error: unknown): boolean {
  const code = errnoOf(error)
  return code === 'ENOENT' || code === 'ENOTDIR'
}
