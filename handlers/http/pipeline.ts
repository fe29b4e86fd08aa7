import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Answers a request of a node:http server. */
export type NodeListener = (request: IncomingMessage, response: ServerResponse) => void

/** Requests that may wait on a connection behind the one that is answered; with one more it ends. */
const MOST_WAITING = 1_000

/**
 * A listener that answers the requests of each connection one after the other, and of those that wait
 * one a turn of the event loop: clients that send many without waiting for the answers take no more of
 * the service than one that waits.
 */
export function inOrder(listener: NodeListener): NodeListener {
  const lines = new WeakMap<Socket, Parameters<NodeListener>[]>()
  /** Connections that have a request to answer, in the order in which they became free. */
  const free: Socket[] = []
  const begin = (request: IncomingMessage, response: ServerResponse): void => {
    const { socket } = request
    response.once('close', () => {
      if (socket.destroyed || lines.get(socket)?.length === 0) lines.delete(socket)
      else if (free.push(socket) === 1) setImmediate(goOn)
    })
    listener(request, response)
  }
  const goOn = (): void => {
    const socket = free.shift()
    const next = socket?.destroyed === false ? lines.get(socket)?.shift() : undefined
    if (next !== undefined) begin(...next)
    if (free.length > 0) setImmediate(goOn)
  }
  return (request, response) => {
    const { socket } = request
    const waiting = lines.get(socket)
    if (socket.destroyed) return
    if (waiting === undefined) {
      lines.set(socket, [])
      begin(request, response)
    } else if (waiting.length < MOST_WAITING) waiting.push([request, response])
    else socket.destroy()
  }
}
