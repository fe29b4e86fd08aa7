import { SvcError, errnoOf } from '../../../store/errors.js'
import { formatJson } from '../terminal/json.js'
import type { Screen } from '../terminal/screen.js'
import { oneLine } from '../terminal/words.js'
import { UsageError } from './command.js'

const INTERNAL_HINT = 'SVC_HOOK_DEBUG=1 shows where'

/** How an error is told. */
export interface ErrorOptions {
  json: boolean
  debug: boolean
  screen: Screen
}

/** Says on stderr what went wrong, in one line, and returns the exit code. */
export function reportError(error: unknown, { json, debug, screen }: ErrorOptions): number {
  const { message, code } = describe(error)
  screen.progress('')
  screen.note(json ? formatJson({ error: message, code }) : `svc: ${message}`)
  if (debug && error instanceof Error && !(error instanceof UsageError)) screen.note(traceOf(error))
  return error instanceof UsageError ? 2 : 1
}

function describe(error: unknown): { message: string; code: string } {
  if (error instanceof SvcError) return { message: oneLine(error.message), code: error.code }
  const message = oneLine(error instanceof Error ? error.message : String(error))
  const known = errnoOf(error)?.startsWith('E') === true
  return { message: known ? message : `${message} (${INTERNAL_HINT})`, code: 'INTERNAL' }
}

function traceOf(error: Error): string {
  const cause = error.cause instanceof Error ? `\ncaused by ${traceOf(error.cause)}` : ''
  return (error.stack ?? error.message) + cause
}
