// The same in a node:http server of your own, beside what else it answers: node node-server.mjs
// A server for svc alone is shorter: `listen` of agent-memory-service/handlers.
import { createServer } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import app from './serve.mjs'

const server = createServer(async (incoming, outgoing) => {
  const { method, url, headers } = incoming
  if (!url.startsWith('/svc/')) return outgoing.writeHead(404).end('nothing here\n')
  const left = new AbortController()
  outgoing.on('close', () => left.abort())
  const body = method === 'GET' || method === 'HEAD' ? null : Readable.toWeb(incoming)
  const given = { method, headers, body, duplex: 'half', signal: left.signal }
  const response = await app.fetch(new Request(`http://127.0.0.1${url}`, given))
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  if (response.body === null) return outgoing.end()
  // Whoever goes away in the middle of an answer is no failure.
  await pipeline(Readable.fromWeb(response.body), outgoing).catch(() => undefined)
})

server.listen(app.port, app.hostname, () => {
  console.log(`http://${app.hostname}:${server.address().port}/svc/status`)
})
