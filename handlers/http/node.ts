import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http'
import type { Socket, AddressInfo } from 'node:net'
import type { Service } from '../../src/api.js'
import { errnoOf, SvcError, type ErrorCode } from '../../store/errors.js'
import { endSocket, keepConnections, LIMITS, type ConnectionLimits } from './connections.js'
import { logToConsole, STATUS_BY_CODE, type ErrorBody } from './errors.js'
import { createHandler, type HandlerOptions } from './fetch.js'
import { parseHost, isLoopback, toHostName } from './guard.js'
import { createPeerCheck } from './peer.js'
import { inOrder, type NodeListener } from './pipeline.js'

/** Address to listen at, with port 0 for a free one, and options. */
export interface ListenOptions extends Omit<HandlerOptions, 'signal'> {
  host: string
  port: number
  /** Limits other than those of `svc serve`. */
  limits?: Partial<ConnectionLimits>
}

/** A listening server. */
export interface HttpServer {
  /** With a slash at the end. */
  url: string
  port: number
  /** Drains and ends within 3 s; may be called more than once. */
  close(): Promise<void>
}

/**
 * Serves the HTTP API with node:http; resolves once it listens. Throws INVALID_REQUEST for a host
 * that is not loopback without a token or that is not this machine's, CONFLICT for a port in use.
 */
export async function listen(service: Service, options: ListenOptions): Promise<HttpServer> {
  const { host, port } = options
  const { log = logToConsole, token = '' } = options
  if (token === '' && !isLoopback(toHostName(host))) throw tokenNeeded(host)
  const streams = new AbortController()
  const limits = { ...LIMITS, ...options.limits }
  const server = await createNodeServer(service, { ...options, signal: streams.signal }, limits)
  const close = keepConnections(server, limits, streams)
  await bind(server, toHostName(host), port)
  server.on('error', cause => log('The server reports an error', cause))
  const bound = server.address() as AddressInfo
  if (token === '' && !isLoopback(bound.address)) {
    await close()
    throw tokenNeeded(host)
  }
  const authority = host.includes(':') ? `[${toHostName(host)}]` : host
  return { url: `http://${authority}:${bound.port}/`, port: bound.port, close }
}

function bind(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (cause: Error) => reject(toListenError(cause, host, port))
    server.once('error', fail)
    server.listen({ host, port }, () => {
      server.off('error', fail)
      resolve()
    })
  })
}

function toListenError(cause: Error, host: string, port: number): SvcError {
  if (errnoOf(cause) === 'EADDRINUSE') {
    const message = `Port ${port} on ${host} is in use; stop the other program or choose another port`
    return new SvcError('CONFLICT', message, { cause })
  }
  const message = `Cannot listen on ${host}, port ${port} (${errnoOf(cause) ?? cause.message})`
  return new SvcError('INVALID_REQUEST', message, { cause })
}

function tokenNeeded(host: string): SvcError {
  const message = `Listening on ${host || 'all addresses'} needs a token: set SVC_TOKEN, or listen on 127.0.0.1`
  return new SvcError('INVALID_REQUEST', message)
}

async function createNodeServer(
  service: Service,
  options: HandlerOptions,
  limits: ConnectionLimits,
): Promise<Server> {
  const { createServer } = await import('node:http')
  const listener = await createNodeListener(service, options)
  const server = createServer(toServerOptions(limits), listener)
  server.on('checkExpectation', (_, response) => refuse(response, UNMET_EXPECTATION))
  return server.on('clientError', refuseSocket)
}

function toServerOptions(limits: ConnectionLimits): ServerOptions {
  return {
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.idleMs,
    connectionsCheckingInterval: limits.checkMs,
    maxHeaderSize: 16 * 1024,
    // A missing Host is answered by checkWire, as JSON.
    requireHostHeader: false,
  }
}

/**
 * The HTTP API for a node:http server, also one that somebody else has opened. The adapter sees only
 * requests whose URL can be built safely, and without a token only those of this process's own user,
 * where the system tells whose they are.
 */
export async function createNodeListener(
  service: Service,
  options: HandlerOptions,
): Promise<NodeListener> {
  const { createServerAdapter, Response } = await import('@whatwg-node/server')
  const adapter = createServerAdapter(createHandler(service, options, Response))
  const isOwnUser = options.token ? undefined : createPeerCheck()
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const refusal = checkWire(request)
    if (refusal !== undefined) return refuse(response, refusal)
    const isKnown = (await isOwnUser?.(request.socket)) ?? true
    // Bytes behind it may have ended the connection meanwhile: nobody is told the outcome then.
    if (response.destroyed || request.socket.writableEnded) return
    if (!isKnown) return refuse(response, OTHER_USER, { connection: 'close' })
    void adapter.requestListener(request, response)
  }
  return inOrder((request, response) => void answer(request, response))
}

function refuse(
  response: ServerResponse,
  { status, body }: Refusal,
  headers: Record<string, string> = {},
): void {
  const text = JSON.stringify(body)
  response.writeHead(status, {
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  response.end(text)
}

/** Answers a request that Node could not parse. After part of an answer nothing is to be said. */
function refuseSocket(error: Error, socket: Socket): void {
  const isMidAnswer = (socket as { _httpMessage?: ServerResponse })._httpMessage?.headersSent
  if (!socket.writable || isMidAnswer === true || errnoOf(error) === 'ECONNRESET') {
    socket.destroy()
    return
  }
  endSocket(
    socket,
    formatRefusal('The request is not valid HTTP, is too slow or has too long headers'),
  )
}

/** An answer made before there is a request that could be routed. */
interface Refusal {
  status: number
  body: ErrorBody
}

const NOT_ORIGIN_FORM = refusal('INVALID_REQUEST', 'The request target must be a path')
const TOO_MANY_HEADERS = refusal('INVALID_REQUEST', 'There are more than 100 headers')
const REPEATED_HEADER = refusal('INVALID_REQUEST', 'A header is given twice that may stand once')
const OTHER_USER = refusal(
  'USER_NOT_ALLOWED',
  'The service answers the user who started it and root; for another user of the machine start it with SVC_TOKEN set, and send that as `Authorization: Bearer`',
)
const BAD_HOST = refusal('HOST_NOT_ALLOWED', 'The Host header is missing or is not host[:port]')

/** Sent for an `Expect` header other than 100-continue, to which Node would answer without a body. */
const UNMET_EXPECTATION = refusal('INVALID_REQUEST', 'The Expect header is not understood')

/**
 * Checks the parts of a raw request from which the adapter builds the URL: were they taken as they
 * come, a Host header with a path in it would change the path that is routed. Undefined: all well.
 */
function checkWire(request: IncomingMessage): Refusal | undefined {
  const target = request.url ?? ''
  if (!target.startsWith('/') || target.includes('#')) return NOT_ORIGIN_FORM
  if (request.rawHeaders.length > 2 * MOST_HEADERS) return TOO_MANY_HEADERS
  if (hasRepeatedHeader(request.rawHeaders)) return REPEATED_HEADER
  return parseHost(request.headers.host ?? '') === undefined ? BAD_HOST : undefined
}

/** Node drops what comes behind the thousandth, also an Origin, and tells nobody. */
const MOST_HEADERS = 100

/** Headers that decide who may ask: Node keeps the first of two, a proxy in between the last. */
const SINGLE_HEADERS = new Set(['host', 'origin', 'authorization', 'content-length'])

function hasRepeatedHeader(rawHeaders: readonly string[]): boolean {
  const names = rawHeaders.filter((_, at) => at % 2 === 0).map(name => name.toLowerCase())
  return [...SINGLE_HEADERS].some(single => names.filter(name => name === single).length > 1)
}

/** The whole HTTP response of a refusal, for a socket on which nothing can be parsed. */
function formatRefusal(message: string): string {
  const { status, body } = refusal('INVALID_REQUEST', message)
  const text = JSON.stringify(body)
  return [
    `HTTP/1.1 ${status} Bad Request`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(text)}`,
    'cache-control: no-store',
    'connection: close',
    '',
    text,
  ].join('\r\n')
}

function refusal(code: ErrorCode, error: string): Refusal {
  return { status: STATUS_BY_CODE[code], body: { error, code } }
}
