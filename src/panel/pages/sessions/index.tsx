import { CalendarDays, History, X } from 'lucide'
import { useEffect, useRef } from 'preact/hooks'
import { count, dayOf, formatDay, toWords } from '../../format.js'
import { useShortcuts } from '../../keys.js'
import { goTo, linkTo, route, setQuery } from '../../route.js'
import { chosenKey } from '../../scopes.js'
import { Button } from '../../ui/controls.js'
import { Icon } from '../../ui/icon.js'
import { clamp } from '../../ui/list.js'
import { QueryField, Split } from '../../ui/page.js'
import { Empty, Failure } from '../../ui/states.js'
import { matches, toDays, type Day } from './days.js'
import { rowId, SessionList } from './list.js'
import { useSessions, type LoadedSessions } from './loaded.js'
import { SessionPane } from './record.js'
import './sessions.css'

/** The sessions by day, and one of them with all of its steps. */
export default function SessionsPage() {
  const { rest: chosen, query } = route.value
  const [text, day] = [query.get('text') ?? '', query.get('day') ?? '']
  const loaded = useSessions(chosenKey.value, day)
  const words = toWords(text)
  const found = loaded.sessions?.filter(session => matches(session, words))
  const days = toDays(found ?? [])
  const search = useRef<HTMLInputElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const linkOf = (id: string) => linkTo('sessions', id, query)
  const onKeyDown = useSessionKeys({ days, chosen, linkOf, search, box })
  return (
    <Split
      title="Sessions"
      isReading={chosen !== ''}
      back={linkOf('')}
      list={
        <>
          <div class="session-search list-head">
            <QueryField name="text" label="Search sessions" inputRef={search} />
            <DayJump day={day} />
          </div>
          <div ref={box} class="session-list" onKeyDown={onKeyDown}>
            {loaded.error && <Failure error={loaded.error} onRetry={loaded.reload} />}
            <SessionList
              days={days}
              words={words}
              chosen={chosen}
              linkOf={linkOf}
              onOpen={() => setTimeout(() => heading.current?.focus(), 50)}
              onEnd={loaded.loadMore}
            />
            {found && <Rest loaded={loaded} shown={found.length} day={day} text={text} />}
          </div>
        </>
      }
      detail={
        chosen ? (
          <SessionPane id={chosen} headingRef={heading} />
        ) : (
          days.length > 0 && (
            <Empty icon={History} title="Choose a session to read it">
              It shows what was asked, which memories were given and what was learned.
            </Empty>
          )
        )
      }
    />
  )
}

function DayJump({ day }: { day: string }) {
  return (
    <div class="day-jump">
      <label class="button" data-look={day ? 'plain' : 'quiet'} data-size={day ? '' : 'icon'}>
        <Icon of={CalendarDays} />
        <span class={day ? '' : 'unseen'}>{day ? `Up to ${formatDay(day)}` : 'Go to a day'}</span>
        <input
          type="date"
          aria-label="Go to a day"
          title="Go to a day"
          value={day}
          max={dayOf(new Date())}
          onClick={event => event.currentTarget.showPicker?.()}
          onChange={event => setQuery({ day: event.currentTarget.value })}
        />
      </label>
      {day && (
        <Button look="quiet" icon={X} onClick={() => setQuery({ day: '' })}>
          All days
        </Button>
      )}
    </div>
  )
}

/** The foot of the list: says that there is nothing, or how much of it was searched. */
function Rest({
  loaded,
  shown,
  day,
  text,
}: {
  loaded: LoadedSessions
  shown: number
  day: string
  text: string
}) {
  const { sessions = [], total, isLoading, loadMore } = loaded
  const isSearch = text.trim() !== ''
  if (sessions.length === 0 && !isLoading) {
    return day ? (
      <Empty title="No session up to that day">Sessions are kept for ninety days.</Empty>
    ) : (
      <Empty icon={History} title="No sessions yet">
        A session is noted once an agent is connected and asked something: <code>svc install</code>
      </Empty>
    )
  }
  if (!isSearch) return null
  return (
    <div class="session-rest" role="status">
      <p class="muted">
        {shown === 0 ? 'None' : count(shown, 'session')} found among the{' '}
        {sessions.length < total
          ? `newest ${sessions.length} of ${total}`
          : `${total} that are kept`}
        .
      </p>
      {sessions.length < total && (
        <Button isBusy={isLoading} onClick={loadMore}>
          Search older ones too
        </Button>
      )}
    </div>
  )
}

interface Keyed {
  days: readonly Day[]
  chosen: string
  linkOf: (id: string) => string
  search: { current: HTMLInputElement | null }
  box: { current: HTMLDivElement | null }
}

/** Puts the keys of the page in force; answers what the list does with its own. */
function useSessionKeys({ days, chosen, linkOf, search, box }: Keyed) {
  const all = days.flatMap(({ sessions }) => sessions)
  const at = all.findIndex(({ id }) => id === chosen)
  const moveTo = (index: number) => {
    const next = all[clamp(index, all.length)]
    if (next) goTo(linkOf(next.id), { replace: chosen !== '' })
    if (next) focusRow(next.id)
  }
  const moveDay = (by: 1 | -1) => {
    const here = days.findIndex(({ sessions }) => sessions.some(({ id }) => id === chosen))
    const first = days[clamp(here + by, days.length)]?.sessions[0]
    moveTo(all.findIndex(({ id }) => id === first?.id))
  }
  const last = useRef('')
  useEffect(() => {
    if (chosen) last.current = chosen
    document.getElementById(rowId(chosen))?.scrollIntoView({ block: 'nearest' })
  }, [chosen, all.length > 0])
  const today = () => {
    setTimeout(() => box.current?.scrollTo(0, 0))
    const isOpen = chosen !== ''
    goTo(linkTo('sessions', '', { scope: chosenKey.peek() }), { replace: !isOpen })
  }
  useShortcuts('Sessions', [
    { keys: 'j', does: 'Next session', run: () => moveTo(at + 1) },
    { keys: 'k', does: 'Previous session', run: () => moveTo(at - 1) },
    { keys: ']', does: 'First session of the day before', run: () => moveDay(1) },
    { keys: '[', does: 'First session of the day after', run: () => moveDay(-1) },
    { keys: 't', does: 'Back to today', run: today },
    { keys: '/', does: 'Search', run: () => search.current?.focus() },
    {
      keys: 'Escape',
      does: 'Back to the list',
      run: () => {
        if (chosen === '') return
        goTo(linkOf(''))
        focusRow(last.current)
      },
    },
  ])
  // Only the list's arrow keys: those in the reading pane scroll it.
  return (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by === undefined || event.target instanceof HTMLInputElement) return
    event.preventDefault()
    moveTo(at + by)
  }
}

/** The row may be drawn only after this. */
function focusRow(id: string): void {
  setTimeout(() => {
    const row = document.getElementById(rowId(id))
    row?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'nearest' })
  })
}
