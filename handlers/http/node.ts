import type { Server, IncomingMessage, ServerResponse } from 'node:http'
import type { Socket, AddressInfo } from 'node:net'
import type { Service } from '../../src/api.js'
import { errnoOf, SvcError, type ErrorCode } from '../../store/errors.js'
import { logToConsole, STATUS_BY_CODE, type ErrorBody } from './errors.js'
import { createHandler, type HandlerOptions } from './fetch.js'
import { parseHost, isLoopback, toHostName } from './guard.js'

/** Where to listen; port 0 picks a free one. */
export interface ListenOptions extends Omit<HandlerOptions, 'signal'> {
  host: string
  port: number
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
  const server = await createNodeServer(service, { ...options, signal: streams.signal })
  const close = createShutdown(server, streams)
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

type NodeListener = (request: IncomingMessage, response: ServerResponse) => void

const SERVER_OPTIONS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 10_000,
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: 16 * 1024,
  // A missing Host is answered by checkWire, as JSON.
  requireHostHeader: false,
}

async function createNodeServer(service: Service, options: HandlerOptions): Promise<Server> {
  const { createServer } = await import('node:http')
  const listener = await createNodeListener(service, options)
  const server = createServer(SERVER_OPTIONS, listener)
  server.on('checkExpectation', (_, response) => refuse(response, UNMET_EXPECTATION))
  return server.on('clientError', refuseSocket)
}

/**
 * The HTTP API for a node:http server, also one that somebody else has opened. The adapter sees only
 * requests whose URL can be built safely.
 */
export async function createNodeListener(
  service: Service,
  options: HandlerOptions,
): Promise<NodeListener> {
  const { createServerAdapter, Response } = await import('@whatwg-node/server')
  const adapter = createServerAdapter(createHandler(service, options, Response))
  return (request, response) => {
    const refusal = checkWire(request)
    if (refusal === undefined) void adapter.requestListener(request, response)
    else refuse(response, refusal)
  }
}

function refuse(response: ServerResponse, { status, body }: Refusal): void {
  const text = JSON.stringify(body)
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  response.end(text)
}

/** For what Node could not parse. After part of an answer was sent there is nothing to be said. */
function refuseSocket(error: Error, socket: Socket): void {
  const isMidAnswer = (socket as { _httpMessage?: ServerResponse })._httpMessage?.headersSent
  if (!socket.writable || isMidAnswer === true || errnoOf(error) === 'ECONNRESET') {
    socket.destroy()
    return
  }
  socket.end(formatRefusal('The request is not valid HTTP, is too slow or has too long headers'))
}

/** An answer made before there is a request that could be routed. */
interface Refusal {
  status: number
  body: ErrorBody
}

const NOT_ORIGIN_FORM = refusal('INVALID_REQUEST', 'The request target must be a path')
const REPEATED_HEADER = refusal('INVALID_REQUEST', 'A header is given twice that may stand once')
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
  if (hasRepeatedHeader(request.rawHeaders)) return REPEATED_HEADER
  return parseHost(request.headers.host ?? '') === undefined ? BAD_HOST : undefined
}

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

const DRAIN_MS = 2500

/**
 * Makes the function that ends a server: no new connections, event streams and connections without
 * a running request end at once, running requests have 2.5 s, then all sockets are destroyed.
 * Resolves when it is over, however often it is called. Must be made before the server listens.
 */
function createShutdown(server: Server, streams: AbortController): () => Promise<void> {
  const running = trackRequests(server)
  let closing: Promise<void> | undefined
  const shutDown = async (): Promise<void> => {
    const closed = new Promise<void>(resolve => server.close(() => resolve()))
    streams.abort()
    for (const [socket, requests] of running) if (requests === 0) socket.destroySoon()
    const deadline = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
    await closed
    clearTimeout(deadline)
  }
  return () => (closing ??= shutDown())
}

/** The open sockets with their numbers of running requests. */
function trackRequests(server: Server): Map<Socket, number> {
  const running = new Map<Socket, number>()
  server.on('connection', (socket: Socket) => {
    running.set(socket, 0)
    socket.once('close', () => running.delete(socket))
  })
  server.on('request', ({ socket }, response) => {
    running.set(socket, (running.get(socket) ?? 0) + 1)
    response.once('close', () => {
      const left = (running.get(socket) ?? 1) - 1
      if (left === 0 && !server.listening) socket.destroySoon()
      else if (running.has(socket)) running.set(socket, left)
    })
  })
  return running
}
