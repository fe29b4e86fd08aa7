/**
 * The encoding of those offered that an Accept-Encoding header wants most, the first of equals;
 * undefined where it wants none of them.
 */
export function chooseEncoding(header: string, offered: readonly string[]): string | undefined {
  const weights = parseWeights(header)
  const weigh = (encoding: string): number => weights.get(encoding) ?? weights.get('*') ?? 0
  const wanted = offered.filter(encoding => weigh(encoding) > 0)
  return wanted.sort((a, b) => weigh(b) - weigh(a))[0]
}

const WEIGHT = /^q=([01](?:\.\d{0,3})?)$/

function parseWeights(header: string): Map<string, number> {
  const parts = header.toLowerCase().split(',')
  return new Map(
    parts.map(part => {
      const [name = '', ...params] = part.split(';').map(word => word.trim())
      const given = params.map(param => WEIGHT.exec(param)?.[1]).find(Boolean)
      return [name, given === undefined ? 1 : Number(given)]
    }),
  )
}

/** True if an If-None-Match header names this entity tag, or any by `*`. */
export function namesTag(header: string, etag: string): boolean {
  return header.split(',').some(part => {
    const tag = part.trim().replace(/^W\//, '')
    return tag === '*' || tag === etag
  })
}
