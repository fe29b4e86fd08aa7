import { signal } from '@preact/signals'
import type { ServiceStatus } from '../api.js'
import { ask, needsToken } from './api.js'

/** What the service says of itself; undefined before its first answer. */
export const status = signal<ServiceStatus | undefined>(undefined)

/** How many memories wait to be looked at, in all scopes; undefined before the first answer. */
export const waiting = signal<number | undefined>(undefined)

const FIRST_WAIT_MS = 300

/** Reads both anew; where that fails the old ones stay. */
export async function loadStatus(): Promise<void> {
  if (needsToken.peek()) return
  const isFirst = waiting.peek() === undefined
  const asked = Promise.allSettled([
    ask<ServiceStatus>('/status').then(answer => (status.value = answer)),
  ])
  // What waits takes the service a moment to find in a large store: the page's own first.
  if (isFirst) await new Promise(resolve => setTimeout(resolve, FIRST_WAIT_MS))
  await Promise.allSettled([
    asked,
    ask<{ items: unknown[] }>('/review').then(({ items }) => (waiting.value = items.length)),
  ])
}
