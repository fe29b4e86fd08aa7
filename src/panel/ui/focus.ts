import { useLayoutEffect } from 'preact/hooks'

/**
 * Call it while rendering: where what had focus is gone once this is drawn, focus goes to `to`, which
 * must be able to have it.
 */
export function useKeptFocus(to: { current: HTMLElement | null }): void {
  const before = document.activeElement
  useLayoutEffect(() => {
    if (before !== null && !before.isConnected) to.current?.focus({ preventScroll: true })
  })
}

/** Gives focus to the list of a page with a reading pane. */
export function focusList(): void {
  document.querySelector<HTMLElement>('.split-list .list')?.focus()
}
