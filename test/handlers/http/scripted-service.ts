import type { Service } from '../../../src/api.js'
import type { ActivityEvent } from '../../../store/types.js'

/** A service that does only what a test says; any other call fails as a broken part would. */
export function scriptedService(script: Partial<Service> = {}): Service {
  return new Proxy(script, {
    get(target, name: keyof Service) {
      return target[name] ?? (() => Promise.reject(new Error(`/secret/path: ${name} is broken`)))
    },
  }) as Service
}

/** Subscribers of a scripted service, what sends them an event, and when the first one left. */
export function eventHub() {
  const listeners = new Set<(event: ActivityEvent) => void>()
  let leave = (): void => undefined
  const left = new Promise<void>(resolve => (leave = resolve))
  const subscribe = (listener: (event: ActivityEvent) => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      leave()
    }
  }
  const emit = (event: ActivityEvent) => listeners.forEach(listener => listener(event))
  return { listeners, left, subscribe, emit }
}

export const REFLECT_EVENT: ActivityEvent = {
  type: 'reflect',
  timestamp: '2026-11-20T10:00:00.000Z',
  scope: { type: 'global', id: null },
  added: 1,
  updated: 0,
  evicted: 0,
}
