import { UsageError, type Call } from './command.js'
import { splitList } from './scope.js'

const MAX_LIMIT = 1000
/** Memories and skills listed without --limit, as over HTTP. */
export const DEFAULT_LIMIT = 100
/** Events listed without --limit, as over HTTP. */
export const DEFAULT_EVENTS_LIMIT = 50

/** `--limit`, at most 1000 as over HTTP. */
export function readLimit(call: Call, fallback: number): number {
  return Math.min(call.number('limit') ?? fallback, MAX_LIMIT)
}

/** A comma list that filters; undefined where the flag is not given. Throws UsageError on an empty one. */
export function filterList(call: Call, flag: string): string[] | undefined {
  const parts = splitList(call.text(flag))
  if (parts?.length === 0) throw new UsageError(`--${flag} names nothing`, call.command)
  return parts
}
