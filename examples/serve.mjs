// The HTTP API as `export default { fetch }`, the form that runtimes serve by themselves:
//   bun serve.mjs      deno serve -A --host 127.0.0.1 --port 4747 serve.mjs
import process from 'node:process'
import { createService } from 'agent-memory-service'
import { createHandler } from 'agent-memory-service/handlers'

const { SVC_DATA_DIR: dataDir, PORT: port = '4747' } = process.env
const service = createService({ ...(dataDir && { dataDir }) })
const ending = new AbortController()

// How the program ends is its own affair: the service listens to no signal.
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    ending.abort()
    await service.close()
    process.exit(0)
  })
}

export default {
  hostname: '127.0.0.1',
  port: Number(port),
  fetch: createHandler(service, { signal: ending.signal }),
}
