import { useEffect, useRef, useState } from 'preact/hooks'
import type { Refusal } from '../../api.js'
import { toRefusal } from '../../resource.js'

/** Items that are asked for at once. */
const PAGE = 100
/** Rows beyond the edge of what is in sight that are read ahead. */
const AHEAD = 50
/** A list that is dragged through asks at most this often. */
const WAIT_MS = 50

interface Answered<T> {
  items: readonly T[]
  total: number
}

/** Reads items from `offset` on, at most `limit`. */
type PageReader<T> = (
  page: { offset: number; limit: number },
  abort: AbortSignal,
) => Promise<Answered<T>>

/** A long list of which only the pages in sight were read. */
export type PagedList<T extends { id: string }> = Omit<Pages<T>, 'become' | 'stop'>

/**
 * A list that is read in pages as they come into sight. `of` names what is read: with another name the
 * list is another, and the old one is shown until its first page is there.
 */
export function usePages<T extends { id: string }>(
  of: string,
  reader: PageReader<T>,
): PagedList<T> {
  const [, redraw] = useState(0)
  const [list] = useState(() => new Pages<T>(() => redraw(count => count + 1)))
  const latest = useRef(reader)
  latest.current = reader
  useEffect(() => list.become(of, (page, abort) => latest.current(page, abort)), [of])
  useEffect(() => () => list.stop(), [])
  return list
}

class Pages<T extends { id: string }> {
  /** Names the list; the last one whose answer came. */
  of = ''
  /** The number of all items; undefined before the first answer. */
  total: number | undefined
  error: Refusal | undefined
  private pages = new Map<number, T[]>()
  private readonly asked = new Set<number>()
  private range: [number, number] = [0, 0]
  private isReading = false
  private abort = new AbortController()
  private timer: ReturnType<typeof setTimeout> | undefined
  private reader: PageReader<T> | undefined

  constructor(private readonly changed: () => void) {}

  become(of: string, reader: PageReader<T>): void {
    this.reader = reader
    void this.readAll(of)
  }

  stop(): void {
    this.abort.abort()
    clearTimeout(this.timer)
  }

  at = (index: number): T | undefined => this.pages.get(Math.floor(index / PAGE))?.[index % PAGE]

  /** The index of an item; -1 where it is not known. */
  indexOf = (id: string): number => {
    for (const [page, items] of this.pages) {
      const at = items.findIndex(item => item.id === id)
      if (at >= 0) return page * PAGE + at
    }
    return -1
  }

  /** Says which rows are in sight. */
  show = (from: number, to: number): void => {
    this.range = [from, to]
    this.timer ??= setTimeout(() => {
      this.timer = undefined
      // A reading of the whole fills the rows in sight itself.
      if (!this.isReading) this.fill()
    }, WAIT_MS)
  }

  /** Reads anew what is in sight, and keeps what is shown meanwhile. */
  reload = (): void => void this.readAll(this.of)

  /** Takes an item out, before the service says so. */
  remove = (id: string): void => {
    const index = this.indexOf(id)
    if (index < 0) return
    const page = Math.floor(index / PAGE)
    this.pages.get(page)?.splice(index % PAGE, 1)
    // All behind moves up by one: these pages are read anew.
    for (const other of this.pages.keys()) if (other > page) this.pages.delete(other)
    this.total = (this.total ?? 1) - 1
    this.changed()
  }

  /** Reads what is in sight in place of all that was read. */
  private async readAll(of: string): Promise<void> {
    this.abort.abort()
    const { signal } = (this.abort = new AbortController())
    const wanted = of === this.of ? this.wanted() : [0]
    this.isReading = true
    try {
      const read = await Promise.all(wanted.map(page => this.read(page, signal)))
      if (signal.aborted) return
      if (of !== this.of) this.range = [0, 0]
      this.asked.clear()
      this.pages = new Map(read.map(({ items }, at) => [wanted[at]!, [...items]]))
      this.total = read[0]?.total ?? 0
      this.error = undefined
      this.of = of
      this.fill()
    } catch (cause) {
      if (signal.aborted) return
      this.error = toRefusal(cause)
    }
    this.isReading = false
    this.changed()
  }

  /** Reads the pages in sight, and those that soon are, where they are not there yet. */
  private fill(): void {
    for (const page of this.wanted(AHEAD)) {
      if (!this.pages.has(page) && !this.asked.has(page)) void this.fillPage(page)
    }
  }

  private async fillPage(page: number): Promise<void> {
    const { signal } = this.abort
    this.asked.add(page)
    try {
      const { items, total } = await this.read(page, signal)
      if (signal.aborted) return
      this.pages.set(page, [...items])
      this.total = total
    } catch (cause) {
      if (signal.aborted) return
      this.error = toRefusal(cause)
    }
    this.asked.delete(page)
    this.changed()
  }

  private read(page: number, signal: AbortSignal): Promise<Answered<T>> {
    return this.reader!({ offset: page * PAGE, limit: PAGE }, signal)
  }

  private wanted(ahead = 0): number[] {
    const [from, to] = this.range
    const pageOf = (row: number) => Math.floor(row / PAGE)
    const last = Math.min(to + ahead, this.total ?? 0) - 1
    const [first, end] = [pageOf(Math.max(0, from - ahead)), pageOf(Math.max(from, last))]
    return Array.from({ length: end - first + 1 }, (_, at) => first + at)
  }
}
