import { appendToLog, readLog } from '../store/log.js'
import { activityLog, type Store } from '../store/store.js'
import type { ActivityEvent, ActivityType, Scope } from '../store/types.js'

/** How many events are ever shown. */
export const EVENTS_KEPT = 1_000

/** An event with the counts it has in common with all others at 0. */
export function createEvent(
  type: ActivityType,
  scope: Scope,
  now: Date,
  counts: Partial<ActivityEvent> = {},
): ActivityEvent {
  return { type, timestamp: now.toISOString(), scope, added: 0, updated: 0, evicted: 0, ...counts }
}

/** Appends an event to the activity log. It may be lost on power loss. */
export function logEvent(store: Store, event: ActivityEvent): void {
  appendToLog(activityLog(store), event)
}

/** The newest events, newest first; [] where nothing happened yet. */
export function readEvents(store: Store, limit: number): ActivityEvent[] {
  const events = readLog<ActivityEvent>(activityLog(store), EVENTS_KEPT)
  return events.filter(isEvent).slice(0, limit)
}

function isEvent(event: Partial<ActivityEvent> | null): event is ActivityEvent {
  return typeof event?.type === 'string' && typeof event.timestamp === 'string'
}
