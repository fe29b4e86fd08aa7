import { useEffect, useRef } from 'preact/hooks'
import { signal } from '@preact/signals'

/** A key with its action: `g m` is g and then m; `?` and `#` are typed with Shift. */
export interface Shortcut {
  keys: string
  does: string
  /** Answers false where the key is not for it after all. */
  run: (event: KeyboardEvent) => unknown
}

/** The group of the shortcuts of all pages. */
export const EVERYWHERE = 'Everywhere'

/** The shortcuts in force, by the group under which help shows them. */
export const shortcuts = signal<ReadonlyMap<string, readonly Shortcut[]>>(new Map())

/** Puts shortcuts in force while the component is there. */
export function useShortcuts(group: string, list: readonly Shortcut[]): void {
  const latest = useRef(list)
  latest.current = list
  useEffect(() => {
    const called = latest.current.map((shortcut, at) => ({
      ...shortcut,
      run: (event: KeyboardEvent) => latest.current[at]?.run(event),
    }))
    shortcuts.value = new Map(shortcuts.peek()).set(group, called)
    return () => {
      const left = new Map(shortcuts.peek())
      left.delete(group)
      shortcuts.value = left
    }
  }, [group, list.length])
}

/** The keys that forget a memory. */
export function forgetKeys(forget: (how: { isWrong: boolean }) => unknown): Shortcut[] {
  const does = 'Forget, and do not learn it again'
  return [
    { keys: '#, Delete', does: 'Forget', run: () => forget({ isWrong: false }) },
    { keys: '!', does, run: () => forget({ isWrong: true }) },
  ]
}

const SECOND_MS = 1_000
let prefix = ''
let since = 0

/** Runs the shortcut of a key. Keys that a field, a dialog or the browser wants are theirs. */
export function handleKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return
  if (isField(event.target) || document.querySelector('dialog[open]')) return
  if (event.key === 'Enter' && isPressable(event.target)) return
  const typed =
    performance.now() - since < SECOND_MS && prefix ? `${prefix} ${event.key}` : event.key
  const all = [...shortcuts.value.values()].flat()
  const found = all.findLast(({ keys }) => keys.split(', ').includes(typed))
  prefix = ''
  if (found) {
    if (found.run(event) !== false) event.preventDefault()
  } else if (all.some(({ keys }) => keys.startsWith(`${event.key} `))) {
    prefix = event.key
    since = performance.now()
  }
}

function isField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement)
    return !['checkbox', 'radio', 'date'].includes(target.type)
  return target.isContentEditable || ['TEXTAREA', 'SELECT'].includes(target.tagName)
}

/** True for an element that Enter presses by itself. */
function isPressable(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && ['A', 'BUTTON', 'SUMMARY'].includes(target.tagName)
}
