import type { Server } from 'node:http'
import type { Socket } from 'node:net'

const DRAIN_MS = 2500

/**
 * Makes the function that ends a server: no new connections, event streams and connections without
 * a running request end at once, running requests have 2.5 s, then all sockets are destroyed.
 * Resolves when it is over, however often it is called. Must be made before the server listens.
 */
export function createShutdown(server: Server, streams: AbortController): () => Promise<void> {
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
