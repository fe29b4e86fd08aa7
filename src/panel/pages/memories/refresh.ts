import { useEffect, useRef } from 'preact/hooks'
import { useChanges } from '../../live.js'
import { writes } from './writes.js'

/** Reads anew after a write of this page, of another process, and when the tab comes into sight. */
export function useRefresh(refresh: () => void): void {
  const latest = useRef(refresh)
  latest.current = refresh
  const first = useRef(writes.value)
  useChanges(refresh)
  useEffect(() => {
    if (writes.value !== first.current) latest.current()
  }, [writes.value])
  useEffect(() => {
    const onSight = () => document.visibilityState === 'visible' && latest.current()
    document.addEventListener('visibilitychange', onSight)
    return () => document.removeEventListener('visibilitychange', onSight)
  }, [])
}
