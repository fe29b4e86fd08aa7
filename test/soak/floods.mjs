// Loads that a service has to stand: readers that never read, and clients that ask without waiting.
import { connect } from 'node:net'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'

const STREAMS = 500
const PIPELINES = 300
/** Requests that each of those sends in one piece, and again when the last of them is answered. */
const IN_ONE_PIECE = 64
const FLOOD_MS = 10_000
const MOST_MS = 2_000

const ask = path => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`

/** Opens connections that send a text and read nothing of the answers. */
async function openAll(port, count, text) {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect({ port, host: '127.0.0.1' })
      socket.on('error', () => undefined)
      socket.pause()
      await once(socket, 'connect')
      socket.write(text)
      return socket
    }),
  )
}

/** Runs a work and asks for the status meanwhile, again and again: the longest wait, and the peak. */
async function askDuring(work, { status, measure }) {
  let isOver = false
  const working = work().finally(() => (isOver = true))
  let most = 0
  let answered = 0
  let peak = 0
  while (!isOver || answered < 3) {
    const begin = performance.now()
    if ((await status()) === 200) answered++
    else most = Infinity
    most = Math.max(most, performance.now() - begin)
    peak = Math.max(peak, (await measure('now')).rss)
  }
  await working
  return { most, answered, peak }
}

/** Event streams whose clients read nothing, while things happen that they are told. */
export function unreadStreams(service, write) {
  return flood(service, `${STREAMS} event streams that never read`, async run => {
    const sockets = await openAll(service.port, STREAMS, ask('/svc/stream'))
    const said = await run(write)
    return { sockets, said }
  })
}

/** Clients that send requests without waiting for the answers, all at once. */
export function pipelines(service) {
  const piece = ask('/svc/status').repeat(IN_ONE_PIECE)
  return flood(service, `${PIPELINES} clients that pipeline`, async run => {
    const sockets = await openAll(service.port, PIPELINES, piece)
    for (const socket of sockets) askOn(socket, piece)
    const said = await run(() => wait(FLOOD_MS))
    return { sockets, said }
  })
}

const ANSWER = 'HTTP/1.1 200'

/** Sends the requests once more whenever the last of them is answered. */
function askOn(socket, piece) {
  let owed = IN_ONE_PIECE
  let rest = ''
  socket.on('data', chunk => {
    const text = rest + chunk.toString('latin1')
    owed -= text.split(ANSWER).length - 1
    rest = text.slice(1 - ANSWER.length)
    if (owed > 0) return
    owed = IN_ONE_PIECE
    socket.write(piece)
  })
  socket.resume()
}

async function flood({ check, settle, tell, ...service }, name, load) {
  const before = await settle()
  tell(`before ${name}`, before)
  const { sockets, said } = await load(work => askDuring(work, service))
  for (const socket of sockets) socket.destroy()
  const after = await settle()
  const mib = bytes => (bytes / 1024 / 1024).toFixed(0)
  console.log(`${name}: resident ${mib(before.rss)} MiB before, ${mib(said.peak)} at the peak`)
  tell(`after ${name}`, after)
  const waited = `the longest wait ${said.most.toFixed(0)} ms`
  // Beside the rest of CI a wait says how busy the machine is.
  const isAnswered = service.isShort ? said.most < Infinity : said.most < MOST_MS
  check(isAnswered, `${said.answered} answers among ${name}, ${waited}`)
  return { before, after }
}
