import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Number of a server's connections, and its patience with them (milliseconds). */
export interface ConnectionLimits {
  /** Most at once: one more, and the one that has been without a request for longest is let go. */
  connections: number
  /** Time from the start of a connection or of a request to the end of its headers. */
  headersMs: number
  /** Time from there to the end of its body. */
  requestMs: number
  /** Time after an answer, until the next request. */
  idleMs: number
  /** Time that nothing is taken of an answer on its way. */
  unreadMs: number
  /** Time between two looks at whether one of these times is over. */
  checkMs: number
}

/** The limits of `svc serve`. */
export const LIMITS: Readonly<ConnectionLimits> = {
  connections: 3_000,
  headersMs: 10_000,
  requestMs: 30_000,
  idleMs: 10_000,
  unreadMs: 60_000,
  checkMs: 5_000,
}

/** A client that sends still has so long to see why it was refused (milliseconds). */
const LINGER_MS = 2_000
const DRAIN_MS = 2_500

/** Says a last word on a connection and gives it back, also where the client keeps its end open. */
export function endSocket(socket: Socket, text: string): void {
  socket.end(text)
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}

/**
 * Keeps the connections of a server within its limits, and returns the function that ends it: no new
 * connections, event streams and connections without a running request end at once, running requests
 * have 2.5 s, then all sockets are destroyed. That resolves when it is over, however often it is
 * called. Must be called before the server listens; Node itself has the times until a request is there.
 */
export function keepConnections(
  server: Server,
  limits: ConnectionLimits,
  streams: AbortController,
): () => Promise<void> {
  const uses = trackRequests(server, limits.connections)
  watchAnswers(server, uses, limits)
  let closing: Promise<void> | undefined
  const shutDown = async (): Promise<void> => {
    const closed = new Promise<void>(resolve => server.close(() => resolve()))
    streams.abort()
    for (const [socket, requests] of uses) if (requests === 0) socket.destroySoon()
    const deadline = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
    await closed
    clearTimeout(deadline)
  }
  return () => (closing ??= shutDown())
}

/**
 * The open sockets with their numbers of running requests, those first that have been without one
 * for longest.
 */
type Uses = Map<Socket, number>

function trackRequests(server: Server, most: number): Uses {
  const uses: Uses = new Map()
  server.on('connection', (socket: Socket) => {
    uses.set(socket, 0)
    socket.once('close', () => uses.delete(socket))
    if (uses.size > most) findIdle(uses).destroy()
  })
  server.on('request', ({ socket }, response) => {
    uses.set(socket, (uses.get(socket) ?? 0) + 1)
    response.once('close', () => {
      const left = (uses.get(socket) ?? 1) - 1
      // Taken out and put in again it is the last.
      if (uses.delete(socket)) uses.set(socket, left)
      if (left === 0 && !server.listening) socket.destroySoon()
    })
  })
  return uses
}

/** The newest where each of the others has a request. */
function findIdle(uses: Uses): Socket {
  const all = [...uses]
  const [socket] = all.find(([, requests]) => requests === 0) ?? all.at(-1)!
  return socket
}

/**
 * Ends connections on which nothing moves: without a request, and with an answer that is not taken.
 * One whose answer is still being made is waited for. The adapter takes the time-out of a socket away
 * that it sends a stream on: it is given again.
 */
function watchAnswers(server: Server, uses: Uses, { unreadMs, checkMs }: ConnectionLimits): void {
  server.setTimeout(unreadMs, socket => {
    if (uses.get(socket) === 0 || socket.writableLength > 0) socket.destroy()
    else socket.setTimeout(unreadMs)
  })
  const look = setInterval(() => {
    for (const [socket] of uses) if (!socket.timeout) socket.setTimeout(unreadMs)
  }, checkMs).unref()
  server.once('close', () => clearInterval(look))
}
