import type { LearnedFrom, MemoryVersions } from '../../../overview/types.js'
import type { EventItem } from '../../../../store/types.js'
import { keyOf } from '../../scopes.js'
import type { NamedEvent } from './events.js'

/** Clocks of one machine; the words are noted before the event is. */
const SLACK_MS = 2_000
/** A reflection takes no longer from its first memory to its event. */
const LONGEST_MS = 15 * 60_000

/** The words of a conversation from which an event's memory was learned; [] where none are kept. */
export function wordsOf(
  learned: readonly LearnedFrom[],
  { timestamp, scope }: NamedEvent,
  { id, change }: EventItem,
): LearnedFrom[] {
  const until = Date.parse(timestamp) + SLACK_MS
  const own = learned.filter(one => {
    const age = until - Date.parse(one.at)
    const isThen = age >= 0 && age < LONGEST_MS
    return isThen && one.id === id && one.change === change && keyOf(one.scope) === keyOf(scope)
  })
  const session = own.toSorted((a, b) => (a.at < b.at ? 1 : -1))[0]?.session
  const said = new Map(own.filter(one => one.session === session).map(one => [one.said, one]))
  return [...said.values()]
}

/** The session that an event's memories were learned in, with its turn, where it is known. */
export function sessionOf(
  learned: readonly LearnedFrom[],
  event: NamedEvent,
): LearnedFrom | undefined {
  for (const item of event.items ?? []) {
    const [first] = wordsOf(learned, event, item)
    if (first) return first
  }
  return undefined
}

/** The version that an event wrote, to be compared with the one before it; undefined for none. */
export function versionAt(
  { versions }: MemoryVersions,
  { timestamp }: NamedEvent,
): string | undefined {
  const until = Date.parse(timestamp) + SLACK_MS
  const at = versions.findIndex(({ at }) => Date.parse(at) <= until)
  return at >= 0 && at < versions.length - 1 ? versions[at]!.name : undefined
}
