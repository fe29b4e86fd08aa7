import { toFields } from '../../src/memories/forms.js'
import { SvcError } from '../../store/errors.js'
import type { HeaderReader } from './guard.js'

/** The largest body that is read, in bytes. */
export const MAX_BODY_BYTES = 1024 * 1024

/** Bytes of a too large body that run out behind the answer; a connection with more is idle. */
const MOST_DISCARDED_BYTES = 64 * 1024 * 1024

/** The parts of a fetch request that a body is read from. */
interface BodySource {
  headers: HeaderReader
  body: ReadableStream<Uint8Array> | null
}

/**
 * Reads a JSON value of at most 1 MiB. Throws BODY_TOO_LARGE and INVALID_REQUEST. A request from a
 * page must say that it is JSON: a form cannot, and a script that does would need CORS.
 */
export async function readJson(request: BodySource): Promise<unknown> {
  const { headers, body } = request
  const reader = body?.getReader()
  const tooLarge = Number(headers.get('content-length') ?? 0) > MAX_BODY_BYTES
  if (tooLarge) refuseLargeBody(reader)
  if (headers.get('origin') !== null && !/\bjson\b/i.test(headers.get('content-type') ?? '')) {
    throw new SvcError('INVALID_REQUEST', 'content-type must be application/json')
  }
  const bytes = reader === undefined ? new Uint8Array() : await readBytes(reader)
  return parseJson(bytes)
}

/** Reads a JSON object as `readJson` does. Throws the same, INVALID_REQUEST for any other value. */
export async function readJsonObject(request: BodySource): Promise<Record<string, unknown>> {
  return toJsonObject(await readJson(request))
}

/** The value where it is a JSON object. Throws INVALID_REQUEST. */
export function toJsonObject(value: unknown): Record<string, unknown> {
  return toFields(value, 'The body must be a JSON object')
}

type Reader = ReadableStreamDefaultReader<Uint8Array>

async function readBytes(reader: Reader): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await readChunk(reader)
    if (done) return Buffer.concat(chunks)
    size += value.byteLength
    if (size > MAX_BODY_BYTES) refuseLargeBody(reader)
    chunks.push(value)
  }
}

async function readChunk(reader: Reader) {
  try {
    return await reader.read()
  } catch (cause) {
    throw new SvcError('INVALID_REQUEST', 'The body ended early', { cause })
  }
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (cause) {
    throw new SvcError('INVALID_REQUEST', 'The body must be JSON in UTF-8', { cause })
  }
}

/**
 * Answers at once and lets the rest of the body run out behind the answer: a connection closed on
 * unread bytes is reset, and a client that is still sending would never see why.
 */
function refuseLargeBody(reader: Reader | undefined): never {
  if (reader !== undefined) void discard(reader)
  throw new SvcError('BODY_TOO_LARGE', 'The body is larger than 1 MiB')
}

async function discard(reader: Reader): Promise<void> {
  try {
    for (let size = 0; size < MOST_DISCARDED_BYTES;) {
      const { done, value } = await reader.read()
      if (done) return
      size += value.byteLength
    }
    await reader.cancel()
  } catch {
    // The client went away.
  }
}
