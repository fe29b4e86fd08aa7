import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type VirtualItem,
} from '@tanstack/virtual-core'
import type { ComponentChildren, VNode } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'

/** Rows beyond the edge that are there already when they come into sight. */
const OVERSCAN = 8

/**
 * A list of any length of which only what is in sight is in the page. `rowHeight` is in pixels, the
 * same for each row. Focus stays on the list; `chosen` is the row that it stands at.
 */
export function VirtualList({
  label,
  length,
  rowHeight,
  chosen,
  chosenId,
  of,
  onChoose,
  onRange,
  renderRow,
}: {
  label: string
  length: number
  rowHeight: number
  /** Index of the row that is chosen; -1 for none. */
  chosen: number
  /** Names what is chosen: where only its index changes, the list stays where it is. */
  chosenId?: string | undefined
  /** Names what the list is of: another one begins at its top. */
  of?: string | undefined
  /** `isPress`: by a pointer, not by a key. */
  onChoose: (index: number, isPress: boolean) => void
  /** Told which rows are in sight, the second not among them. */
  onRange?: (from: number, to: number) => void
  renderRow: (index: number) => ComponentChildren
}) {
  const box = useRef<HTMLDivElement>(null)
  const [, redraw] = useState(0)
  const [virtual] = useState(() => createVirtual(box, () => redraw(count => count + 1)))
  virtual.setOptions({ ...virtual.options, count: length, estimateSize: () => rowHeight })
  useLayoutEffect(() => virtual._didMount(), [])
  useLayoutEffect(() => virtual._willUpdate())
  useLayoutEffect(() => virtual.measure(), [rowHeight])
  const rows = virtual.getVirtualItems()
  const [from, to] = [rows[0]?.index ?? 0, (rows.at(-1)?.index ?? -1) + 1]
  useEffect(() => onRange?.(from, to), [from, to, length])
  const isThere = chosen >= 0 && chosen < length
  useLayoutEffect(() => {
    if (box.current) box.current.scrollTop = 0
  }, [of])
  useEffect(() => {
    if (isThere) virtual.scrollToIndex(chosen, { align: 'auto' })
  }, [chosenId ?? chosen, isThere])
  const drawn = useDrawn([renderRow, chosen, length, rowHeight])
  const move = (event: KeyboardEvent) => {
    const next = nextOf(event.key, chosen, length, virtual.range)
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
      <div class="list-space" style={{ height: `${virtual.getTotalSize()}px` }}>
        {drawn(rows, ({ index, start, key }) => (
          <div
            key={key}
            id={`row-${index}`}
            class="list-row"
            role="option"
            aria-selected={index === chosen}
            aria-setsize={length}
            aria-posinset={index + 1}
            style={{ height: `${rowHeight}px`, transform: `translateY(${start}px)` }}
            onClick={() => onChoose(index, true)}
          >
            {renderRow(index)}
          </div>
        ))}
      </div>
    </div>
  )
}

/** Draws rows; while they scroll by, those that are there already stay as they are. */
function useDrawn(on: readonly unknown[]) {
  const last = useRef<{ on: readonly unknown[]; rows: Map<number, VNode> }>({ on, rows: new Map() })
  return (rows: readonly VirtualItem[], draw: (row: VirtualItem) => VNode): VNode[] => {
    const isSame = last.current.on.every((value, at) => value === on[at])
    const before = isSame ? last.current.rows : new Map<number, VNode>()
    const now = new Map(rows.map(row => [row.index, before.get(row.index) ?? draw(row)]))
    last.current = { on, rows: now }
    return [...now.values()]
  }
}

function createVirtual(box: { current: HTMLDivElement | null }, onChange: () => void) {
  return new Virtualizer<HTMLDivElement, HTMLDivElement>({
    count: 0,
    getScrollElement: () => box.current,
    estimateSize: () => 1,
    overscan: OVERSCAN,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    onChange,
  })
}

function nextOf(
  key: string,
  chosen: number,
  length: number,
  range: { startIndex: number; endIndex: number } | null,
): number | undefined {
  if (length === 0) return undefined
  const page = Math.max(1, (range?.endIndex ?? 10) - (range?.startIndex ?? 0) - 1)
  const steps: Record<string, number> = {
    ArrowDown: chosen + 1,
    ArrowUp: chosen - 1,
    PageDown: chosen + page,
    PageUp: chosen - page,
    Home: 0,
    End: length - 1,
  }
  const to = steps[key]
  return to === undefined ? undefined : Math.max(0, Math.min(length - 1, to))
}
