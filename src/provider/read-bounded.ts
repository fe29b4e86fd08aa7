import { ProviderFailure } from './failure.js'
import type { Usage } from './types.js'

/** Bytes of an answer that are read, unpacked. */
export const ANSWER_BYTES = 2_000_000

/** The text of a body. Throws ProviderFailure where it is too long or breaks off. */
export async function readBounded(
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
