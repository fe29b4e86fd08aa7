/** The line, from 1, on which a pattern is first found; undefined where it is not. */
export function lineOf(text: string, pattern: RegExp): number | undefined {
  const at = text.search(pattern)
  return at === -1 ? undefined : text.slice(0, at).split('\n').length
}

/** The line of a key in the front matter, as a field to spread; {} where it is not stated. */
export function atKey(text: string, key: string): { line?: number } {
  const line = lineOf(text, new RegExp(`^${key}:`, 'm'))
  return line === undefined ? {} : { line }
}
