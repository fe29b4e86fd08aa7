import { signal } from '@preact/signals'
import type { ServiceStatus } from '../api.js'
import { ask, needsToken } from './api.js'

/** What the service says of itself; undefined before its first answer. */
export const status = signal<ServiceStatus | undefined>(undefined)

/** How many memories wait to be looked at, in all scopes; undefined before the first answer. */
export const waiting = signal<number | undefined>(undefined)

/** Reads both anew; where that fails the old ones stay. */
export async function loadStatus(): Promise<void> {
  if (needsToken.peek()) return
  await Promise.allSettled([
    ask<ServiceStatus>('/status').then(answer => (status.value = answer)),
    ask<{ items: unknown[] }>('/review').then(({ items }) => (waiting.value = items.length)),
  ])
}
