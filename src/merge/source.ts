import type { MemorySource } from '../../store/types.js'
import { arrange, mergeLists } from './lists.js'
import { mapSides, pick, preferSmaller, type Sides } from './sides.js'

/** Merges where a memory came from, key by key; `mergedFrom` as a set. Nothing here is contested. */
export function mergeSource(sides: Sides<MemorySource>): MemorySource {
  const names = mapSides(sides, source => Object.keys(source))
  const all = new Set([...(names.base ?? []), ...names.ours, ...names.theirs])
  const values = new Map<string, unknown>()
  for (const key of all) {
    const value = mergeKey(key, sides)
    if (value !== undefined) values.set(key, value)
  }
  const order = arrange(names, new Set(values.keys()))
  return Object.fromEntries(order.map(key => [key, values.get(key)]))
}

function mergeKey(key: string, sides: Sides<MemorySource>): unknown {
  const values = mapSides(sides, source => source[key])
  if (key !== 'mergedFrom') return pick(values, preferSmaller).value
  const ids = mergeLists(mapSides(values, toIds))
  return ids.length === 0 ? undefined : ids
}

function toIds(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : []
}
