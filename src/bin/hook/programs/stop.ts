import { sessionEnd, stop } from '../../../../handlers/hooks/stop.js'
import { createProgram } from '../main.js'

/** Takes note of the end of a turn, and of a session. */
export const program = createProgram(context =>
  context.call.event === 'Stop' ? stop(context) : sessionEnd(context),
)
