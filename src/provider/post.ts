import { errnoOf } from '../../store/errors.js'
import { ProviderFailure } from './failure.js'
import { parseRetryAfter, PassingFailure } from './retry.js'
import { readBounded } from './read-bounded.js'
import type { Usage } from './types.js'

/** One request to a provider. */
export interface Post {
  /** The provider's name, for messages. */
  name: string
  url: string
  headers: Record<string, string>
  body: unknown
  /** What it costs to have asked, where the answer gets lost. */
  asked: Usage
  /** What to look at when the server refuses: by status. */
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
    await response.body?.cancel().catch(() => undefined)
    throw toFailure(post, response)
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

function toFailure({ name, hints }: Post, { status, headers }: Response): ProviderFailure {
  const hint = hints?.[status]
  const message = `${name} answered ${status}${hint === undefined ? '' : `; ${hint}`}`
  if (status === 400 || status === 422) return new RefusedRequest(message)
  if (status !== 429 && status < 500) return new ProviderFailure(message)
  return new PassingFailure(message, parseRetryAfter(headers.get('retry-after'), Date.now()))
}
