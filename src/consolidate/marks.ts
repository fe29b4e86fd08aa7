import type { MemoryDocument } from '../../store/types.js'
import { REVIEW_TAG, withReviewTag } from '../review-tag.js'
import type { Flag } from './types.js'

/**
 * The document with the mark that its contradictions ask for, the same object where it has it: the
 * tag `needs-review`, and the ids in `source.contradicts`. Who takes the tag away has decided: it
 * comes back only with another contradiction. A mark whose reason is gone is taken off.
 */
export function mark(document: MemoryDocument, contradicts: readonly string[]): MemoryDocument {
  const marked = document.source.contradicts
  if (contradicts.length === 0) return unmark(document)
  if (Array.isArray(marked) && marked.join() === contradicts.join()) return document
  return {
    ...document,
    tags: withReviewTag(document.tags),
    source: { ...document.source, contradicts: [...contradicts] },
  }
}

/** For each item the ids it stands against, sorted; an item that contradicts itself names itself. */
export function toContradicted(flags: readonly Flag[]): Map<string, string[]> {
  const against = new Map<string, Set<string>>()
  for (const { ids } of flags) {
    for (const id of ids) {
      const others = ids.length === 1 ? ids : ids.filter(other => other !== id)
      against.set(id, new Set([...(against.get(id) ?? []), ...others]))
    }
  }
  return new Map([...against].map(([id, others]) => [id, [...others].sort()]))
}

/** The document without the mark; the same object where it has none. */
export function unmark(document: MemoryDocument): MemoryDocument {
  if (document.source.contradicts === undefined) return document
  const source = { ...document.source }
  delete source.contradicts
  return { ...document, source, tags: document.tags.filter(tag => tag !== REVIEW_TAG) }
}
