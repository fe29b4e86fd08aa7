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
