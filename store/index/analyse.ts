import {
  CONTENT_FIELD_LIMIT,
  packFrequencies,
  SHORT_FIELD_LIMIT,
  type TermFrequencies,
} from '../../store/search-index/packing.js'
import { hashTerm } from '../../store/search-index/hash.js'
import type { AnalysedDocument, IndexDocument } from '../../store/search-index/types.js'
import { stem } from './stem.js'
import { tokenize } from './tokenize.js'

/** Characters of a document's content that are indexed; what follows is found by nobody. */
export const CONTENT_LIMIT = 65_536
const TITLE_LIMIT = 1_000
const TAG_LIMIT = 64
const MONTHS =
  'january february march april may june july august september october november december'.split(' ')
const WEEKDAYS = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ')

type Field = keyof TermFrequencies

/** Turns an item into the terms, lengths and word sequence that an index stores. */
export function analyzeDocument(document: IndexDocument): AnalysedDocument {
  const { content, tags, ...entry } = document
  const collected = new Map<string, TermFrequencies>()
  const words: number[] = []
  const title = addField(collected, words, 'title', document.title.slice(0, TITLE_LIMIT))
  const body = addField(collected, words, 'content', content.slice(0, CONTENT_LIMIT))
  let tagLength = 0
  for (const tag of tags.slice(0, TAG_LIMIT))
    tagLength += addField(collected, words, 'tags', tag.slice(0, TITLE_LIMIT))
  for (const term of toDateTerms(document.createdAt)) count(collected, term, 'tags')
  return {
    entry,
    lengths: { title, content: body, tags: Math.min(tagLength, SHORT_FIELD_LIMIT) },
    terms: new Map(Array.from(collected, ([term, counts]) => [term, packFrequencies(counts)])),
    words: Uint32Array.from(words),
  }
}

function addField(
  collected: Map<string, TermFrequencies>,
  words: number[],
  field: Field,
  text: string,
): number {
  let length = 0
  if (words.length > 0) words.push(0)
  for (const token of tokenize(text)) {
    const term = stem(token.word)
    count(collected, term, field)
    if (token.type === 'joined') continue
    length++
    words.push(hashTerm(term))
  }
  return Math.min(length, field === 'content' ? CONTENT_FIELD_LIMIT : SHORT_FIELD_LIMIT)
}

function count(collected: Map<string, TermFrequencies>, term: string, field: Field): void {
  const counts = collected.get(term)
  if (counts) counts[field]++
  else
    collected.set(term, {
      title: field === 'title' ? 1 : 0,
      content: field === 'content' ? 1 : 0,
      tags: field === 'tags' ? 1 : 0,
    })
}

/** Month, year and weekday (UTC) of a time stamp as terms; none where it is no date. */
function toDateTerms(createdAt: string): string[] {
  const date = new Date(createdAt)
  if (Number.isNaN(date.getTime())) return []
  const names = [MONTHS[date.getUTCMonth()] ?? '', WEEKDAYS[date.getUTCDay()] ?? '']
  return [...names.map(stem), String(date.getUTCFullYear())]
}
