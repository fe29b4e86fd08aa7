import type { Service } from '../../src/api.js'
import { SvcError } from '../../store/errors.js'
import { toJsonObject } from './body.js'
import { toErrorAnswer, type Log } from './errors.js'
import type { JsonAnswer } from './exchange.js'
import { routeRequest } from './router.js'

/** A request made in this process. `body` is the parsed value. */
export interface RouteCall {
  method: string
  url: string
  body?: unknown
}

/** What the HTTP API would answer; `body` is undefined for HEAD. */
export type RouteReply = JsonAnswer

/**
 * Calls an endpoint without HTTP: no guard, no fetch classes, errors as the replies they would be.
 * The event stream is 501 NOT_AVAILABLE here.
 */
export async function callRoute(
  service: Service,
  call: RouteCall,
  log: Log = () => undefined,
): Promise<RouteReply> {
  const reply = await answerCall(service, call, log)
  return call.method === 'HEAD' ? { ...reply, body: undefined } : reply
}

async function answerCall(service: Service, call: RouteCall, log: Log): Promise<RouteReply> {
  const { method, url, body } = call
  try {
    const readBody = async () => toJsonObject(body)
    const answer = await routeRequest(service, { method, url, readBody })
    if ('body' in answer) return answer
    throw new SvcError('NOT_AVAILABLE', 'Streams need an HTTP connection')
  } catch (error) {
    return toErrorAnswer(error, log)
  }
}
