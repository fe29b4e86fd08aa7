import { SvcError, toFault, type ErrorCode } from '../../store/errors.js'
import type { JsonAnswer } from './exchange.js'

/** Takes what people are not told: a line for the log and the original error. */
export type Log = (message: string, cause: unknown) => void

/** The log of who names none: console.error. */
export function logToConsole(message: string, cause: unknown): void {
  // eslint-disable-next-line no-console -- a library has no other place to tell of a failure
  console.error(message, cause)
}

/** The one HTTP status of each error code. */
export const STATUS_BY_CODE: Readonly<Record<ErrorCode, number>> = {
  INVALID_REQUEST: 400,
  UNAUTHORIZED: 401,
  HOST_NOT_ALLOWED: 403,
  ORIGIN_NOT_ALLOWED: 403,
  USER_NOT_ALLOWED: 403,
  MEMORY_NOT_FOUND: 404,
  SKILL_NOT_FOUND: 404,
  SCOPE_NOT_FOUND: 404,
  SESSION_NOT_FOUND: 404,
  WORKSPACE_NOT_FOUND: 404,
  ROUTE_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  SCOPE_BUSY: 409,
  READ_ONLY_ITEM: 409,
  CONFLICT: 409,
  BODY_TOO_LARGE: 413,
  INTERNAL: 500,
  STORE_CORRUPT: 500,
  NOT_AVAILABLE: 501,
  PROVIDER_FAILED: 502,
  GIT_FAILED: 502,
  STORE_LOCKED: 503,
  TOO_MANY_STREAMS: 503,
}

const HEADERS_BY_CODE: Partial<Record<ErrorCode, Record<string, string>>> = {
  UNAUTHORIZED: { 'www-authenticate': 'Bearer' },
  STORE_LOCKED: { 'retry-after': '1' },
  TOO_MANY_STREAMS: { 'retry-after': '10' },
}

/** Refusals that are no failure of the service: as many as a client asks for, and nothing for its log. */
const NO_FAILURES = new Set<ErrorCode>(['NOT_AVAILABLE', 'TOO_MANY_STREAMS'])

const INTERNAL_MESSAGE = 'Internal error; the cause is in the log of the service'

/** The body of every error answer. */
export interface ErrorBody {
  error: string
  code: ErrorCode
}

/**
 * The answer for anything thrown. An SvcError is told as it is, and what is wrong with the disk as
 * STORE_CORRUPT; any other error is 500 INTERNAL with a constant message. What ends in a 5xx and
 * is a failure goes to `log`, cause included.
 */
export function toErrorAnswer(thrown: unknown, log: Log): JsonAnswer {
  const error = toFault(thrown)
  const known = error instanceof SvcError && error.code !== 'INTERNAL'
  const code = known ? error.code : 'INTERNAL'
  const status = STATUS_BY_CODE[code]
  if (status >= 500 && !NO_FAILURES.has(code)) log(`request failed: ${code}`, thrown)
  const body: ErrorBody = { error: known ? error.message : INTERNAL_MESSAGE, code }
  return { status, body, headers: HEADERS_BY_CODE[code] }
}
