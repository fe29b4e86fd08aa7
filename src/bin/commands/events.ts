import { renderEvents } from '../terminal/events.js'
import { formatJson } from '../terminal/json.js'
import type { Call } from './command.js'
import { DEFAULT_EVENTS_LIMIT, readLimit } from './filters.js'

/** `svc events`: what the service did, newest first. */
export async function runEvents(call: Call): Promise<void> {
  const events = await (await call.service()).events(readLimit(call, DEFAULT_EVENTS_LIMIT))
  if (call.json) return call.screen.print(formatJson({ events }))
  call.screen.print(events.length === 0 ? 'nothing yet' : renderEvents(events, call.screen))
}
