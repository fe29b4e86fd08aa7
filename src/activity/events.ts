import { watch } from 'node:fs'
import { succeeds } from '../../store/errors.js'
import { ensureDirectory } from '../../store/files/atomic.js'
import { appendToLog, readLog, logEnd, readLogFrom, type LogCursor } from '../../store/files/log.js'
import { activityLog, type Store } from '../../store/store.js'
import type {
  ActivityEvent,
  ActivityType,
  EventItem,
  MemoryChange,
  Scope,
} from '../../store/types.js'
import { redactText } from '../redact/index.js'
import { clip } from '../text.js'
import { orTell } from './unnoted.js'

/** Most events that are ever shown. */
const EVENTS_KEPT = 1_000
/** Memories that one event names. */
const MOST_ITEMS = 50
/** Candidates that one event names as not kept. */
const MOST_DROPPED = 20
/** Characters of a title in an event. */
const TITLE_CHARS = 120

/** Change of a memory as an event tells it: the title without secrets, and clipped. */
export function toEventItem(
  { id, title }: { id: string; title: string },
  change: MemoryChange,
  into?: string,
): EventItem {
  return { id, title: toTold(title), change, ...(into !== undefined && { into }) }
}

function toTold(title: string): string {
  return clip(redactText(title), TITLE_CHARS)
}

/**
 * An event with the counts it has in common with all others at 0; of its items the first 50, of what
 * was dropped the first 20, their titles without secrets and clipped.
 */
export function createEvent(
  type: ActivityType,
  scope: Scope,
  now: Date,
  { items = [], dropped = [], error, ...counts }: Partial<ActivityEvent> = {},
): ActivityEvent {
  const timestamp = now.toISOString()
  const left = dropped.slice(0, MOST_DROPPED)
  return {
    ...{ type, timestamp, scope, added: 0, updated: 0, evicted: 0, ...counts },
    ...(error !== undefined && { error: redactText(error) }),
    ...(items.length > 0 && { items: items.slice(0, MOST_ITEMS) }),
    ...(left.length > 0 && {
      dropped: left.map(({ title, reason }) => ({ title: toTold(title), reason })),
    }),
  }
}

/** Appends an event to the activity log. It may be lost on power loss, and on a full disk it is told of. */
export function logEvent(store: Store, event: ActivityEvent): void {
  orTell(store, 'the event in svc events', () => appendToLog(activityLog(store), event))
}

/** The newest events, newest first; [] where nothing happened yet. */
export function readEvents(store: Store, limit: number): ActivityEvent[] {
  const events = readLog<ActivityEvent>(activityLog(store), EVENTS_KEPT)
  return events.filter(isEvent).slice(0, limit)
}

function isEvent(event: Partial<ActivityEvent> | null): event is ActivityEvent {
  return typeof event?.type === 'string' && typeof event.timestamp === 'string'
}

/** Time between two looks at the log if it cannot be watched (milliseconds). */
const POLL_MS = 1_000

/** Called for each activity event, in the order of the log. */
export type ActivityListener = (event: ActivityEvent) => void

/** Tells listeners of each activity event, also of those that other processes log. */
export class ActivityFeed {
  private readonly listeners = new Set<ActivityListener>()
  private cursor: LogCursor | undefined
  private ending: (() => void) | undefined

  constructor(private readonly store: Store) {}

  /** Calls back for each event from now on; returns the function that ends it. */
  subscribe(listener: ActivityListener): () => void {
    this.cursor ??= logEnd(activityLog(this.store))
    this.listeners.add(listener)
    this.watch()
    return () => {
      this.listeners.delete(listener)
      if (this.listeners.size === 0) this.close()
    }
  }

  /** Hands on what was logged since the last look. */
  poll(): void {
    if (this.cursor === undefined) return
    const { values, cursor } = readLogFrom<ActivityEvent>(activityLog(this.store), this.cursor)
    this.cursor = cursor
    for (const event of values)
      for (const listener of [...this.listeners]) {
        // The mistakes of a listener must not undo a write or end the process.
        succeeds(() => listener(event))
      }
  }

  close(): void {
    this.ending?.()
    this.ending = undefined
    this.cursor = undefined
  }

  private watch(): void {
    // Nobody waits for a look: where the log cannot be read, a later one tells what it missed.
    const look = () => void succeeds(() => this.poll())
    this.ending ??= watchFolder(activityLog(this.store).directory, look)
  }
}

/**
 * Calls back when a folder changes, from now on; returns the function that ends it. Where the
 * system has no watcher left it calls back now and then instead.
 */
function watchFolder(directory: string, onChange: () => void): () => void {
  let stop = () => undefined as void
  const poll = () => {
    const timer = setInterval(onChange, POLL_MS).unref()
    stop = () => clearInterval(timer)
  }
  try {
    ensureDirectory(directory)
    const watcher = watch(directory, { persistent: false }, onChange)
    stop = () => watcher.close()
    watcher.once('error', () => {
      watcher.close()
      poll()
    })
  } catch {
    poll()
  }
  return () => stop()
}
