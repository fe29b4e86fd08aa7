import { useEffect, useRef } from 'preact/hooks'
import { effect, signal } from '@preact/signals'
import { needsToken, open } from './api.js'

/** The state of the live connection. */
export const liveState = signal<'connecting' | 'live' | 'lost'>('connecting')

/** Called for each event of the activity log, also for what other processes do. */
const listeners = new Set<() => void>()
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 10_000

/** Calls back once for events that come close together, and after a time without connection. */
export function useChanges(onChange: () => void, waitMs = 150): void {
  const latest = useRef(onChange)
  latest.current = onChange
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const later = () => {
      clearTimeout(timer)
      timer = setTimeout(() => latest.current(), waitMs)
    }
    listeners.add(later)
    return () => {
      listeners.delete(later)
      clearTimeout(timer)
    }
  }, [])
}

/** Connects, and again whenever the connection is lost. Called once, by the page's start. */
export function startLive(): void {
  effect(() => {
    if (!needsToken.value) void keepConnected()
  })
}

let isRunning = false

async function keepConnected(): Promise<void> {
  if (isRunning) return
  isRunning = true
  let wait = FIRST_WAIT_MS
  let isFirst = true
  while (!needsToken.peek()) {
    try {
      await readStream(() => {
        liveState.value = 'live'
        wait = FIRST_WAIT_MS
        if (!isFirst) tellAll()
        isFirst = false
      })
    } catch {
      // liveState shows it; the next try may get through.
    }
    liveState.value = 'lost'
    await new Promise(resolve => setTimeout(resolve, wait))
    wait = Math.min(wait * 2, LONGEST_WAIT_MS)
  }
  isRunning = false
}

/** Reads server-sent events until the stream ends. An EventSource could not carry a token. */
async function readStream(onOpen: () => void): Promise<void> {
  const abort = new AbortController()
  const response = await open('/stream', abort.signal)
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  onOpen()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const blocks = (rest + value).split('\n\n')
    rest = blocks.pop() ?? ''
    // The other blocks only keep the connection open.
    if (blocks.some(block => block.startsWith('data: '))) tellAll()
  }
}

function tellAll(): void {
  for (const listener of listeners) listener()
}

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
