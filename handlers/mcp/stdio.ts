import type { Readable, Writable } from 'node:stream'
import type { Service } from '../../src/api.js'
import type { HostName } from '../../src/hosts/profiles.js'
import { createProjectFinder } from './project.js'
import { createMcpServer, type McpOptions } from './server.js'
import { StreamTransport } from './transport.js'

/** Streams and session of a server. */
interface StdioOptions extends McpOptions {
  input: Readable
  output: Writable
  /** The working directory of the session. */
  directory: string
  /** The agent host that has started it, where that is known. */
  host?: HostName | undefined
  /** Opens the service; called at the first call that needs it. */
  service: () => Promise<Service>
  /** Called after each change of what is stored. */
  onWrite?: () => void
  /** Called once the client has been answered its greeting. */
  onReady?: () => Promise<void>
  /** Ends the server. */
  signal?: AbortSignal
}

/** Speaks MCP over two streams; resolves when the client has gone, or the signal says so. */
export async function serveStdio(options: StdioOptions): Promise<void> {
  const { input, output, directory, host, service, onWrite, onReady, signal, ...rest } = options
  const transport = new StreamTransport(input, output)
  const server = createMcpServer(
    made => ({
      service,
      project: createProjectFinder(made, directory),
      ...(host && { host }),
      ...(onWrite && { onWrite }),
    }),
    rest,
  )
  if (onReady) server.oninitialized = () => void onReady()
  const closed = new Promise<void>(resolve => {
    server.onclose = resolve
  })
  signal?.addEventListener('abort', () => void transport.close(), { once: true })
  await server.connect(transport)
  if (signal?.aborted) await transport.close()
  await closed
}
