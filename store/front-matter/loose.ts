import { keyOfLine } from './split.js'

/**
 * Reads `key: value` lines without YAML, for agent files such as `description: Use when: x` or
 * `globs: **\/*.ts`: values are strings, `true`/`false` booleans, and lists of strings from
 * `[a, b]` or from `- item` lines below the key. Lines that are neither are passed over.
 */
export function parseLoosely(block: string): Record<string, unknown> {
  const found = new Map<string, unknown>()
  let open: string[] | undefined
  for (const line of block.split('\n')) {
    const item = /^[ \t]*- (.*)$/.exec(line)?.[1]
    if (item !== undefined) open?.push(unquote(item))
    const key = keyOfLine(line)
    if (key === undefined) continue
    const rest = line.slice(startOfValue(line, key)).trim()
    open = []
    found.set(key, rest === '' ? open : toValue(rest))
  }
  found.delete('__proto__')
  return Object.fromEntries([...found].map(([key, value]) => [key, orEmpty(value)]))
}

function orEmpty(value: unknown): unknown {
  return Array.isArray(value) && value.length === 0 ? '' : value
}

function toValue(text: string): unknown {
  if (text === 'true' || text === 'false') return text === 'true'
  if (!/^\[.*\]$/.test(text)) return unquote(text)
  return text.slice(1, -1).split(',').map(unquote).filter(Boolean)
}

function unquote(text: string): string {
  const trimmed = text.trim()
  const quote = trimmed[0]
  const quoted = trimmed.length > 1 && (quote === '"' || quote === "'") && trimmed.endsWith(quote)
  return quoted ? trimmed.slice(1, -1) : trimmed
}

function startOfValue(line: string, key: string): number {
  return key.length + 1 + line.slice(key.length).search(/:(?:[ \t]|$)/)
}
