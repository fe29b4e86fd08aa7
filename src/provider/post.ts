import { setTimeout as sleep } from 'node:timers/promises'
import { errnoOf } from '../../store/errors.js'
import { timeLeft } from './time-limit.js'
import { ProviderFailure, PutOffCall, type Usage } from './types.js'
import { MOST_WAIT_MS, readUsageLimit } from './usage-limit.js'

const REPEATS = 2
const FIRST_PAUSE_MS = 500

/** A failure that may pass by itself: no connection, too many requests, a server in trouble. */
class PassingFailure extends ProviderFailure {
  constructor(
    message: string,
    /** Milliseconds that the server asked to wait. */
    readonly retryAfterMs?: number,
  ) {
    super(message)
  }
}

/**
 * Tries a call up to three times while it fails in passing, with a growing pause or the one that
 * the server asks for. Where that would outlast the time limit the failure is thrown at once: as
 * PutOffCall where the server named the time.
 */
export async function withRetries<T>(signal: AbortSignal, attempt: () => Promise<T>): Promise<T> {
  for (let repeats = 0; ; repeats++) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof PassingFailure) || repeats >= REPEATS) throw error
      const pause = error.retryAfterMs ?? planPause(repeats, Math.random())
      if (pause >= timeLeft(signal))
        throw error.retryAfterMs === undefined ? error : putOff(error, pause)
      await sleep(pause, undefined, { signal })
    }
  }
}

function putOff({ message }: PassingFailure, pause: number): PutOffCall {
  return new PutOffCall(message, new Date(Date.now() + Math.min(pause, MOST_WAIT_MS)).toISOString())
}

/** Milliseconds before a repeat (from 0): doubling, and between half and all of that by chance. */
export function planPause(repeats: number, chance: number): number {
  return FIRST_PAUSE_MS * 2 ** repeats * (0.5 + chance / 2)
}

/** Converts a Retry-After header, seconds or a date, to milliseconds; undefined for others. */
export function parseRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined
  if (/^\s*\d+(?:\.\d+)?\s*$/.test(header)) return Number(header) * 1000
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(0, at - now)
}

/** Bytes of an answer that are read, unpacked. */
export const ANSWER_BYTES = 2_000_000

/** The text of a body. Throws ProviderFailure where it is too long or breaks off. */
async function readBounded(
  body: ReadableStream<Uint8Array> | null,
  { name, asked }: { name: string; asked: Usage },
): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of body ?? []) {
      bytes += chunk.length
      if (bytes > ANSWER_BYTES) break
      chunks.push(chunk)
    }
  } catch {
    throw new ProviderFailure(`the answer of ${name} broke off`, asked)
  }
  if (bytes <= ANSWER_BYTES) return new TextDecoder().decode(Buffer.concat(chunks))
  throw new ProviderFailure(`the answer of ${name} is longer than ${ANSWER_BYTES / 1e6} MB`, asked)
}

/** One request to a provider. */
interface Post {
  /** The provider's name, for messages. */
  name: string
  url: string
  headers: Record<string, string>
  body: unknown
  /** Cost of having asked, if the answer gets lost. */
  asked: Usage
  /** Advice for a refusal of the server, by status. */
  hints?: Readonly<Record<number, string>>
}

/** A request that the server understood and refused: 400 or 422. */
export class RefusedRequest extends ProviderFailure {}

/**
 * Sends JSON and reads the JSON that comes back, at most 2 MB of it. Redirects are not followed:
 * they would take the conversation to another place. Throws ProviderFailure with the status only.
 */
export async function postJson(post: Post, signal: AbortSignal): Promise<unknown> {
  const response = await send(post, signal)
  if (!response.ok) {
    const isLimit = LIMIT_STATUSES.includes(response.status)
    const said = isLimit ? await readBounded(response.body, post).catch(() => '') : ''
    await response.body?.cancel().catch(() => undefined)
    throw toFailure(post, response, said)
  }
  const text = await readBounded(response.body, post)
  try {
    return JSON.parse(text) as unknown
  } catch {
    // The parser's own message quotes the text.
    throw new ProviderFailure(
      `${post.name} answered ${response.status} with something that is not JSON`,
      post.asked,
    )
  }
}

async function send({ name, url, headers, body }: Post, signal: AbortSignal): Promise<Response> {
  try {
    return await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
      redirect: 'manual',
      signal,
    })
  } catch (error) {
    const cause = error instanceof Error ? errnoOf(error.cause) : undefined
    throw new PassingFailure(
      `${name} cannot be reached${cause === undefined ? '' : ` (${cause})`}; is ${new URL(url).host} right and running?`,
    )
  }
}

/** Statuses that may mean that a usage limit is reached. */
const LIMIT_STATUSES = [402, 429]

/** The words of the server are looked at, and never quoted. */
function toFailure(
  { name, hints }: Post,
  { status, headers }: Response,
  said: string,
): ProviderFailure {
  const now = new Date()
  const asked = parseRetryAfter(headers.get('retry-after'), now.getTime())
  const limit = readUsageLimit(said, now)
  if (limit !== undefined) {
    const message = `${name} answered ${status}; its usage limit is reached`
    return new PassingFailure(message, asked ?? limit)
  }
  const hint = hints?.[status]
  const message = `${name} answered ${status}${hint === undefined ? '' : `; ${hint}`}`
  if (status === 400 || status === 422) return new RefusedRequest(message)
  if (status !== 429 && status < 500) return new ProviderFailure(message)
  return new PassingFailure(message, asked)
}
