import type { IncomingMessage } from 'node:http'
import { STATUS_BY_CODE, type ErrorBody } from './errors.js'
import type { ErrorCode } from '../../store/errors.js'
import { parseHost } from './hosts.js'

const NOT_ORIGIN_FORM = refusal('INVALID_REQUEST', 'The request target must be a path')
const REPEATED_HEADER = refusal('INVALID_REQUEST', 'A header is given twice that may stand once')
const BAD_HOST = refusal('HOST_NOT_ALLOWED', 'The Host header is missing or is not host[:port]')

/** Sent for an `Expect` header other than 100-continue, to which Node would answer without a body. */
export const UNMET_EXPECTATION = refusal('INVALID_REQUEST', 'The Expect header is not understood')

/** Headers that decide who may ask: Node keeps the first of two, a proxy in between the last. */
const SINGLE_HEADERS = new Set(['host', 'origin', 'authorization', 'content-length'])

/** An answer made before there is a request that could be routed. */
export interface Refusal {
  status: number
  body: ErrorBody
}

/**
 * Checks the parts of a raw request from which the adapter builds the URL: were they taken as they
 * come, a Host header with a path in it would change the path that is routed. Undefined: all well.
 */
export function checkWire(request: IncomingMessage): Refusal | undefined {
  const target = request.url ?? ''
  if (!target.startsWith('/') || target.includes('#')) return NOT_ORIGIN_FORM
  if (hasRepeatedHeader(request.rawHeaders)) return REPEATED_HEADER
  return parseHost(request.headers.host ?? '') === undefined ? BAD_HOST : undefined
}

/** The whole HTTP response of a refusal, for a socket on which nothing can be parsed. */
export function formatRefusal(message: string): string {
  const { status, body } = refusal('INVALID_REQUEST', message)
  const text = JSON.stringify(body)
  return [
    `HTTP/1.1 ${status} Bad Request`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(text)}`,
    'cache-control: no-store',
    'connection: close',
    '',
    text,
  ].join('\r\n')
}

function hasRepeatedHeader(rawHeaders: readonly string[]): boolean {
  const names = rawHeaders.filter((_, at) => at % 2 === 0).map(name => name.toLowerCase())
  return [...SINGLE_HEADERS].some(single => names.filter(name => name === single).length > 1)
}

function refusal(code: ErrorCode, error: string): Refusal {
  return { status: STATUS_BY_CODE[code], body: { error, code } }
}
