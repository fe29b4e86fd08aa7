import { useMemo } from 'preact/hooks'
import type { EventItem } from '../../../../store/types.js'
import type { LearnedFrom } from '../../../overview/types.js'
import { ask } from '../../api.js'
import { useChanges } from '../../live.js'
import { useResource } from '../../resource.js'
import { chosenKey } from '../../scopes.js'
import { tellFates, type Fate, type NamedEvent } from './events.js'

/** What an event's details need of the whole feed. */
export interface FeedContext {
  learned: readonly LearnedFrom[]
  fateOf: (event: NamedEvent, item: EventItem) => Fate
  /** The memories that an event took away and that are still gone. */
  goneOf: (event: NamedEvent) => readonly EventItem[]
  reload: () => void
}

const NO_LEARNED: readonly LearnedFrom[] = []

/** What was said is read as soon as a reflection is open, and then for all of them. */
export function useFeedContext(
  events: readonly NamedEvent[],
  open: ReadonlySet<string>,
  reload: () => void,
): FeedContext {
  const isWanted = events.some(({ type, name }) => type === 'reflect' && open.has(name))
  const scopeKey = chosenKey.value
  const learned = useResource(
    isWanted
      ? signal =>
          ask<{ items: LearnedFrom[] }>('/learned', { query: { scopeKey, limit: 1_000 }, signal })
      : undefined,
    [isWanted, scopeKey],
  )
  useChanges(() => isWanted && learned.reload())
  const items = learned.value?.items ?? NO_LEARNED
  return useMemo(() => {
    const fateOf = tellFates(events)
    const goneOf = (event: NamedEvent) => {
      return (event.items ?? []).filter(item => isTaken(item) && fateOf(event, item) === 'gone')
    }
    return { learned: items, fateOf, goneOf, reload }
  }, [events, items, reload])
}

function isTaken({ change }: EventItem): boolean {
  return ['merged', 'evicted', 'retracted', 'forgotten'].includes(change)
}
