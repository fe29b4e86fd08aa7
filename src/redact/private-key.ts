const BEGIN = /-----BEGIN ?[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g
const END = /-----END ?[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g
const KEY_LINES = /^(?:(?:\\r|\\n|[\s"'+,])*[A-Za-z0-9+/=]{16,}(?![A-Za-z0-9+/=]))+/
const MAX_CHARS = 40_000

/**
 * Replaces PEM and PGP private keys, also ones cut off before their end. A mention of the header
 * without key material stays.
 */
export function replacePrivateKeys(text: string, replacement: string): string {
  const ends = [...text.matchAll(END)].map(match => ({
    at: match.index,
    to: match.index + match[0].length,
  }))
  let kept = ''
  let done = 0
  let next = 0
  for (const match of text.matchAll(BEGIN)) {
    if (match.index < done) continue
    const from = match.index + match[0].length
    while ((ends[next]?.at ?? Infinity) < from) next++
    const end = endOfKey(text, from, ends[next])
    if (end === undefined) continue
    kept += text.slice(done, match.index) + replacement
    done = end
  }
  return kept + text.slice(done)
}

function endOfKey(
  text: string,
  from: number,
  end?: { at: number; to: number },
): number | undefined {
  if (end !== undefined && end.at - from <= MAX_CHARS) {
    const body = text.slice(from, end.at)
    if (!body.includes('-----BEGIN')) return /[A-Za-z0-9+/=]{24}/.test(body) ? end.to : undefined
  }
  const lines = KEY_LINES.exec(text.slice(from, from + MAX_CHARS))
  return lines === null ? undefined : from + lines[0].length
}
