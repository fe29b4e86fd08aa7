import { SvcError } from '../../store/errors.js'

const SCHEME_AND_HOST = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i
const DOT_SEGMENT = /\/(?:\.|%2e){1,2}(?:\/|$)/i

/** The path of a request as it was sent, not decoded, and its decoded query. */
export interface Target {
  path: string
  query: URLSearchParams
}

/** Splits a URL or path and query. Throws INVALID_REQUEST where a percent-encoding is not UTF-8. */
export function parseTarget(url: string): Target {
  const [rest = ''] = url.replace(SCHEME_AND_HOST, '').split('#', 1)
  const mark = rest.indexOf('?')
  const path = mark < 0 ? rest : rest.slice(0, mark)
  const query = mark < 0 ? '' : rest.slice(mark + 1)
  decodeComponent(path, 'path')
  decodeComponent(query, 'query')
  return { path, query: new URLSearchParams(query) }
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
