import type { MemoryDocument } from '../../store/types.js'
import { redactText } from '../redact/index.js'

/** The parts of a memory that a person or a program has written; not its dates and ids. */
type Written = Pick<MemoryDocument, 'title' | 'content' | 'tags' | 'source'> &
  Partial<Pick<MemoryDocument, 'aliases' | 'extra'>>

/** A memory without secrets in any of its texts, keys that svc does not know included. */
export function redactMemory<Memory extends Written>(memory: Memory): Memory {
  const { title, content, tags, aliases, source, extra } = memory
  return {
    ...memory,
    title: redactText(title),
    content: redactText(content),
    tags: tags.map(redactText),
    source: redactValue(source),
    ...(aliases !== undefined && { aliases: aliases.map(redactText) }),
    ...(extra !== undefined && { extra: redactValue(extra) }),
  }
}

/**
 * A JSON value whose texts hold no secrets, also not as the value of a name such as `password`. One
 * without any is the same object: it may remember how it was written.
 */
export function redactValue<Value>(value: Value, name = ''): Value {
  if (typeof value === 'string') return redactNamed(name, value) as Value
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  const isList = Array.isArray(value)
  const before = Object.entries(value) as [string, unknown][]
  const after = before.map(([key, entry]) => {
    return [redactText(key), redactValue(entry, isList ? name : key)] as const
  })
  if (after.every(([key, entry], at) => key === before[at]?.[0] && entry === before[at][1]))
    return value
  return (isList ? after.map(([, entry]) => entry) : Object.fromEntries(after)) as Value
}

/** Redacts a value with its name: in `{"token": "…"}` the value alone does not tell. */
function redactNamed(name: string, value: string): string {
  const before = `${name}=`
  const text = redactText(before + value)
  return name !== '' && text.startsWith(before) ? text.slice(before.length) : redactText(value)
}
