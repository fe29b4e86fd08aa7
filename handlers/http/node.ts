import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Service } from '../../src/api.js'
import { errnoOf, SvcError } from '../../store/errors.js'
import { createHandler, type HandlerOptions } from './fetch.js'
import { isLoopback, toHostName } from './hosts.js'
import { createShutdown } from './shutdown.js'
import { checkWire, formatRefusal, UNMET_EXPECTATION, type Refusal } from './wire.js'

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

/**
 * Serves the HTTP API with node:http; resolves once it listens. Throws INVALID_REQUEST for a host
 * that is not loopback without a token or that is not this machine's, CONFLICT for a port in use.
 */
export async function listen(service: Service, options: ListenOptions): Promise<HttpServer> {
  const { host, port } = options
  const token = options.token ?? ''
  if (token === '' && !isLoopback(toHostName(host))) throw tokenNeeded(host)
  const streams = new AbortController()
  const server = await createNodeServer(service, { ...options, signal: streams.signal })
  const close = createShutdown(server, streams)
  await bind(server, toHostName(host), port)
  const bound = server.address() as AddressInfo
  if (token === '' && !isLoopback(bound.address)) {
    await close()
    throw tokenNeeded(host)
  }
  const authority = host.includes(':') ? `[${toHostName(host)}]` : host
  return { url: `http://${authority}:${bound.port}/`, port: bound.port, close }
}

async function createNodeServer(service: Service, options: HandlerOptions): Promise<Server> {
  const { createServer } = await import('node:http')
  const { createServerAdapter, Response } = await import('@whatwg-node/server')
  const handler = createHandler(service, options, Response)
  const adapter = createServerAdapter(handler)
  const answer: NodeListener = (request, response) =>
    void adapter.requestListener(request, response)
  const server = createServer(SERVER_OPTIONS, createListener(answer))
  server.on('checkExpectation', (_, response) => refuse(response, UNMET_EXPECTATION))
  return server.on('clientError', refuseSocket)
}

/** Lets the adapter see only requests whose URL can be built safely. */
function createListener(answer: NodeListener): NodeListener {
  return (request, response) => {
    const refusal = checkWire(request)
    if (refusal === undefined) answer(request, response)
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

function bind(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', cause => reject(toListenError(cause, host, port)))
    server.listen({ host, port }, resolve)
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
