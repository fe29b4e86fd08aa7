import { SvcError } from '../../store/errors.js'
import type { HeaderReader } from './guard.js'

const BEARER = /^Bearer +(.+?) *$/i

/**
 * The check for a bearer token; without a token it lets everything pass. The check throws
 * UNAUTHORIZED. Digests are compared, all bytes of them, so that time tells nothing of the token.
 */
export function createTokenCheck(token: string): (headers: HeaderReader) => Promise<void> {
  if (token === '') return () => Promise.resolve()
  const expected = digest(token)
  return async headers => {
    const given = BEARER.exec(headers.get('authorization') ?? '')?.[1]
    if (given === undefined) throw unauthorized('A bearer token is needed')
    if (!isEqual(await digest(given), await expected)) {
      throw unauthorized('The bearer token is wrong')
    }
  }
}

async function digest(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.reduce((difference, byte, at) => difference | (byte ^ (b[at] ?? 0)), 0) === 0
}

function unauthorized(message: string): SvcError {
  return new SvcError('UNAUTHORIZED', message)
}
