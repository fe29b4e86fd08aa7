import type { Shortcut } from '../../keys.js'
import type { Cursor } from './cursor.js'

/** Focus goes to the list. */
export function focusList(): void {
  document.querySelector<HTMLElement>('.split-list [role="listbox"]')?.focus()
}

/** Focus goes to what is read. */
export function focusReading(): void {
  document.getElementById('memory')?.focus()
}

/** The focus that an action took away goes to the list. */
export function keepFocus(): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) focusList()
  })
}

/** Keys that go through a list and into what it holds. `onEscape` is what Escape does in the list. */
export function movingKeys(cursor: Cursor, onEscape: () => unknown): Shortcut[] {
  const step = (by: 1 | -1) => (event: KeyboardEvent) => {
    if (event.key.startsWith('Arrow') && isReading(event)) return false
    cursor.step(by)
    return true
  }
  return [
    { keys: 'j, ArrowDown', does: 'Next memory', run: step(1) },
    { keys: 'k, ArrowUp', does: 'Previous memory', run: step(-1) },
    {
      keys: 'Enter',
      does: 'Open it',
      run: () => {
        if (!cursor.open()) return false
        requestAnimationFrame(focusReading)
        return true
      },
    },
    {
      keys: 'Escape',
      does: 'Back to the list',
      run: event => (isReading(event) && isListShown() ? focusList() : onEscape()),
    },
  ]
}

function isReading({ target }: Event): boolean {
  return target instanceof Element && target.closest('.split-detail') !== null
}

function isListShown(): boolean {
  return (document.querySelector<HTMLElement>('.split-list')?.offsetWidth ?? 0) > 0
}
