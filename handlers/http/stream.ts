import type { EventSource } from './exchange.js'

/** Bun ends a connection after 8 to 12 s of silence: it looks every 4 s. */
const HEARTBEAT_MS = 5_000
const MAX_WAITING = 1000

type Controller = ReadableStreamDefaultController<Uint8Array>
type Close = () => void

/** Opens the stream of a source; it ends when `signal`, that of its request, aborts. */
type OpenEventStream = (source: EventSource, signal: AbortSignal) => ReadableStream<Uint8Array>

/**
 * Makes what opens the server-sent event streams of a server: one `data:` line of JSON an event, a
 * comment every 5 s so that dead connections are noticed and silent ones stay. A stream ends when a signal aborts, when
 * its reader cancels, and when its reader is 1,000 events behind.
 */
export function createEventStreams(shutdown?: AbortSignal): OpenEventStream {
  // One listener for all streams: Node warns of a leak where one signal has more than ten.
  const open = new Set<Close>()
  shutdown?.addEventListener('abort', () => open.forEach(close => close()), { once: true })
  return (source, signal) => {
    let close: Close = () => undefined
    return new ReadableStream<Uint8Array>({
      start(controller) {
        close = connect(controller, source, () => open.delete(close))
        open.add(close)
        signal.addEventListener('abort', close, { once: true })
        if (signal.aborted || shutdown?.aborted) close()
      },
      cancel: () => close(),
    })
  }
}

/** Sends what the source gives until it is closed; closing twice does no harm. */
function connect(controller: Controller, source: EventSource, onClose: () => void): Close {
  const encoder = new TextEncoder()
  let isOpen = true
  const write = (text: string): void => {
    if ((controller.desiredSize ?? 0) < -MAX_WAITING) close()
    else controller.enqueue(encoder.encode(text))
  }
  write(': connected\n\n')
  const disconnect = source(event => isOpen && write(`data: ${JSON.stringify(event)}\n\n`))
  const heartbeat = setInterval(() => write(': alive\n\n'), HEARTBEAT_MS)
  const close = (): void => {
    if (!isOpen) return
    isOpen = false
    disconnect()
    clearInterval(heartbeat)
    onClose()
    closeQuietly(controller)
  }
  return close
}

/** Closes a stream; one that its reader has cancelled is closed already and throws. */
function closeQuietly(controller: Controller): void {
  try {
    controller.close()
  } catch {
    // Cancelled by its reader.
  }
}
