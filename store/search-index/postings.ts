/** Writes ascending postings (number * 256 + frequencies) as gaps and frequency bytes. */
export function formatPostings(postings: readonly number[]): Uint8Array {
  const bytes: number[] = []
  let former = 0
  for (const posting of postings) {
    const document = Math.floor(posting / 256)
    let gap = document - former
    former = document
    for (; gap > 127; gap = Math.floor(gap / 128)) bytes.push((gap & 127) | 128)
    bytes.push(gap, posting & 255)
  }
  return Uint8Array.from(bytes)
}

/**
 * Reads postings back; undefined where the bytes do not hold exactly `count` ascending documents
 * below `documents`.
 */
export function parsePostings(
  bytes: Uint8Array,
  count: number,
  documents: number,
): Float64Array | undefined {
  if (count > bytes.length) return undefined
  const postings = new Float64Array(count)
  let at = 0
  let document = 0
  for (let i = 0; i < count; i++) {
    let gap = 0
    let scale = 1
    let byte: number
    do {
      byte = bytes[at++] ?? 0
      gap += (byte & 127) * scale
      scale *= 128
    } while (byte > 127 && scale < 2 ** 35)
    document += gap
    if (document >= documents || (gap === 0 && i > 0) || at >= bytes.length) return undefined
    postings[i] = document * 256 + (bytes[at++] as number)
  }
  return at === bytes.length ? postings : undefined
}
