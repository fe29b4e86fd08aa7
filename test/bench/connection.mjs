import { connect } from 'node:net'

/**
 * One HTTP/1.1 connection that stays open and has one request under way at a time: as little as a
 * client can be, so that what is measured is the service. `ask` answers the body, and throws for a
 * status of 400 or more.
 */
export async function openConnection({ hostname, port }) {
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  let received = Buffer.alloc(0)
  let waiting
  const settle = () => {
    const answer = parseAnswer(received)
    if (answer === undefined) return
    received = received.subarray(answer.end)
    const { resolve, reject } = waiting
    if (answer.status < 400) resolve(answer.body)
    else reject(new Error(`${answer.status}: ${answer.body}`))
  }
  socket.on('data', chunk => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    settle()
  })
  for (const end of ['error', 'close'])
    socket.on(end, error => waiting?.reject(new Error(`the service hung up: ${error}`)))
  await new Promise((resolve, reject) => {
    waiting = { reject }
    socket.once('connect', resolve)
  })
  const ask = (method, path, body = '') =>
    new Promise((resolve, reject) => {
      waiting = { resolve, reject }
      const type = body === '' ? '' : 'content-type: application/json\r\n'
      const length = Buffer.byteLength(body)
      const head = `${method} ${path} HTTP/1.1\r\nhost: ${hostname}:${port}\r\n${type}`
      socket.write(`${head}content-length: ${length}\r\n\r\n${body}`)
    })
  return { ask, close: () => socket.destroy() }
}

/** The first whole answer in the bytes; undefined where some of it is still to come. */
function parseAnswer(bytes) {
  const start = bytes.indexOf('\r\n\r\n')
  if (start < 0) return undefined
  const head = bytes.toString('latin1', 0, start)
  const length = /^content-length: (\d+)/im.exec(head)?.[1]
  if (length === undefined) throw new Error(`an answer without its length: ${head}`)
  const end = start + 4 + Number(length)
  if (bytes.length < end) return undefined
  return { status: Number(head.slice(9, 12)), body: bytes.subarray(start + 4, end), end }
}
