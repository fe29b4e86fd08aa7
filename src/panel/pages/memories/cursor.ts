import { useEffect, useRef, useState } from 'preact/hooks'
import type { Shortcut } from '../../keys.js'
import { goTo, linkTo, route } from '../../route.js'
import { focusList } from '../../ui/focus.js'
import { clamp } from '../../ui/list.js'
import type { PagedList } from './pages.js'

/** The chosen row of a list, and its moves. */
export interface Cursor {
  /** -1 for none. */
  index: number
  choose: (index: number, isPress: boolean) => void
  step: (by: 1 | -1) => void
  /** Opens the chosen row; false where none is chosen. */
  open: () => boolean
  /** Chooses the row that took the place of one that went. */
  settle: () => void
}

/** True where list and reading pane are beside each other. */
export function isWide(): boolean {
  return matchMedia('(min-width: 761px)').matches
}

/** Links to an item on this page, '' to the list alone. The query stays. */
export function itemLink(id: string): string {
  return linkTo('memories', id, route.peek().query)
}

/** The cursor of a list whose chosen item is named in the hash. On a wide screen it reads as it moves. */
export function useCursor<T extends { id: string }>(list: PagedList<T>): Cursor {
  const id = route.value.rest
  const [stood, setStood] = useState({ of: '', at: -1 })
  const awaited = useRef(-1)
  // In another list the row of that number is another.
  const at = stood.of === list.of ? stood.at : -1
  const setAt = (next: number) => setStood({ of: list.of, at: next })
  const found = id ? list.indexOf(id) : -1
  const total = list.total ?? 0
  const index = Math.min(found >= 0 ? found : at, total - 1)
  // Items that keys pass by are no places to go back to.
  const show = (item: T, isPress: boolean) =>
    goTo(itemLink(item.id), { replace: id !== '' && !isPress })
  useEffect(() => {
    if (found >= 0) setAt(found)
  }, [found, list.of])
  useEffect(() => {
    // The page of a row far away came after the cursor.
    const item = awaited.current < 0 ? undefined : list.at(awaited.current)
    if (item === undefined) return
    awaited.current = -1
    show(item, false)
  })
  const choose = (next: number, isPress: boolean) => {
    setAt(next)
    if (!isPress && !isWide()) return
    const item = list.at(next)
    awaited.current = item ? -1 : next
    if (item) show(item, isPress)
  }
  return {
    index: awaited.current >= 0 ? at : index,
    choose,
    step: by => {
      if (total > 0) choose(clamp(index + by, total), false)
    },
    open: () => {
      if (index >= 0) choose(index, true)
      return index >= 0
    },
    settle: () => {
      const item = list.at(Math.min(index, (list.total ?? 0) - 1))
      if (id) goTo(itemLink(item && isWide() ? item.id : ''), { replace: true })
    },
  }
}

/** Gives focus to the memory that is read. */
function focusReading(): void {
  document.getElementById('memory')?.focus()
}

/** Gives focus to the list where an action took it away. */
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
