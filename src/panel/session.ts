import { signal } from '@preact/signals'
import type { ServiceStatus } from '../api.js'
import { ask, needsToken } from './api.js'

/** The status of the service; undefined before its first answer. */
export const status = signal<ServiceStatus | undefined>(undefined)

/** The number of memories that wait for review in all scopes; undefined before the first answer. */
export const waiting = signal<number | undefined>(undefined)

const FIRST_WAIT_MS = 300

/** Reads both anew; where that fails the old ones stay. */
export async function loadStatus(): Promise<void> {
  if (needsToken.peek()) return
  const isFirst = waiting.peek() === undefined
  const asked = Promise.allSettled([
    ask<ServiceStatus>('/status').then(answer => (status.value = answer)),
  ])
  // Counting them takes the service a moment in a large store: the page's own requests go first.
  if (isFirst) await new Promise(resolve => setTimeout(resolve, FIRST_WAIT_MS))
  await Promise.allSettled([
    asked,
    ask<{ items: unknown[] }>('/review').then(({ items }) => (waiting.value = items.length)),
  ])
}
