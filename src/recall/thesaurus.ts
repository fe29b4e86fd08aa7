import { SYNONYM_GROUPS } from './thesaurus-groups.js'

/**
 * Terms (stems) that a developer may use for the same thing; empty where none is known. Searches
 * the table as one string: a one-shot process asks for a few terms only.
 */
export function findSynonyms(term: string): string[] {
  if (term === '') return []
  const found = new Set<string>()
  let at = -1
  while ((at = SYNONYM_GROUPS.indexOf(term, at + 1)) >= 0) {
    if (!isBoundary(at - 1) || !isBoundary(at + term.length)) continue
    const from = SYNONYM_GROUPS.lastIndexOf('\n', at) + 1
    const end = SYNONYM_GROUPS.indexOf('\n', at)
    const group = SYNONYM_GROUPS.slice(from, end < 0 ? undefined : end)
    for (const other of group.split(' ')) found.add(other)
  }
  found.delete(term)
  return [...found]
}

function isBoundary(at: number): boolean {
  return at < 0 || at >= SYNONYM_GROUPS.length || SYNONYM_GROUPS.charCodeAt(at) <= 32
}
