import type { MemoryCalls, Service } from '../../../src/api.js'
import type { ActivityEvent } from '../../../store/types.js'

/** The calls of a service that a test says. */
export type Script = Partial<Omit<Service, 'memories'>> & { memories?: Partial<MemoryCalls> }

/** A service that does only what a test says; any other call fails as a broken part would. */
export function scriptedService(script: Script = {}): Service {
  return answeringService((name, given) => {
    const call = name
      .split('.')
      .reduce<object>((found, part) => (found as Said)[part] ?? {}, script)
    if (typeof call === 'function') return (call as Call)(...given)
    return Promise.reject(new Error(`/secret/path: ${name} is broken`))
  })
}

type Said = Record<string, object | undefined>
type Call = (...given: unknown[]) => unknown

/** A service whose every call one function answers by its name, such as `memories.get`. */
export function answeringService(answer: (name: string, given: unknown[]) => unknown): Service {
  const named = (name: string): unknown =>
    new Proxy((...given: unknown[]) => answer(name, given), {
      get: (_, part: string) => named(name === '' ? part : `${name}.${part}`),
    })
  return named('') as Service
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
