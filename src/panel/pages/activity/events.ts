import { useMemo, useRef, useState } from 'preact/hooks'
import type { ActivityEvent, EventItem } from '../../../../store/types.js'
import type { LearnedFrom } from '../../../overview/types.js'
import { ask } from '../../api.js'
import { dayOf } from '../../format.js'
import { useChanges } from '../../live.js'
import { useAnswer, useResource, type Resource } from '../../resource.js'
import { chosenKey, keyOf } from '../../scopes.js'

/** An event with a name that stays its own while others come before it. */
export interface NamedEvent extends ActivityEvent {
  name: string
}

/** The most that the service tells. */
const ALL = 1_000
/** Enough for the first page. */
const FIRST = 200

/** The activity log, newest first, read anew whenever something happens. */
export function useEvents(wantsAll: boolean): Resource<readonly NamedEvent[]> {
  const limit = wantsAll ? ALL : FIRST
  const events = useResource(
    async signal => {
      const { events } = await ask<{ events: ActivityEvent[] }>('/events', {
        query: { limit },
        signal,
      })
      return nameAll(events)
    },
    [limit],
  )
  useChanges(events.reload)
  return events
}

/** Events of one moment are told apart by their number, from the oldest on: it does not change. */
function nameAll(events: readonly ActivityEvent[]): NamedEvent[] {
  const seen = new Map<string, number>()
  return events
    .toReversed()
    .map(event => {
      const { timestamp, type, scope } = event
      const moment = `${timestamp} ${type} ${keyOf(scope)}`
      const nth = (seen.get(moment) ?? 0) + 1
      seen.set(moment, nth)
      return { ...event, name: `${moment} ${nth}` }
    })
    .reverse()
}

/** A list that new events join only while nobody reads in it. */
interface Held {
  shown: readonly NamedEvent[]
  /** Events that wait above the list. */
  waiting: readonly NamedEvent[]
  /** Names of the events that joined last. */
  arrived: ReadonlySet<string>
  release: () => void
}

/** Holds back new events while `isReading` answers true. */
export function useHeld(all: readonly NamedEvent[] | undefined, isReading: () => boolean): Held {
  const newest = useRef<string>(undefined)
  const [released, setReleased] = useState(0)
  const lastReleased = useRef(released)
  const held = useMemo(() => {
    const events = all ?? []
    const at = events.findIndex(({ name }) => name === newest.current)
    const isAsked = lastReleased.current !== released
    lastReleased.current = released
    if (at > 0 && !isAsked && isReading()) {
      return { shown: events.slice(at), waiting: events.slice(0, at), arrived: NONE }
    }
    newest.current = events[0]?.name
    const arrived = new Set(events.slice(0, Math.max(0, at)).map(({ name }) => name))
    return { shown: events, waiting: [], arrived }
  }, [all, released])
  return { ...held, release: () => setReleased(times => times + 1) }
}

const NONE: ReadonlySet<string> = new Set()

/** Events by the day on which they happened, where the person is. */
export function byDay(events: readonly NamedEvent[]): [day: string, events: NamedEvent[]][] {
  return [...Map.groupBy(events, ({ timestamp }) => dayOf(timestamp))]
}

/** The state of an event's memory now: `back` was restored after it was taken away. */
type Fate = 'gone' | 'back' | 'here'

const TAKES_AWAY = new Set(['merged', 'evicted', 'retracted', 'forgotten'])
const BRINGS_BACK = new Set(['restored', 'added'])

/** Tells what became of each memory since an event; `events` are all that are known, newest first. */
function createFateLookup(
  events: readonly NamedEvent[],
): (event: NamedEvent, item: EventItem) => Fate {
  const last = new Map<string, { isGone: boolean; by: string }>()
  for (const event of events) {
    for (const item of event.items ?? []) {
      const memory = `${keyOf(event.scope)} ${item.id}`
      const isGone = TAKES_AWAY.has(item.change)
      if (last.has(memory) || !(isGone || BRINGS_BACK.has(item.change))) continue
      last.set(memory, { isGone, by: event.name })
    }
  }
  return (event, item) => {
    const since = last.get(`${keyOf(event.scope)} ${item.id}`)
    if (!TAKES_AWAY.has(item.change)) return since?.isGone === true ? 'gone' : 'here'
    return since?.isGone === false ? 'back' : 'gone'
  }
}

/** The parts of the whole feed that the details of one event need. */
export interface FeedContext {
  learned: readonly LearnedFrom[]
  fateOf: (event: NamedEvent, item: EventItem) => Fate
  /** The memories that an event took away and that are still gone. */
  goneOf: (event: NamedEvent) => readonly EventItem[]
  reload: () => void
}

const NO_LEARNED: readonly LearnedFrom[] = []

/** Reads the quoted words for all reflections once one of them is open. */
export function useFeedContext(
  events: readonly NamedEvent[],
  open: ReadonlySet<string>,
  reload: () => void,
): FeedContext {
  const isWanted = events.some(({ type, name }) => type === 'reflect' && open.has(name))
  const scopeKey = chosenKey.value
  const learned = useAnswer<{ items: LearnedFrom[] }>(isWanted ? '/learned' : undefined, {
    query: { scopeKey, limit: 1_000 },
  })
  useChanges(() => isWanted && learned.reload())
  const items = learned.value?.items ?? NO_LEARNED
  return useMemo(() => {
    const fateOf = createFateLookup(events)
    const goneOf = (event: NamedEvent) => {
      return (event.items ?? []).filter(
        item => TAKES_AWAY.has(item.change) && fateOf(event, item) === 'gone',
      )
    }
    return { learned: items, fateOf, goneOf, reload }
  }, [events, items, reload])
}
