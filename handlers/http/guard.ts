import { createHash, timingSafeEqual } from 'node:crypto'
import { SvcError } from '../../store/errors.js'

/** The headers of a fetch request, or anything that reads like them. */
export interface HeaderReader {
  get(name: string): string | null
}

/**
 * Refuses what a web page elsewhere could have sent. Throws HOST_NOT_ALLOWED where the request is
 * not addressed to a loopback name or the configured host (DNS rebinding), ORIGIN_NOT_ALLOWED where
 * it comes from a page that is not the service's own.
 */
export function checkSource(headers: HeaderReader, url: string, configuredHost: string): void {
  const { protocol, host: urlHost } = new URL(url)
  const host = (headers.get('host') ?? urlHost).toLowerCase()
  const name = parseHost(host)
  const configured = toHostName(configuredHost)
  if (name === undefined || !isAllowedHost(name, configured)) {
    throw new SvcError('HOST_NOT_ALLOWED', 'The Host header names another host than this service')
  }
  // In front of a host that is not this machine there may be a proxy that speaks TLS.
  const protocols = isLoopback(name) ? [protocol] : [protocol, 'https:']
  const origin = headers.get('origin')
  const isOwn = origin === null || protocols.some(each => isOrigin(origin, each, host))
  if (!isOwn || /cross-site/i.test(headers.get('sec-fetch-site') ?? '')) {
    throw new SvcError('ORIGIN_NOT_ALLOWED', 'Requests from other web pages are refused')
  }
}

/** Compares an Origin header, in which default ports are left out, with the host of the request. */
function isOrigin(origin: string, protocol: string, host: string): boolean {
  return origin.toLowerCase() === new URL(`${protocol}//${host}`).origin
}

/** Passes where a request may go on; throws where it may not. */
type AccessCheck = (request: { method: string; headers: HeaderReader }) => void

/**
 * The check of a service without a token: what a page in a browser sends (programs have no
 * `Sec-Fetch-Site`) may write only where it shows the key, in the header `header`. The check throws
 * ORIGIN_NOT_ALLOWED.
 */
export function createPageCheck(header: string, key: string): AccessCheck {
  const isKey = createComparison(key)
  return ({ method, headers }) => {
    if (method === 'GET' || method === 'HEAD' || headers.get('sec-fetch-site') === null) return
    if (isKey(headers.get(header) ?? '')) return
    throw new SvcError('ORIGIN_NOT_ALLOWED', `A page that writes must show its key in ${header}`)
  }
}

const BEARER = /^Bearer +(.+?) *$/i

/** The check for a bearer token. It throws UNAUTHORIZED. */
export function createTokenCheck(token: string): AccessCheck {
  const isToken = createComparison(token)
  return ({ headers }) => {
    const given = BEARER.exec(headers.get('authorization') ?? '')?.[1]
    if (given === undefined) throw unauthorized('A bearer token is needed')
    if (!isToken(given)) throw unauthorized('The bearer token is wrong')
  }
}

/** Compares digests, all bytes of them, so that time tells nothing of what is expected. */
function createComparison(expected: string): (given: string) => boolean {
  const wanted = digest(expected)
  return given => timingSafeEqual(digest(given), wanted)
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

function unauthorized(message: string): SvcError {
  return new SvcError('UNAUTHORIZED', message)
}

const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::[0-9]{0,5})?$/i
const IPV4 = /^(?:(?:25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])(?:\.(?!$)|$)){4}$/
const LOCAL_NAMES = new Set(['localhost', '::1', '0:0:0:0:0:0:0:1'])
const UNSPECIFIED = new Set(['0.0.0.0', '::'])

/**
 * The name or address of a Host header, lower case, without brackets and port; undefined where the
 * header is not `host[:port]`, or no URL could have it.
 */
export function parseHost(header: string): string | undefined {
  const name = HOST.exec(header)?.[1]
  return name === undefined || !URL.canParse(`http://${header}`) ? undefined : toHostName(name)
}

/** A configured host in the form that `parseHost` returns. */
export function toHostName(host: string): string {
  return host.toLowerCase().replace(/^\[|\]$/g, '')
}

/** True for `localhost`, 127.0.0.0/8 and ::1. */
export function isLoopback(name: string): boolean {
  return LOCAL_NAMES.has(name) || (name.startsWith('127.') && IPV4.test(name))
}

/**
 * True where a request may be addressed to `name`. Where the service listens on all addresses, any
 * literal address is one of its own; a name is not, which is what stops DNS rebinding.
 */
export function isAllowedHost(name: string, configured: string): boolean {
  if (isLoopback(name) || name === configured) return true
  return UNSPECIFIED.has(configured) && (IPV4.test(name) || name.includes(':'))
}
