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
