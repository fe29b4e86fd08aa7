import type { ConsolidationItem } from '../../../src/consolidate/types.js'
import type { MemoryDocument } from '../../../store/types.js'

type Given = Partial<MemoryDocument> & { updatedAt?: string; uses?: number }

let count = 0

/** An item for planning; later ones are made later. */
export function createItem(title: string, content: string, given: Given = {}): ConsolidationItem {
  const { updatedAt, uses = 0, ...fields } = given
  const number = count++
  const createdAt =
    given.createdAt ?? new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString()
  const document: MemoryDocument = {
    id: `m${String(1_000_000 + number)}`,
    kind: 'fact',
    title,
    content,
    tags: [],
    aliases: [],
    source: { runtime: 'svc' },
    pinned: false,
    extra: {},
    ...fields,
    createdAt,
  }
  return { document, updatedAt: updatedAt ?? createdAt, uses }
}

/** Numbers of [0, 1) that a seed determines (mulberry32, public domain). */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
