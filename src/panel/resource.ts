import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { ask, needsToken, Refusal, type AskOptions } from './api.js'

/** A value that is read from the service. */
export interface Resource<T> {
  /** The last that was read, also while it is read anew; undefined before the first answer. */
  value?: T
  error?: Refusal
  isLoading: boolean
  /** Reads it anew, and keeps what is shown meanwhile. */
  reload: () => void
}

/**
 * Reads something whenever `on` changes, and drops answers that come too late. With `undefined` in
 * place of a reader nothing is read. What was read before stays until the next answer, unless
 * `isFresh` says that it is about something else.
 */
export function useResource<T>(
  reader: ((abort: AbortSignal) => Promise<T>) | undefined,
  on: readonly unknown[],
  { isFresh = false } = {},
): Resource<T> {
  const [state, setState] = useState<Omit<Resource<T>, 'reload'>>({ isLoading: true })
  const [times, setTimes] = useState(0)
  const last = useRef(times)
  const locked = needsToken.value
  useEffect(() => {
    if (reader === undefined || locked) return undefined
    const abort = new AbortController()
    const isReload = last.current !== times
    last.current = times
    setState(before => ({
      ...(before.value !== undefined && (!isFresh || isReload) && { value: before.value }),
      isLoading: true,
    }))
    reader(abort.signal).then(
      value => abort.signal.aborted || setState({ value, isLoading: false }),
      (cause: unknown) => {
        if (!abort.signal.aborted) setState(before => afterFailure(before, toRefusal(cause)))
      },
    )
    return () => abort.abort()
  }, [...on, times, locked])
  const reload = useCallback(() => setTimes(count => count + 1), [])
  return { ...state, reload }
}

/**
 * Reads a path of the API, and again whenever the path, its query or `on` changes; nothing where the
 * path is undefined.
 */
export function useAnswer<T>(
  path: string | undefined,
  {
    query,
    on,
    isFresh = false,
  }: Pick<AskOptions, 'query'> & { on?: unknown; isFresh?: boolean } = {},
): Resource<T> {
  const reader = (signal: AbortSignal) => ask<T>(path!, { ...(query && { query }), signal })
  const key = [path, JSON.stringify(query), on]
  return useResource(path === undefined ? undefined : reader, key, { isFresh })
}

/** Keeps the last value where the service merely does not answer. */
function afterFailure<T>(before: { value?: T }, error: Refusal) {
  const isAway = error.status === 0 || error.status >= 500
  const isKept = isAway && before.value !== undefined
  return { error, isLoading: false, ...(isKept && { value: before.value }) }
}

/** Converts whatever was thrown to a refusal with a message. */
export function toRefusal(cause: unknown): Refusal {
  if (cause instanceof Refusal) return cause
  return new Refusal(cause instanceof Error ? cause.message : 'Something went wrong', 'UNKNOWN', 0)
}
