import type { ActivityEvent } from '../../../store/types.js'
import type { Screen } from './screen.js'
import { cutToWidth, padToWidth, widestOf } from './width.js'
import { formatTime, nameScope, oneLine } from './words.js'

/** One line an event, newest first: when, what, where, how much. */
export function renderEvents(events: readonly ActivityEvent[], screen: Screen): string[] {
  const names = events.map(event => cutToWidth(nameScope(event.scope), 20))
  const widest = widestOf(names)
  return events.map((event, row) => {
    const when = screen.styles.dim(formatTime(event.timestamp))
    const scope = padToWidth(names[row] ?? '', widest)
    return `${when}  ${padToWidth(event.type, 11)}  ${scope}  ${describe(event)}`.trimEnd()
  })
}

function describe(event: ActivityEvent): string {
  if (event.error !== undefined) return `failed: ${oneLine(event.error)}`
  const counts = [
    [event.added, 'added'],
    [event.updated, 'updated'],
    [event.merged, 'merged'],
    [event.evicted, 'evicted'],
    [event.skipped, 'skipped'],
    [event.pruned, 'pruned'],
  ] as const
  const told = counts.filter(([number]) => number !== undefined && number > 0)
  return told.map(([number, what]) => `${number} ${what}`).join(', ') || 'no change'
}
