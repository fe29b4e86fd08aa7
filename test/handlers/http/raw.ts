import { connect, type Socket } from 'node:net'

/** Opens a socket to a local port. */
export function openSocket(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket))
    socket.once('error', reject)
  })
}

/** Sends bytes as they are and reads until the server closes. */
export async function sendRaw(port: number, bytes: string | Buffer): Promise<RawReply> {
  const socket = await openSocket(port)
  socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes)
  return readReply(socket)
}

export interface RawReply {
  status: number
  head: string
  text: string
}

/** Reads what the server sends until it closes the connection. */
export function readReply(socket: Socket): Promise<RawReply> {
  const chunks: Buffer[] = []
  return new Promise((resolve, reject) => {
    socket.on('data', chunk => chunks.push(chunk))
    socket.once('error', reject)
    socket.once('end', () => {
      const [head = '', ...rest] = Buffer.concat(chunks).toString('utf8').split('\r\n\r\n')
      resolve({ status: Number(head.slice(9, 12)), head, text: rest.join('\r\n\r\n') })
    })
  })
}

/** A request in HTTP/1.1 that asks the server to close. */
export function formatRequest(method: string, target: string, headers: string[] = []): string {
  return [`${method} ${target} HTTP/1.1`, 'Connection: close', ...headers, '', ''].join('\r\n')
}
