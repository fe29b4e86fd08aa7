import {
  ErrorCode,
  JSONRPCMessageSchema,
  type JSONRPCMessage,
  type RequestId,
} from '@modelcontextprotocol/sdk/types.js'

/** The only version of the protocol that has batches, and the one of an HTTP client that names none. */
export const BATCH_PROTOCOL = '2025-03-26'
const MOST_MESSAGES = 100

/** The error answer to what is no request that could be named by its id. */
export function toFailure(code: ErrorCode, message: string) {
  return { jsonrpc: '2.0', id: null, error: { code, message } }
}

/** The error answer to a batch as a whole; undefined where its messages are to be looked at. */
export function refuseBatch(messages: readonly unknown[], protocol: string | undefined) {
  const refuse = (why: string) => toFailure(ErrorCode.InvalidRequest, why)
  if (protocol !== BATCH_PROTOCOL)
    return refuse(`batches are no part of the protocol ${protocol ?? 'before it is negotiated'}`)
  if (messages.length === 0) return refuse('the batch is empty')
  const isLong = messages.length > MOST_MESSAGES
  return isLong ? refuse(`a batch has at most ${MOST_MESSAGES} messages`) : undefined
}

/** A message of a batch, or the error answer to what may not stand in one. */
export function readMember(value: unknown): { message: JSONRPCMessage } | { failure: object } {
  const { data } = JSONRPCMessageSchema.safeParse(value)
  const refuse = (why: string) => ({ failure: toFailure(ErrorCode.InvalidRequest, why) })
  if (data === undefined) return refuse('this is no message of the protocol')
  if ('method' in data && data.method === 'initialize')
    return refuse('initialize may not stand in a batch')
  return { message: data }
}

/** The requests of one batch that are waited for, and the answers to it so far. */
export class Batch {
  private readonly answers: object[] = []
  private readonly waiting = new Set<RequestId>()
  private isRead = false

  constructor(private readonly send: (answers: readonly object[]) => Promise<void>) {}

  /** True once nothing more is waited for. */
  get isAnswered(): boolean {
    return this.isRead && this.waiting.size === 0
  }

  /** Waits for the answer to a request; false where one of its id is waited for already. */
  expect(id: RequestId): boolean {
    if (this.waiting.has(id)) return false
    this.waiting.add(id)
    return true
  }

  /** Adds an answer to something that has no id. */
  add(answer: object): void {
    this.answers.push(answer)
  }

  /** Takes the answer to a request of this batch; undefined: it was called off and has none. */
  async take(id: RequestId, answer?: object): Promise<boolean> {
    if (!this.waiting.delete(id)) return false
    if (answer !== undefined) this.answers.push(answer)
    await this.sendWhole()
    return true
  }

  /** Says that no more messages come; without a request and without a failure nothing is sent. */
  async close(): Promise<void> {
    this.isRead = true
    await this.sendWhole()
  }

  private async sendWhole(): Promise<void> {
    if (this.isAnswered && this.answers.length > 0) {
      await this.send(this.answers.splice(0))
    }
  }
}
