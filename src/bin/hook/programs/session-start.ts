import { sessionStart } from '../../../../handlers/hooks/session-start.js'
import { createProgram } from '../main.js'

/** Answers the start of a session. */
export const program = createProgram(sessionStart)
