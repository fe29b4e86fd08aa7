import { isDeepStrictEqual } from 'node:util'
import type { Test } from 'tap'
import { createScopeIndex, type MemoryIndex } from '../../../store/index/memory-index.js'
import type { IndexDocument } from '../../../store/index/types.js'

const WORDS = (
  'deploy rollback webhook stripe payment cart migration schema index redis cache session token ' +
  'retry queue worker flaky test vitest parallel upload bucket digest checksum path windows linux ' +
  'parseHTTPBody order_total no-verify café 数据库 部署 the of and is run fix add error'
).split(' ')

/** A generator of numbers in [0, 1) that repeats itself for a seed. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/** So many words of the sample vocabulary. */
export function makeText(random: () => number, words: number): string {
  return Array.from({ length: words }, () => WORDS[Math.floor(random() * WORDS.length)]).join(' ')
}

/** A document of made-up text. */
export function makeDocument(random: () => number, number: number): IndexDocument {
  const document: IndexDocument = {
    id: `m${number.toString(36).padStart(7, '0')}`,
    kind: ['fact', 'constraint', 'procedure', 'preference', 'other'][number % 5] as string,
    title: makeText(random, 1 + Math.floor(random() * 5)),
    content: makeText(random, Math.floor(random() * 80)),
    tags: random() < 0.5 ? [makeText(random, 1)] : [],
    aliases: random() < 0.3 ? [makeText(random, 2), makeText(random, 3)] : [],
    pinned: random() < 0.1,
    imported: random() < 0.1,
    uses: Math.floor(random() * 4),
    createdAt: new Date(1.7e12 + Math.floor(number / 4) * 3_600_000).toISOString(),
    updatedAt: new Date(1.7e12 + number * 1000).toISOString(),
    locator: `file-${number}.md`,
    stamp: `${number}-1`,
  }
  if (random() < 0.4) {
    document.session = `s${Math.floor(random() * 5)}`
    document.turn = number
  }
  if (number % 6 === 0) document.prior = number % 12 === 0 ? 0.25 : -0.5
  return document
}

/** Asserts that both are the same; where they are, it is not looked up what differs. */
export function assertEqual(t: Test, is: unknown, should: unknown, told = 'the same'): void {
  if (isDeepStrictEqual(is, should)) t.pass(told)
  else t.same(is, should, told)
}

/** An index of so many made-up documents. */
export function makeIndex(seed: number, count: number): MemoryIndex {
  const random = createRandom(seed)
  const index = createScopeIndex()
  for (let number = 0; number < count; number++) index.put(makeDocument(random, number))
  return index
}
