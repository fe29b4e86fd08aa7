import type { Service } from '../../src/api.js'
import { readJsonObject } from './body.js'
import { logToConsole, toErrorAnswer, type Log } from './errors.js'
import type { Answer, EventSource } from './exchange.js'
import { checkSource, createTokenCheck } from './guard.js'
import { routeRequest } from './router.js'
import { createEventStreams } from './stream.js'

/** What a handler lets in, and where it tells of failures. */
export interface HandlerOptions {
  /** A host name that requests may be addressed to besides the loopback names. */
  host?: string
  /** The bearer token that every request must carry; '' and undefined are none. */
  token?: string
  /** Gets the causes of 5xx answers, which are never published. The default is console.error. */
  log?: Log
  /** Ends the event streams. */
  signal?: AbortSignal
}

/** Takes a request, always resolves with a response: errors are answers too. */
export type FetchHandler = (request: Request) => Promise<Response>

const HEADERS = {
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}

/**
 * The HTTP API as a fetch function for any runtime that has the web's Request and Response.
 * `ResponseType` lets an adapter have its own class made.
 */
export function createHandler(
  service: Service,
  options: HandlerOptions = {},
  ResponseType: typeof Response = Response,
): FetchHandler {
  const log = options.log ?? logToConsole
  const checkToken = createTokenCheck(options.token ?? '')
  const openStream = createEventStreams(options.signal)
  const answerRequest = async (request: Request): Promise<Answer> => {
    checkSource(request.headers, request.url, options.host ?? '')
    await checkToken(request.headers)
    const { method, url, headers } = request
    return routeRequest(service, { method, url, headers, readBody: () => readJsonObject(request) })
  }
  return async request => {
    const respond = (answer: Answer): Response => {
      const { headers, open } = toMessage(answer, source => openStream(source, request.signal))
      const body = request.method === 'HEAD' ? null : open()
      return new ResponseType(body, { status: answer.status, headers })
    }
    try {
      return respond(await answerRequest(request))
    } catch (error) {
      return respond(toErrorAnswer(error, log))
    }
  }
}

type BodyInit = ConstructorParameters<typeof Response>[0]

/** Headers and body; the body is opened only where it is sent. */
interface Message {
  headers: Record<string, string>
  open: () => BodyInit
}

function toMessage(
  answer: Answer,
  openStream: (source: EventSource) => ReadableStream<Uint8Array>,
): Message {
  if ('events' in answer) {
    const headers = { ...HEADERS, 'content-type': 'text/event-stream; charset=utf-8' }
    return { headers, open: () => openStream(answer.events) }
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
