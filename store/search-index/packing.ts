import type { FieldLengths } from './types.js'

/** How often a term occurs in a document, by field; larger counts are capped at 3, 31 and 1. */
export interface TermFrequencies {
  title: number
  content: number
  tags: number
}

/** Packs the frequencies into one byte: title in bits 6–7, tags in bit 5, content in bits 0–4. */
export function packFrequencies(frequencies: TermFrequencies): number {
  return (
    (Math.min(3, frequencies.title) << 6) |
    (Math.min(1, frequencies.tags) << 5) |
    Math.min(31, frequencies.content)
  )
}

/** Occurrences in the title, 0–3. */
export const titleFrequency = (packed: number): number => (packed >> 6) & 3
/** Occurrences in the tags, 0–1. */
export const tagsFrequency = (packed: number): number => (packed >> 5) & 1
/** Occurrences in the content, 0–31. */
export const contentFrequency = (packed: number): number => packed & 31

/** Longest title and tag list that a packed length can state, in terms. */
export const SHORT_FIELD_LIMIT = 255
/** Longest content that a packed length can state, in terms. */
export const CONTENT_FIELD_LIMIT = 65_535

/** Packs field lengths into 32 bits: content in bits 0–15, title 16–23, tags 24–31. */
export function packLengths({ title, content, tags }: FieldLengths): number {
  return (content | (title << 16) | (tags << 24)) >>> 0
}

/** Terms in the title. */
export const titleLength = (packed: number): number => (packed >>> 16) & 255
/** Terms in the content. */
export const contentLength = (packed: number): number => packed & 65_535
/** Terms in the tags. */
export const tagsLength = (packed: number): number => packed >>> 24
