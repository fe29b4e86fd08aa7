import { SvcError } from '../../store/errors.js'
import type { HeaderReader } from './guard.js'

/** A request as the router sees it: no fetch class, so that tests, hooks and the CLI can make one. */
export interface RouteRequest {
  /** Upper case. `HEAD` is answered as `GET`; leaving out the body is the edge's affair. */
  method: string
  /** A path with an optional query, or an absolute http(s) URL. */
  url: string
  /** Reads the JSON object of the body once. Throws INVALID_REQUEST, BODY_TOO_LARGE. */
  readBody(): Promise<Record<string, unknown>>
  /** Reads the JSON value of the body once, in place of `readBody`. Throws the same. */
  readValue(): Promise<unknown>
  /** Missing where the request did not come over HTTP. */
  headers?: HeaderReader
}

/** A request that a path of the table matched. */
export interface MatchedRequest extends RouteRequest {
  /** Decoded once, `+` being a blank. */
  query: URLSearchParams
  /** The path's parameters, decoded once. */
  params: Record<string, string>
}

/** Starts sending: `send` takes one value an event. Returns the function that ends it. */
export type EventSource = (send: (event: unknown) => void) => () => void

/** An answer with a JSON value. */
export interface JsonAnswer {
  status: number
  body: unknown
  headers?: Record<string, string>
}

/** The answer of an endpoint: a JSON value, or the source of a server-sent event stream. */
export type Answer = JsonAnswer | { status: number; events: EventSource }

/** The answer 200 with a JSON value. */
export function ok(body: unknown): JsonAnswer {
  return { status: 200, body }
}

const SCHEME_AND_HOST = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i
const DOT_SEGMENT = /\/(?:\.|%2e){1,2}(?:\/|$)/i

/** The path of a request as it was sent, not decoded, and its decoded query. */
interface Target {
  path: string
  query: URLSearchParams
}

/** Splits a URL or path and query. Throws INVALID_REQUEST where a percent-encoding is not UTF-8. */
export function parseTarget(url: string): Target {
  const path = pathOf(url)
  const [, query = ''] = /^[^?#]*\?([^#]*)/.exec(url) ?? []
  decodeComponent(path, 'path')
  decodeComponent(query, 'query')
  return { path, query: new URLSearchParams(query) }
}

/** The path of a URL or of a path and query, as it was sent. */
export function pathOf(url: string): string {
  const [path = ''] = url.replace(SCHEME_AND_HOST, '').split(/[?#]/, 1)
  return path
}

/** Percent-decodes once. Throws INVALID_REQUEST naming `field`. */
export function decodeComponent(text: string, field: string): string {
  try {
    return decodeURIComponent(text)
  } catch (cause) {
    throw new SvcError('INVALID_REQUEST', `${field}: bad percent-encoding`, { cause })
  }
}

/**
 * True for a path that stands for itself. URL parsing would silently turn `\` into `/` and resolve
 * dot segments, and the router would accept trailing slashes: such paths are nobody's.
 */
export function isLiteralPath(path: string): boolean {
  return (
    path.startsWith('/') && !path.endsWith('/') && !path.includes('\\') && !DOT_SEGMENT.test(path)
  )
}
