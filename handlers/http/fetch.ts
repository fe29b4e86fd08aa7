import type { Service } from '../../src/api.js'
import { SvcError } from '../../store/errors.js'
import { createPanel, type FileAnswer } from '../panel/index.js'
import { KEY_HEADER, pageKey } from '../panel/key.js'
import { readJson, readJsonObject } from './body.js'
import { logToConsole, toErrorAnswer, type Log } from './errors.js'
import { pathOf, type Answer, type EventSource } from './exchange.js'
import { checkSource, createPageCheck, createTokenCheck } from './guard.js'
import { routeRequest } from './router.js'

/** Access to a handler, and the outlets for its failures and its end. */
export interface HandlerOptions {
  /** A host name that requests may be addressed to besides the loopback names. */
  host?: string
  /** The bearer token that every request must carry; '' and undefined are none. */
  token?: string
  /** Gets the causes of 5xx answers, which are never published. The default is console.error. */
  log?: Log
  /** Ends the event streams. */
  signal?: AbortSignal
  /** The folder that the panel's page lies in, with a slash at both ends. The default is `/`. */
  panel?: string
}

/** Takes a request, always resolves with a response: errors are answers too. */
export type FetchHandler = (request: Request) => Promise<Response>

const HEADERS = {
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}

/**
 * The HTTP API and the panel as a fetch function for any runtime that has the web's Request and Response.
 * `ResponseType` lets an adapter have its own class made.
 */
export function createHandler(
  service: Service,
  options: HandlerOptions = {},
  ResponseType: typeof Response = Response,
): FetchHandler {
  const log = options.log ?? logToConsole
  const checkAccess = createAccessCheck(options.token ?? '')
  const answerPanel = createPanel(options.panel)
  const openStream = createEventStreams(options.signal)
  const answerRequest = async (request: Request): Promise<Answer | FileAnswer> => {
    const { method, url, headers } = request
    checkSource(headers, url, options.host ?? '')
    const ofPanel = await answerPanel({ method, headers, path: pathOf(url) })
    if (ofPanel !== undefined) return ofPanel
    checkAccess(request)
    const readBody = () => readJsonObject(request)
    const readValue = () => readJson(request)
    return routeRequest(service, { method, url, headers, readBody, readValue })
  }
  return async request => {
    const respond = (answer: Answer | FileAnswer): Response => {
      const { headers, open } = toMessage(answer, source => openStream(source, request.signal))
      const { status } = answer
      const body = request.method === 'HEAD' || status === 304 ? null : open()
      return new ResponseType(body, { status, headers })
    }
    try {
      return respond(await answerRequest(request))
    } catch (error) {
      return respond(toErrorAnswer(error, log))
    }
  }
}

/** Lets a holder of the token do all; without a token there are pages that may not write. */
function createAccessCheck(token: string) {
  return token === '' ? createPageCheck(KEY_HEADER, pageKey()) : createTokenCheck(token)
}

type BodyInit = ConstructorParameters<typeof Response>[0]

/** Headers and body; the body is opened only where it is sent. */
interface Message {
  headers: Record<string, string>
  open: () => BodyInit
}

function toMessage(
  answer: Answer | FileAnswer,
  openStream: (source: EventSource) => ReadableStream<Uint8Array>,
): Message {
  if ('events' in answer) {
    const headers = { ...HEADERS, 'content-type': 'text/event-stream; charset=utf-8' }
    return { headers, open: () => openStream(answer.events) }
  }
  if ('bytes' in answer) {
    return { headers: { ...HEADERS, ...answer.headers }, open: () => answer.bytes }
  }
  const bytes = new TextEncoder().encode(JSON.stringify(answer.body) ?? '')
  const headers = {
    ...HEADERS,
    ...answer.headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(bytes.byteLength),
  }
  return { headers, open: () => bytes }
}

/** Bun ends a connection after 8 to 12 s of silence: it looks every 4 s. */
const HEARTBEAT_MS = 5_000
/** Most that waits for the reader of a stream: bytes, and 1,000 events however short they are. */
const MAX_WAITING_BYTES = 256 * 1024
const LEAST_BYTES = MAX_WAITING_BYTES / 1_000
const WAITING: QueuingStrategy<Uint8Array> = {
  highWaterMark: MAX_WAITING_BYTES,
  size: bytes => Math.max(bytes?.byteLength ?? 0, LEAST_BYTES),
}
/** Most streams at once: each event is sent on every one. */
const MOST_STREAMS = 200

type Controller = ReadableStreamDefaultController<Uint8Array>
type Close = () => void

/**
 * Opens the stream of a source; it ends when `signal`, that of its request, aborts. Throws
 * TOO_MANY_STREAMS.
 */
type OpenEventStream = (source: EventSource, signal: AbortSignal) => ReadableStream<Uint8Array>

/**
 * Makes what opens the server-sent event streams of a server, 200 at once: one `data:` line of JSON
 * an event, a comment every 5 s so that dead connections are noticed and silent ones stay. A stream
 * ends when a signal aborts, when its reader cancels, and when its reader is 1,000 events or 256 KiB
 * behind.
 */
export function createEventStreams(shutdown?: AbortSignal): OpenEventStream {
  // One listener for all streams: Node warns of a leak where one signal has more than ten.
  const open = new Set<Close>()
  shutdown?.addEventListener('abort', () => open.forEach(close => close()), { once: true })
  return (source, signal) => {
    if (open.size >= MOST_STREAMS) {
      const message = `There are ${MOST_STREAMS} event streams already; end one of them first`
      throw new SvcError('TOO_MANY_STREAMS', message)
    }
    let close: Close = () => undefined
    const start = (controller: Controller): void => {
      close = connect(controller, source, () => open.delete(close))
      open.add(close)
      signal.addEventListener('abort', close, { once: true })
      if (signal.aborted || shutdown?.aborted) close()
    }
    return new ReadableStream<Uint8Array>({ start, cancel: () => close() }, WAITING)
  }
}

const encoder = new TextEncoder()
const CONNECTED = encoder.encode(': connected\n\n')
const ALIVE = encoder.encode(': alive\n\n')

/** Events as they are sent: one that many streams are told of is encoded once. */
const encoded = new WeakMap<object, Uint8Array>()

function encodeEvent(event: unknown): Uint8Array {
  const key = typeof event === 'object' && event !== null ? event : {}
  const known = encoded.get(key)
  if (known !== undefined) return known
  const bytes = encoder.encode(`data: ${JSON.stringify(event)}\n\n`)
  encoded.set(key, bytes)
  return bytes
}

/** Sends what the source gives until it is closed; closing twice does no harm. */
function connect(controller: Controller, source: EventSource, onClose: () => void): Close {
  let isOpen = true
  const write = (bytes: Uint8Array): void => {
    if ((controller.desiredSize ?? 0) <= 0) close()
    else controller.enqueue(bytes)
  }
  write(CONNECTED)
  const disconnect = source(event => isOpen && write(encodeEvent(event)))
  const heartbeat = setInterval(() => write(ALIVE), HEARTBEAT_MS)
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
