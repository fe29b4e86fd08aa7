import { sep } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import {
  CancelledNotificationSchema,
  ErrorCode,
  JSONRPCMessageSchema,
  RootsListChangedNotificationSchema,
  type JSONRPCMessage,
} from '@modelcontextprotocol/sdk/types.js'
import type { Service } from '../../src/api.js'
import type { HostName } from '../../src/hosts/profiles.js'
import { resolveProject } from '../../store/projects/scope.js'
import type { ProjectScope } from '../../store/types.js'
import { Batch, readMember, refuseBatch, toFailure } from './batch.js'
import { createMcpServer, type McpOptions } from './server.js'

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

/** A client that does not say its roots by then has none (milliseconds). */
const ROOTS_MS = 1_000

/**
 * Makes what finds the project of a session: that of the working directory, or of the client's first
 * root where the directory lies in none of them. Some hosts start servers in a place of their own.
 */
export function createProjectFinder(server: Server, directory: string) {
  let roots: Promise<string[]> | undefined
  server.setNotificationHandler(RootsListChangedNotificationSchema, () => {
    roots = undefined
  })
  return async (): Promise<ProjectScope> => {
    const known = await (roots ??= listRoots(server))
    const [first = directory] = known
    return resolveProject(known.some(root => isWithin(directory, root)) ? directory : first)
  }
}

async function listRoots(server: Server): Promise<string[]> {
  if (server.getClientCapabilities()?.roots === undefined) return []
  try {
    const { roots } = await server.listRoots(undefined, { timeout: ROOTS_MS })
    return roots.flatMap(({ uri }) => (uri.startsWith('file:') ? [fileURLToPath(uri)] : []))
  } catch {
    return []
  }
}

function isWithin(directory: string, root: string): boolean {
  return directory === root || directory.startsWith(root.endsWith(sep) ? root : root + sep)
}

/** A longer message is passed over; what comes after it is read again (bytes). */
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024
/** Time for the answers of running calls once nothing more can come (milliseconds). */
const DRAIN_MS = 2_000
const LINE_FEED = 0x0a

/**
 * A message a line over two streams. The SDK's own does not notice that a host has gone, and ends at
 * a line that is too long: this one outlives bad lines, and closes when its input ends, once the
 * calls that came are answered, or when nobody reads its output.
 */
export class StreamTransport implements Transport {
  onmessage?: Transport['onmessage']
  onclose?: () => void
  onerror?: (error: Error) => void
  private parts: Buffer[] = []
  private bytes = 0
  private isSkipping = false
  private isEnding = false
  private isClosed = false
  private readonly running = new Set<string | number>()
  private readonly batches = new Set<Batch>()
  private greeting: string | number | undefined
  /** The version of the protocol that was agreed on. */
  private protocol: string | undefined

  constructor(
    private readonly input: Readable,
    private readonly output: Writable,
  ) {}

  async start(): Promise<void> {
    this.input.on('data', (chunk: Buffer) => this.take(chunk))
    this.input.on('end', () => this.drain())
    this.input.on('close', () => this.drain())
    this.input.on('error', () => this.drain())
    // A closed pipe: nobody is there to be answered.
    this.output.on('error', () => void this.close())
    this.output.on('close', () => void this.close())
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.isClosed) return
    const id = 'method' in message ? undefined : message.id
    if (id !== undefined && id === this.greeting && 'result' in message)
      this.protocol = String(message.result.protocolVersion)
    if (id === undefined || !(await this.putInBatch(id, message))) await this.write(message)
    if (id !== undefined) this.running.delete(id)
    if (this.isEnding && this.running.size === 0) await this.close()
  }

  async close(): Promise<void> {
    if (this.isClosed) return
    this.isClosed = true
    this.input.destroy()
    this.onclose?.()
  }

  private drain(): void {
    if (this.isEnding || this.isClosed) return
    this.isEnding = true
    if (this.running.size === 0) void this.close()
    else setTimeout(() => void this.close(), DRAIN_MS)
  }

  private take(chunk: Buffer): void {
    for (let from = 0; from < chunk.length;) {
      const end = chunk.indexOf(LINE_FEED, from)
      this.hold(chunk.subarray(from, end < 0 ? chunk.length : end))
      if (end < 0) return
      this.endLine()
      from = end + 1
    }
  }

  private hold(part: Buffer): void {
    this.bytes += part.length
    if (this.bytes > MAX_MESSAGE_BYTES) this.isSkipping = true
    if (this.isSkipping) this.parts = []
    else this.parts.push(part)
  }

  private endLine(): void {
    const line = Buffer.concat(this.parts).toString('utf8').trim()
    const isTooLong = this.isSkipping
    this.parts = []
    this.bytes = 0
    this.isSkipping = false
    if (isTooLong) this.refuse(ErrorCode.InvalidRequest, 'the message is too long')
    else if (line !== '') this.receive(line)
  }

  private receive(line: string): void {
    let value: unknown
    try {
      value = JSON.parse(line)
    } catch (error) {
      this.onerror?.(error as Error)
      return this.refuse(ErrorCode.ParseError, 'this is not JSON')
    }
    if (Array.isArray(value)) return this.receiveBatch(value)
    const { data, error } = JSONRPCMessageSchema.safeParse(value)
    if (data !== undefined) return this.hand(data)
    this.onerror?.(error)
    this.refuse(ErrorCode.InvalidRequest, 'this is no message of the protocol')
  }

  private hand(message: JSONRPCMessage): void {
    if ('method' in message && 'id' in message) {
      this.running.add(message.id)
      if (message.method === 'initialize') this.greeting = message.id
    }
    this.onmessage?.(message)
    const { data: calledOff } = CancelledNotificationSchema.safeParse(message)
    // The server answers nothing to it any more.
    const id = calledOff?.params.requestId
    if (id === undefined) return
    this.running.delete(id)
    void this.putInBatch(id)
  }

  private receiveBatch(messages: readonly unknown[]): void {
    const refusal = refuseBatch(messages, this.protocol)
    if (refusal !== undefined) return void this.write(refusal)
    const batch = new Batch(answers => this.write(answers))
    this.batches.add(batch)
    const accepted = messages.flatMap(value => {
      const member = readMember(value)
      if ('failure' in member) batch.add(member.failure)
      else if (!('id' in member.message && 'method' in member.message)) return [member.message]
      else if (!this.running.has(member.message.id) && batch.expect(member.message.id))
        return [member.message]
      else batch.add(toFailure(ErrorCode.InvalidRequest, 'there is another request of this id'))
      return []
    })
    for (const message of accepted) this.hand(message)
    void batch.close().then(() => this.forgetAnswered(batch))
  }

  /** True where a batch waits for the answer to this request: it is sent with the others. */
  private async putInBatch(id: string | number, answer?: JSONRPCMessage): Promise<boolean> {
    for (const batch of this.batches) {
      if (!(await batch.take(id, answer))) continue
      this.forgetAnswered(batch)
      return true
    }
    return false
  }

  private forgetAnswered(batch: Batch): void {
    if (batch.isAnswered) this.batches.delete(batch)
  }

  /** Nobody knows to which request it belongs. */
  private refuse(code: ErrorCode, message: string): void {
    void this.write(toFailure(code, message))
  }

  private write(message: object): Promise<void> {
    return new Promise(resolve => {
      if (!this.output.writable) return resolve()
      this.output.write(`${JSON.stringify(message)}\n`, () => resolve())
    })
  }
}
