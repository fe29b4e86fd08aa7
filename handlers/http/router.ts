import { IttyRouter, type IRequest } from 'itty-router'
import type { Service } from '../../src/api.js'
import { SvcError } from '../../store/errors.js'
import { toJsonObject } from './body.js'
import { toErrorAnswer, type Log } from './errors.js'
import {
  decodeComponent,
  isLiteralPath,
  parseTarget,
  type Answer,
  type RouteRequest,
  type JsonAnswer,
} from './exchange.js'
import { ENDPOINTS, PREFIXES, type Endpoint } from './routes.js'

interface Match {
  endpoints: readonly Endpoint[]
  params: Record<string, string>
}

const router = createRouter(ENDPOINTS)

/**
 * Finds the endpoint and answers. Throws what the endpoint throws, ROUTE_NOT_FOUND for an unknown
 * path, INVALID_REQUEST for bad percent-encoding; 405 is an answer because it carries `Allow`.
 */
export async function routeRequest(service: Service, request: RouteRequest): Promise<Answer> {
  const { path, query } = parseTarget(request.url)
  const match = await matchPath(path)
  if (match === undefined) throw new SvcError('ROUTE_NOT_FOUND', 'There is nothing at this path')
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const endpoint = match.endpoints.find(each => each.method === method)
  if (endpoint === undefined) return toMethodNotAllowed(match.endpoints)
  return endpoint.handle(service, { ...request, query, params: match.params })
}

async function matchPath(path: string): Promise<Match | undefined> {
  if (!isLiteralPath(path)) return undefined
  // The router needs only this much; method ALL leaves the choice of method to the table.
  const request = { method: 'GET', url: `http://svc${path}` } as unknown as IRequest
  return (await router.fetch(request)) as Match | undefined
}

function createRouter(endpoints: readonly Endpoint[]) {
  const paths = new Set(endpoints.map(endpoint => endpoint.path))
  const created = IttyRouter()
  for (const path of paths) {
    const rows = endpoints.filter(endpoint => endpoint.path === path)
    const toMatch = (request: IRequest): Match => ({
      endpoints: rows,
      params: decodeParams(request.params),
    })
    for (const prefix of PREFIXES) created.all(prefix + path, toMatch)
  }
  return created
}

function decodeParams(params: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, decodeComponent(value, name)]),
  )
}

function toMethodNotAllowed(endpoints: readonly Endpoint[]): Answer {
  const methods = endpoints.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  const allow = methods.join(', ')
  const body = { error: `This path takes ${allow}`, code: 'METHOD_NOT_ALLOWED' }
  return { status: 405, body, headers: { allow } }
}

/** A request made in this process. `body` is the parsed value. */
export interface RouteCall {
  method: string
  url: string
  body?: unknown
  /** Headers of an endpoint's own, such as `if-match`, by their names in lower case. */
  headers?: Readonly<Record<string, string>>
}

/** A reply of the HTTP API; `body` is undefined for HEAD. */
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
  const { method, url, body, headers: given } = call
  try {
    const readBody = async () => toJsonObject(body)
    const headers = given && { get: (name: string) => given[name] ?? null }
    const readValue = async () => body
    const request = { method, url, readBody, readValue, ...(headers && { headers }) }
    const answer = await routeRequest(service, request)
    if ('body' in answer) return answer
    throw new SvcError('NOT_AVAILABLE', 'Streams need an HTTP connection')
  } catch (error) {
    return toErrorAnswer(error, log)
  }
}
