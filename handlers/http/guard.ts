import { SvcError } from '../../store/errors.js'
import { isAllowedHost, isLoopback, parseHost, toHostName } from './hosts.js'

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
