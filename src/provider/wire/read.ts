/** A field of something that may be anything; undefined where it has none. */
export function fieldOf(value: unknown, ...path: readonly (string | number)[]): unknown {
  let at = value
  for (const name of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined
    at = (at as Record<string | number, unknown>)[name]
  }
  return at
}

/** A number of tokens, or undefined where it is none. */
export function tokensOf(
  value: unknown,
  ...path: readonly (string | number)[]
): number | undefined {
  const found = fieldOf(value, ...path)
  return typeof found === 'number' && Number.isFinite(found) && found >= 0 ? found : undefined
}

/** The texts of a list of parts `{text}`, joined; undefined where it is not a list. */
export function joinParts(parts: unknown): string | undefined {
  if (!Array.isArray(parts)) return undefined
  return parts
    .filter(part => fieldOf(part, 'thought') !== true)
    .map(part => fieldOf(part, 'text'))
    .filter(text => typeof text === 'string')
    .join('')
}
