import type { MemoryDocument } from '../store/types.js'

/**
 * The fields in which two versions of a memory differ, named as in its file and in its order:
 * unknown keys by their own names. [] where they say the same.
 */
export function changedFields(before: MemoryDocument, after: MemoryDocument): string[] {
  const old = toFields(before)
  const fresh = toFields(after)
  const names = new Set([...Object.keys(old), ...Object.keys(fresh)])
  return [...names].filter(name => JSON.stringify(old[name]) !== JSON.stringify(fresh[name]))
}

/** The first line of a text that is not at its place in another one; '' where there is none. */
export function firstOwnLine(text: string, other: string): string {
  const others = other.split('\n')
  return text.split('\n').find((line, at) => line.trim() !== '' && line !== others[at]) ?? ''
}

function toFields({ extra, ...document }: MemoryDocument): Record<string, unknown> {
  const { title, content, ...rest } = document
  return { title, content, ...rest, ...extra }
}
