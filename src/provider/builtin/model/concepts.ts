import { en } from '../../../languages/en.js'
import { LANGUAGES } from '../../../languages/index.js'
import type { Language } from '../../../languages/language.js'
import { listOf } from '../../../languages/words.js'

/** A concept, and the index at which its word begins. */
export type Mention = readonly [concept: string, at: number]

interface Entry {
  concept: string
  word: string
  /** Any ending may follow. */
  isOpen: boolean
}

const CJK = /[\u3040-\u30ff\u3400-\u9fff]/
const INSIDE = /[\p{L}\p{N}_]/u
const BEFORE = /[\p{L}\p{N}'_-]/u

/** Entries by the one or two characters that they begin with, so that few are compared. */
const LATIN = new Map<string, Entry[]>()
const ASIAN = new Map<string, Entry[]>()
for (const concept of Object.keys(en.concepts) as (keyof Language['concepts'])[])
  for (const { concepts } of LANGUAGES)
    for (const written of listOf(concepts[concept])) addEntry(concept, written)

function addEntry(concept: string, written: string): void {
  const isOpen = written.endsWith('*')
  const word = isOpen ? written.slice(0, -1) : written
  const [table, key] = CJK.test(word) ? [ASIAN, word.charAt(0)] : [LATIN, word.slice(0, 2)]
  const entries = table.get(key) ?? []
  entries.push({ concept, word, isOpen })
  table.set(key, entries)
}

/** The concepts that a lower-case text mentions, in text order, each at most once a place. */
export function findConcepts(lower: string): Mention[] {
  const found: Mention[] = []
  for (let at = 0; at < lower.length; at++) {
    const character = lower.charAt(at)
    if (character === ' ') continue
    const met = new Set<string>()
    if (CJK.test(character)) addAsian(lower, at, met)
    else if (at === 0 || !BEFORE.test(lower.charAt(at - 1))) addLatin(lower, at, met)
    for (const concept of met) found.push([concept, at])
  }
  return found
}

function addAsian(lower: string, at: number, met: Set<string>): void {
  for (const { concept, word } of ASIAN.get(lower.charAt(at)) ?? [])
    if (lower.startsWith(word, at)) met.add(concept)
}

function addLatin(lower: string, at: number, met: Set<string>): void {
  for (const key of [lower.slice(at, at + 2), lower.charAt(at)])
    for (const { concept, word, isOpen } of LATIN.get(key) ?? [])
      if (lower.startsWith(word, at) && (isOpen || endsAt(lower, at + word.length)))
        met.add(concept)
}

function endsAt(lower: string, end: number): boolean {
  return end >= lower.length || !INSIDE.test(lower.charAt(end))
}
