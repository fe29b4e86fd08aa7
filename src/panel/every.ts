import { useEffect, useRef } from 'preact/hooks'

/** Calls back every so many milliseconds while the page is in sight; never where that is undefined. */
export function useEvery(ms: number | undefined, call: () => void): void {
  const latest = useRef(call)
  latest.current = call
  useEffect(() => {
    if (ms === undefined) return undefined
    const timer = setInterval(() => {
      if (!document.hidden) latest.current()
    }, ms)
    return () => clearInterval(timer)
  }, [ms])
}
