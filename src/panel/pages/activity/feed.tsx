import { Activity, ArrowUp, ChevronRight } from 'lucide'
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { formatClock, formatDay, formatMoment, formatNumber } from '../../format.js'
import { useShortcuts } from '../../keys.js'
import { route, setQuery } from '../../route.js'
import { chosenKey, keyOf } from '../../scopes.js'
import { Button, Chip } from '../../ui/controls.js'
import { Icon } from '../../ui/icon.js'
import { clamp } from '../../ui/list.js'
import { Empty, Shown } from '../../ui/states.js'
import { ScopeName } from '../../ui/text.js'
import { EventDetail } from './detail.js'
import {
  byDay,
  useEvents,
  useFeedContext,
  useHeld,
  type FeedContext,
  type NamedEvent,
} from './events.js'
import { restoreAll } from './undo.js'
import { FILTERS, iconOf, passes, summarize, type Filter } from './words.js'

/** Events that are in the page at a time. */
const PAGE_SIZE = 80
/** Scrolled further, somebody reads below. */
const NEAR_TOP_PX = 24

/** The feed: events by day, the newest first. */
export function Feed() {
  const filters = useFilters()
  const page = Math.max(1, Number(route.value.query.get('page')) || 1)
  const [open, setOpen] = useState(() => (isBack() ? left.open : NONE))
  const box = useRef<HTMLDivElement>(null)
  const isReading = () => page > 1 || open.size > 0 || isBusyWith(box.current)
  const events = useEvents(page > 1 || filters.size > 0 || chosenKey.value !== '')
  const held = useHeld(events.value, isReading)
  const isWanted = (event: NamedEvent) => isInScope(event) && passes(event, filters)
  usePlace(box, open, events.value !== undefined)
  const own = held.shown.filter(isWanted)
  const waiting = held.waiting.filter(isWanted).length
  const shown = own.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
  const context = useFeedContext(events.value ?? [], open, events.reload)
  const toggle = (name: string) => {
    const next = new Set(open)
    if (!next.delete(name)) next.add(name)
    setOpen(next)
  }
  const turnTo = (next: number) => {
    setQuery({ page: next > 1 ? String(next) : undefined })
    pageOf(box.current)?.scrollTo({ top: 0 })
  }
  const release = () => {
    held.release()
    turnTo(1)
  }
  useFeedKeys({ box, shown, open, toggle, release, context })
  return (
    <div ref={box}>
      <FilterBar filters={filters} />
      <div class="feed-waiting" role="status">
        {waiting > 0 && (
          <button type="button" onClick={release}>
            <Icon of={ArrowUp} size={14} />
            {formatNumber(waiting)} new
          </button>
        )}
      </div>
      <Shown of={events}>
        {all => (
          <>
            {own.length === 0 && <Nothing isFiltered={all.length > 0} />}
            <Days {...{ shown, open, toggle, context }} arrived={held.arrived} />
            <Pager page={page} pages={Math.ceil(own.length / PAGE_SIZE)} onTurn={turnTo} />
          </>
        )}
      </Shown>
    </div>
  )
}

interface DaysProps {
  shown: readonly NamedEvent[]
  open: ReadonlySet<string>
  arrived: ReadonlySet<string>
  toggle: (name: string) => void
  context: FeedContext
}

function Days({ shown, open, arrived, toggle, context }: DaysProps) {
  return byDay(shown).map(([day, events]) => (
    <section key={day} class="feed-day">
      <h2>{formatDay(day)}</h2>
      <ul role="list">
        {events.map(event => (
          <EventRow
            key={event.name}
            event={event}
            isOpen={open.has(event.name)}
            isNew={arrived.has(event.name)}
            onToggle={() => toggle(event.name)}
            context={context}
          />
        ))}
      </ul>
    </section>
  ))
}

const NONE: ReadonlySet<string> = new Set()

/** The state of the feed when it was left: who comes back from a memory reads on there. */
let left = { hash: '', open: NONE, top: 0 }

function isBack(): boolean {
  return left.hash === location.hash
}

function usePlace(
  box: { current: HTMLElement | null },
  open: ReadonlySet<string>,
  isThere: boolean,
): void {
  const latest = useRef(open)
  latest.current = open
  const here = useRef(location.hash)
  here.current = route.value.page === 'activity' ? location.hash : here.current
  useLayoutEffect(() => {
    if (isThere && isBack()) pageOf(box.current)?.scrollTo({ top: left.top })
  }, [isThere])
  useLayoutEffect(() => {
    const page = pageOf(box.current)
    return () => {
      left = { hash: here.current, open: latest.current, top: page?.scrollTop ?? 0 }
    }
  }, [])
}

function useFilters(): ReadonlySet<Filter> {
  const text = route.value.query.get('type') ?? ''
  return useMemo(() => {
    const known = FILTERS.map(({ value }) => value)
    return new Set(known.filter(value => text.split(',').includes(value)))
  }, [text])
}

function isInScope({ scope }: NamedEvent): boolean {
  return chosenKey.value === '' || keyOf(scope) === chosenKey.value
}

function pageOf(box: HTMLElement | null): Element | null {
  return box?.closest('.page') ?? null
}

function isBusyWith(box: HTMLElement | null): boolean {
  const isScrolled = (pageOf(box)?.scrollTop ?? 0) > NEAR_TOP_PX
  return isScrolled || Boolean(box?.querySelector('.feed-day :focus'))
}

interface FeedKeys {
  box: { current: HTMLElement | null }
  shown: readonly NamedEvent[]
  open: ReadonlySet<string>
  toggle: (name: string) => void
  release: () => void
  context: FeedContext
}

function useFeedKeys({ box, shown, open, toggle, release, context }: FeedKeys): void {
  const isUndoing = useRef(false)
  const focused = () => {
    const line = document.activeElement?.closest('.event')?.querySelector('.event-line')
    return shown.find(({ name }) => name === line?.getAttribute('data-name'))
  }
  const lines = () => [...(box.current?.querySelectorAll<HTMLElement>('.event-line') ?? [])]
  const move = (by: 1 | -1) => {
    const all = lines()
    const name = focused()?.name
    const at = all.findIndex(line => line.dataset.name === name)
    const next = all[clamp(at + (at < 0 ? 1 : by), all.length)]
    next?.focus()
    next?.scrollIntoView({ block: 'nearest' })
  }
  const onFocused = (act: (event: NamedEvent) => unknown) => () => {
    const event = focused()
    if (event) act(event)
  }
  const collapse = (event: NamedEvent) => {
    if (!open.has(event.name)) return
    toggle(event.name)
    lines()
      .find(line => line.dataset.name === event.name)
      ?.focus()
  }
  const undo = async (event: NamedEvent) => {
    const gone = context.goneOf(event)
    if (gone.length === 0 || isUndoing.current) return
    isUndoing.current = true
    await restoreAll(gone)
    isUndoing.current = false
    context.reload()
  }
  useShortcuts('Activity', [
    { keys: 'j, ArrowDown', does: 'Next event', run: () => move(1) },
    { keys: 'k, ArrowUp', does: 'Previous event', run: () => move(-1) },
    { keys: 'o', does: 'Open or close it', run: onFocused(({ name }) => toggle(name)) },
    { keys: 'Escape', does: 'Close it', run: onFocused(collapse) },
    { keys: 'u', does: 'Restore what it took away', run: onFocused(undo) },
    { keys: 'n', does: 'Show what is new', run: release },
  ])
}

function FilterBar({ filters }: { filters: ReadonlySet<Filter> }) {
  const choose = (value: Filter, isOn: boolean) => {
    const next = new Set(filters)
    if (isOn) next.add(value)
    else next.delete(value)
    setQuery({ type: [...next].join(','), page: undefined }, { replace: true })
  }
  return (
    <div class="chips" role="group" aria-label="Show">
      {FILTERS.map(({ value, label }) => (
        <Chip key={value} isOn={filters.has(value)} onChange={isOn => choose(value, isOn)}>
          {label}
        </Chip>
      ))}
    </div>
  )
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) {
    return <Empty title="Nothing of this kind happened">Choose another kind or scope.</Empty>
  }
  return (
    <Empty icon={Activity} title="Nothing has happened yet">
      What is learned, changed or forgotten is told here. It begins with a conversation of a
      connected agent, or with <code>svc remember</code>.
    </Empty>
  )
}

function Pager({
  page,
  pages,
  onTurn,
}: {
  page: number
  pages: number
  onTurn: (page: number) => void
}) {
  useEffect(() => {
    if (pages > 0 && page > pages) setQuery({ page: undefined }, { replace: true })
  }, [page, pages])
  if (pages < 2) return null
  return (
    <nav class="feed-pager" aria-label="Pages of the feed">
      <Button disabled={page <= 1} onClick={() => onTurn(page - 1)}>
        Newer
      </Button>
      <Button disabled={page >= pages} onClick={() => onTurn(page + 1)}>
        Older
      </Button>
    </nav>
  )
}

/** One event as a quiet line, with its details where it is open. */
function EventRow({
  event,
  isOpen,
  isNew,
  onToggle,
  context,
}: {
  event: NamedEvent
  isOpen: boolean
  isNew: boolean
  onToggle: () => void
  context: FeedContext
}) {
  const { does, to } = summarize(event)
  const id = useId()
  return (
    <li
      class="event"
      data-type={event.type}
      data-failed={event.error !== undefined}
      data-new={isNew}
    >
      <div class="event-space">
        <button
          type="button"
          class="event-line"
          data-name={event.name}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={onToggle}
        >
          <Icon of={iconOf(event)} />
          <span class="event-told clip">
            <span class="event-does">{does}</span> {to && <span class="event-to">{to}</span>}
          </span>
          {chosenKey.value === '' && (
            <span class="event-scope clip">
              <ScopeName of={event.scope} />
            </span>
          )}
          <time class="numbers" dateTime={event.timestamp} title={formatMoment(event.timestamp)}>
            {formatClock(event.timestamp)}
          </time>
          <Icon of={ChevronRight} size={14} />
        </button>
        {isOpen && (
          <div class="event-detail" id={id}>
            <EventDetail event={event} context={context} />
          </div>
        )}
      </div>
    </li>
  )
}
