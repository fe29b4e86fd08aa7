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

/** The errno code of a Node system error (`ENOENT`, `EEXIST`, …), or undefined. */
export function errnoOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined
}

/** True where the error says that a file or folder is not there. */
export function isMissing(error: unknown): boolean {
  const code = errnoOf(error)
  return code === 'ENOENT' || code === 'ENOTDIR'
}
