const LITERAL = /^[\p{L} ']+/u

/**
 * The texts one of which a match of an anchored pattern must begin with, read from its source;
 * undefined where that is not plain. Comparing them is far cheaper than compiling the pattern.
 */
export function findOpenings(source: string): string[] | undefined {
  if (!source.startsWith('^')) return undefined
  const rest = source.slice(1)
  if (!rest.startsWith('(?:')) return splitTop(rest).length > 1 ? undefined : toOpenings([rest])
  const end = endOfGroup(rest)
  if (end < 0 || /^[?*{]/.test(rest.slice(end + 1))) return undefined
  if (splitTop(rest).length > 1) return undefined
  return toOpenings(splitTop(rest.slice(3, end)))
}

function toOpenings(alternatives: readonly string[]): string[] | undefined {
  const openings = alternatives.map(alternative => {
    const literal = LITERAL.exec(alternative)?.[0] ?? ''
    const isOptional = /^[?*{]/.test(alternative.slice(literal.length))
    return isOptional ? literal.slice(0, -1) : literal
  })
  return openings.includes('') ? undefined : openings
}

/** Index of the parenthesis that closes the group at the start of a source; -1 without one. */
function endOfGroup(source: string): number {
  let depth = 0
  for (const [at, character] of topCharacters(source)) {
    if (character === '(') depth++
    if (character === ')' && --depth === 0) return at
  }
  return -1
}

/** The alternatives of a source, split at the bars outside its groups. */
function splitTop(source: string): string[] {
  const parts: string[] = []
  let depth = 0
  let from = 0
  for (const [at, character] of topCharacters(source)) {
    if (character === '(') depth++
    if (character === ')') depth--
    if (character !== '|' || depth > 0) continue
    parts.push(source.slice(from, at))
    from = at + 1
  }
  return [...parts, source.slice(from)]
}

/** The characters of a source that are neither escaped nor in a class, with their index. */
function* topCharacters(source: string): Generator<readonly [number, string]> {
  let isClass = false
  for (let at = 0; at < source.length; at++) {
    const character = source.charAt(at)
    if (character === '\\') at++
    else if (character === '[') isClass = true
    else if (character === ']') isClass = false
    else if (!isClass) yield [at, character]
  }
}
