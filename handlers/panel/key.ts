const KEY = Symbol.for('agent-memory-service.page-key')
const KEY_BYTES = 24

/** The header in which a page of the service shows the key of the process. */
export const KEY_HEADER = 'x-svc-page-key'

/**
 * The word by which a page shows with each write that it is one of the service's own: random, one a
 * process. It lies where modules that a host has loaded twice find the same.
 */
export function pageKey(): string {
  const shared = globalThis as { [KEY]?: string }
  return (shared[KEY] ??= makeKey())
}

function makeKey(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES))).toString('base64url')
}
