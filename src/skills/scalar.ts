const BLOCK_HEADER = /^[|>][-+0-9]{0,2}(?:[ \t]+#.*)?$/
const NOT_PLAIN = /^[[{&*!%@`]/
const ESCAPES: Record<string, string> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  n: '\n',
  t: '\t',
  r: '\n',
}

/**
 * The text of a YAML string as it stands after `key:`, its lines joined by spaces: plain (colons
 * allowed, as in `Use when: x`), quoted, or a `|` or `>` block. Undefined where it takes a YAML
 * parser: lists, mappings, anchors, tags, rare escapes.
 */
export function readScalar(text: string): string | undefined {
  const lines = text.split('\n').map(line => line.trim())
  const first = lines[0] ?? ''
  if (BLOCK_HEADER.test(first)) return join(lines.slice(1))
  if (first.startsWith("'")) return readSingle(join(lines))
  if (first.startsWith('"')) return readDouble(join(lines))
  return NOT_PLAIN.test(first) ? undefined : join(lines.map(withoutComment))
}

function join(lines: readonly string[]): string {
  return lines.filter(Boolean).join(' ')
}

function withoutComment(line: string): string {
  return line.replace(/(?:^|[ \t]+)#.*$/, '')
}

function readSingle(text: string): string | undefined {
  const quoted = /^'((?:[^']|'')*)'(?:[ \t]+#.*)?$/.exec(text)?.[1]
  return quoted?.replaceAll("''", "'")
}

function readDouble(text: string): string | undefined {
  const quoted = /^"((?:[^"\\]|\\["\\/ntr])*)"(?:[ \t]+#.*)?$/.exec(text)?.[1]
  return quoted?.replace(/\\(.)/g, (_, letter: string) => ESCAPES[letter] ?? letter)
}
