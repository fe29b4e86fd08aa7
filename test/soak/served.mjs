// The service of a soak, in a process of its own that says what it holds when it is asked.
// Arguments: its data directory.
import { readdirSync } from 'node:fs'
import { DIST } from '../built.mjs'

const { listen } = await import(`${DIST}/handlers/index.js`)
const { createService } = await import(`${DIST}/src/index.js`)
const service = createService({ dataDir: process.argv[2] }, { isResident: true })
const limits = { headersMs: 10_000, idleMs: 1_000, checkMs: 500 }
const server = await listen(service, { host: '127.0.0.1', port: 0, limits })

process.on('message', async ask => {
  if (ask === 'end') {
    await server.close()
    await service.close()
    process.disconnect()
    return
  }
  // What is only waiting to be collected is not held; twice, because of finalizers.
  for (let at = 0; at < (ask === 'now' ? 0 : 2); at++) {
    globalThis.gc()
    await new Promise(resolve => setImmediate(resolve))
  }
  const { heapUsed, arrayBuffers, rss } = process.memoryUsage()
  const descriptors = readdirSync('/proc/self/fd').length
  process.send({ held: heapUsed + arrayBuffers, rss, descriptors })
})
process.send({ url: server.url, port: server.port })
