import type { ComponentChildren, RefObject, VNode } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'

/** Rows beyond the edge that are there already when they come into sight. */
const OVERSCAN = 8

interface ListProps {
  label: string
  length: number
  /** Pixels at the usual size of text, the same for each row. */
  rowHeight: number
  /** Index of the chosen row; -1 for none. */
  chosen: number
  /** Names the chosen item: where only its index changes, the list stays where it is. */
  chosenId?: string | undefined
  /** Names the whole list: another one begins at its top. */
  of?: string | undefined
  /** `isPress`: by a pointer, not by a key. */
  onChoose: (index: number, isPress: boolean) => void
  /** Told which rows are in sight, the second not among them. */
  onRange?: (from: number, to: number) => void
  renderRow: (index: number) => ComponentChildren
}

/**
 * A list of any length of which only the rows in sight are in the page. Focus stays on the list;
 * `chosen` is the row that it stands at.
 */
export function VirtualList(props: ListProps) {
  const { label, length, chosen, chosenId, of, onChoose, onRange, renderRow } = props
  const rowHeight = useMemo(() => Math.round(props.rowHeight * textScale()), [props.rowHeight])
  const box = useRef<HTMLDivElement>(null)
  const latest = useRef(onChoose)
  latest.current = onChoose
  const { from, to, inSight } = useSight(box, length, rowHeight)
  useEffect(() => onRange?.(from, to), [from, to, length])
  const isThere = chosen >= 0 && chosen < length
  useLayoutEffect(() => {
    if (box.current) box.current.scrollTop = 0
  }, [of])
  useEffect(() => {
    if (isThere && box.current) bringIntoSight(box.current, chosen * rowHeight, rowHeight)
  }, [chosenId ?? chosen, isThere])
  const drawn = useDrawn([renderRow, chosen, length, rowHeight])
  const move = (event: KeyboardEvent) => {
    const next = nextOf(event.key, chosen, length, inSight)
    if (next === undefined) return
    event.preventDefault()
    onChoose(next, false)
  }
  return (
    <div
      ref={box}
      class="list"
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={from <= chosen && chosen < to ? `row-${chosen}` : undefined}
      onKeyDown={move}
    >
      <div class="list-space" style={{ height: `${length * rowHeight}px` }}>
        {drawn(from, to, index => (
          <div
            key={index}
            id={`row-${index}`}
            class="list-row"
            role="option"
            aria-selected={index === chosen}
            aria-setsize={length}
            aria-posinset={index + 1}
            style={{ height: `${rowHeight}px`, transform: `translateY(${index * rowHeight}px)` }}
            onClick={() => latest.current(index, true)}
          >
            {renderRow(index)}
          </div>
        ))}
      </div>
    </div>
  )
}

const USUAL_TEXT_PX = 16

/** Compares a person's size of text with the usual one. */
function textScale(): number {
  return parseFloat(getComputedStyle(document.documentElement).fontSize) / USUAL_TEXT_PX
}

/** Rows from one up to another, which is not among them. */
interface Rows {
  from: number
  to: number
}

/** The rows that are to be in the page, and how many are in sight at once. */
function useSight(box: RefObject<HTMLDivElement | null>, length: number, rowHeight: number) {
  const [rows, setRows] = useState<Rows>({ from: 0, to: 0 })
  const [inSight, setInSight] = useState(1)
  useLayoutEffect(() => {
    const list = box.current!
    const look = () => {
      const first = Math.floor(list.scrollTop / rowHeight)
      const many = Math.ceil(list.clientHeight / rowHeight)
      const from = Math.max(0, first - OVERSCAN)
      const to = Math.min(length, first + many + OVERSCAN + 1)
      setInSight(many)
      setRows(before => (before.from === from && before.to === to ? before : { from, to }))
    }
    look()
    const sizes = new ResizeObserver(look)
    sizes.observe(list)
    list.addEventListener('scroll', look, { passive: true })
    return () => {
      sizes.disconnect()
      list.removeEventListener('scroll', look)
    }
  }, [length, rowHeight])
  return { from: Math.min(rows.from, length), to: Math.min(rows.to, length), inSight }
}

/** Scrolls as little as is needed for a row to be in sight as a whole. */
function bringIntoSight(list: HTMLElement, top: number, height: number): void {
  const most = top
  const least = top + height - list.clientHeight
  if (list.scrollTop > most) list.scrollTop = most
  else if (list.scrollTop < least) list.scrollTop = least
}

/** Draws rows; while they scroll by, those that are there already stay as they are. */
function useDrawn(on: readonly unknown[]) {
  const last = useRef<{ on: readonly unknown[]; rows: Map<number, VNode> }>({ on, rows: new Map() })
  return (from: number, to: number, draw: (index: number) => VNode): VNode[] => {
    const isSame = last.current.on.every((value, at) => value === on[at])
    const before = isSame ? last.current.rows : new Map<number, VNode>()
    const now = new Map<number, VNode>()
    for (let index = from; index < to; index++) now.set(index, before.get(index) ?? draw(index))
    last.current = { on, rows: now }
    return [...now.values()]
  }
}

function nextOf(key: string, chosen: number, length: number, inSight: number): number | undefined {
  if (length === 0) return undefined
  const page = Math.max(1, inSight - 1)
  const steps: Record<string, number> = {
    ArrowDown: chosen + 1,
    ArrowUp: chosen - 1,
    PageDown: chosen + page,
    PageUp: chosen - page,
    Home: 0,
    End: length - 1,
  }
  const to = steps[key]
  return to === undefined ? undefined : clamp(to, length)
}

/** Keeps an index within a list of this length; 0 in an empty one. */
export function clamp(index: number, length: number): number {
  return Math.max(0, Math.min(length - 1, index))
}
