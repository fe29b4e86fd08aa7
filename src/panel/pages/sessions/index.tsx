import { CalendarDays, History, X } from 'lucide'
import type { Ref } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { FoundTurn } from '../../../past/types.js'
import { count, dayOf, formatDay, toWords } from '../../format.js'
import { useShortcuts } from '../../keys.js'
import { goTo, linkTo, route, setQuery, useTyped } from '../../route.js'
import { chosenKey } from '../../scopes.js'
import { Button, SearchField } from '../../ui/controls.js'
import { Icon } from '../../ui/icon.js'
import { clamp } from '../../ui/list.js'
import { Split } from '../../ui/page.js'
import { Empty, Failure } from '../../ui/states.js'
import { matches, toDays, type Day } from './days.js'
import { isTurn, useFoundTurns } from './found.js'
import { hitId, Hits } from './hits.js'
import { rowId, SessionList } from './list.js'
import { useSessions, type LoadedSessions } from './loaded.js'
import { SessionPane } from './record.js'
import './sessions.css'

/** A shorter pause between two keys is typing. */
const TYPING_MS = 150

/** The sessions by day, a search in what was said in them, and one of them with all of its steps. */
export default function SessionsPage() {
  const { rest: chosen, query } = route.value
  const [text, day, turn] = ['text', 'day', 'turn'].map(name => query.get(name)?.trim() ?? '')
  const loaded = useSessions(chosenKey.value, day!)
  const turns = useFoundTurns({ text: text!, scopeKey: chosenKey.value, day: day! })
  const hit = turns.value?.find(one => isTurn(one, chosen, Number(turn)))
  const words = toWords(text!)
  const found = loaded.sessions?.filter(session => matches(session, words))
  const days = toDays(found ?? [])
  const search = useRef<HTMLInputElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const { rows, linkOf, hitLink } = toRows(query, turns.value ?? [], days)
  const at = hit ? hitId(hit) : chosen && rowId(chosen)
  const onKeyDown = useSessionKeys({ days, rows, at, back: linkOf(''), search, box })
  const onOpen = () => setTimeout(() => heading.current?.focus(), 50)
  const onForgotten = () => {
    loaded.drop(chosen)
    turns.reload()
    goTo(linkOf(''), { replace: true })
    search.current?.focus()
  }
  return (
    <Split
      title="Sessions"
      isReading={chosen !== ''}
      back={linkOf('')}
      list={
        <>
          <Head day={day!} inputRef={search} />
          <div ref={box} class="session-list" onKeyDown={onKeyDown}>
            {text && <Hits found={turns} chosen={at} linkOf={hitLink} onOpen={onOpen} />}
            {loaded.error && <Failure error={loaded.error} onRetry={loaded.reload} />}
            <SessionList
              {...{ days, words, linkOf, onOpen }}
              chosen={hit ? '' : chosen}
              onEnd={loaded.loadMore}
            />
            {found && <Rest loaded={loaded} shown={found.length} day={day!} text={text!} />}
          </div>
        </>
      }
      detail={
        chosen ? (
          <SessionPane id={chosen} hit={hit} headingRef={heading} onForgotten={onForgotten} />
        ) : (
          rows.length > 0 && <Choose />
        )
      }
    />
  )
}

/** The rows of the list in their order, and the links of a session and of a found turn. */
function toRows(query: URLSearchParams, turns: readonly FoundTurn[], days: readonly Day[]) {
  const placeOf = (id: string, turn = '') =>
    linkTo('sessions', id, { ...Object.fromEntries(query), turn })
  const linkOf = (id: string) => placeOf(id)
  const hitLink = ({ session, turn }: FoundTurn) => placeOf(session, String(turn))
  const hits = turns.map(one => ({ id: hitId(one), link: hitLink(one) }))
  const sessions = days.flatMap(({ sessions }) => sessions)
  const others = sessions.map(({ id }) => ({ id: rowId(id), link: linkOf(id) }))
  return { rows: [...hits, ...others], linkOf, hitLink }
}

function Choose() {
  return (
    <Empty icon={History} title="Choose a session to read it">
      It shows what was asked, done and answered, which memories were given and what was learned.
    </Empty>
  )
}

function Head({ day, inputRef }: { day: string; inputRef: Ref<HTMLInputElement> }) {
  const [typed, type] = useTyped('text', TYPING_MS)
  return (
    <div class="session-search list-head">
      <SearchField
        label="Search sessions"
        keys="/"
        inputRef={inputRef}
        value={typed}
        onChange={type}
      />
      <DayJump day={day} />
    </div>
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
  const isSearch = text !== ''
  if (sessions.length === 0 && !isLoading && !isSearch) {
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
  /** All rows of the list in their order, by the names of their elements. */
  rows: readonly { id: string; link: string }[]
  /** The row that is read; '' for none. */
  at: string
  /** The link back to the list. */
  back: string
  search: { current: HTMLInputElement | null }
  box: { current: HTMLDivElement | null }
}

/** Puts the keys of the page in force; answers what the list does with its own. */
function useSessionKeys({ days, rows, at, back, search, box }: Keyed) {
  const index = rows.findIndex(({ id }) => id === at)
  const moveTo = (index: number) => {
    const next = rows[clamp(index, rows.length)]
    if (next) goTo(next.link, { replace: at !== '' })
    if (next) focusRow(next.id)
  }
  const moveDay = (by: 1 | -1) => {
    const here = days.findIndex(({ sessions }) => sessions.some(({ id }) => rowId(id) === at))
    const first = days[clamp(here + by, days.length)]?.sessions[0]
    moveTo(rows.findIndex(({ id }) => first && id === rowId(first.id)))
  }
  const last = useRef('')
  useEffect(() => {
    if (at) last.current = at
    document.getElementById(at)?.scrollIntoView({ block: 'nearest' })
  }, [at, rows.length > 0])
  const today = () => {
    setTimeout(() => box.current?.scrollTo(0, 0))
    goTo(linkTo('sessions', '', { scope: chosenKey.peek() }), { replace: at === '' })
  }
  useShortcuts('Sessions', [
    { keys: 'j', does: 'Next session', run: () => moveTo(index + 1) },
    { keys: 'k', does: 'Previous session', run: () => moveTo(index - 1) },
    { keys: ']', does: 'First session of the day before', run: () => moveDay(1) },
    { keys: '[', does: 'First session of the day after', run: () => moveDay(-1) },
    { keys: 't', does: 'Back to today', run: today },
    { keys: '/', does: 'Search', run: () => search.current?.focus() },
    {
      keys: 'Escape',
      does: 'Back to the list',
      run: () => {
        if (at === '') return
        goTo(back)
        focusRow(last.current)
      },
    },
  ])
  // Only the list's arrow keys: those in the reading pane scroll it.
  return (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by === undefined || event.target instanceof HTMLInputElement) return
    event.preventDefault()
    moveTo(index + by)
  }
}

/** Focuses the row of a name, which may be drawn only after this. */
function focusRow(id: string): void {
  setTimeout(() => {
    const row = document.getElementById(id)
    row?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'nearest' })
  })
}
