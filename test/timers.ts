import { mkdirSync, utimesSync } from 'node:fs'

interface Owner {
  teardown(undo: () => void): void
}

/** Keeps the timers from passing whose milliseconds are held; answers what lets each of them pass. */
export function holdTimers(t: Owner, isHeld: (ms: number) => boolean): Set<() => void> {
  const { setTimeout } = globalThis
  const held = new Set<() => void>()
  const hold = (action: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) => {
    if (!isHeld(ms)) return setTimeout(action, ms, ...given)
    held.add(() => action(...given))
    return setTimeout(() => undefined, ms)
  }
  globalThis.setTimeout = Object.assign(hold, setTimeout) as typeof setTimeout
  t.teardown(() => void (globalThis.setTimeout = setTimeout))
  return held
}

/** Somebody's lock, and a clock that timers move on, by which it is always new; how far it is moved. */
export function holdForever(t: Owner, lock: string): () => number {
  mkdirSync(`${lock}.lock`, { recursive: true })
  const { setTimeout } = globalThis
  const { now } = Date
  let passed = 0
  const began = now()
  Date.now = () => began + passed
  const pass = (action: () => void, ms = 0) => {
    passed += ms
    utimesSync(`${lock}.lock`, Date.now() / 1_000, Date.now() / 1_000)
    return setTimeout(action, 0)
  }
  globalThis.setTimeout = Object.assign(pass, setTimeout) as typeof setTimeout
  t.teardown(() => {
    Date.now = now
    globalThis.setTimeout = setTimeout
  })
  return () => passed
}
