import type { Facets } from '../../../overview/types.js'

/** The list's filter of memories, as it stands in the hash. */
export interface MemoryFilter {
  text: string
  /** Any of these. */
  kinds: readonly string[]
  /** All of these. */
  tags: readonly string[]
  /** Any of these. */
  sources: readonly string[]
  pinned: boolean
  review: boolean
}

/** A filter that is on: what it says, and the query of the hash without it. */
interface FilterMark {
  label: string
  without: Record<string, string>
}

const SOURCE_NAMES: Readonly<Record<string, string>> = {
  learned: 'Learned',
  remembered: 'Remembered',
  agent: 'Saved by an agent',
  imported: 'Imported',
}

/** Names a source of memories in words. */
export function sourceName(source: string): string {
  return SOURCE_NAMES[source] ?? source
}

/** Reads the filter out of the hash's query. */
export function parseFilter(query: URLSearchParams): MemoryFilter {
  const list = (name: string) => (query.get(name) ?? '').split(',').filter(Boolean)
  return {
    text: query.get('text') ?? '',
    kinds: list('kind'),
    tags: list('tags'),
    sources: list('source'),
    pinned: query.has('pinned'),
    review: query.has('review'),
  }
}

/** The filter as values of the query, of the hash and of the API alike; '' for what is off. */
export function toQuery(filter: MemoryFilter): Record<string, string> {
  return {
    text: filter.text,
    kind: filter.kinds.join(','),
    tags: filter.tags.join(','),
    source: filter.sources.join(','),
    pinned: filter.pinned ? '1' : '',
    review: filter.review ? '1' : '',
  }
}

/** A query with none of the filters. */
export const NO_FILTER = toQuery(parseFilter(new URLSearchParams()))

/** The query of the hash with a value of a list added, or taken out where it is there. */
export function toggled(
  filter: MemoryFilter,
  list: 'kinds' | 'tags' | 'sources',
  value: string,
): Record<string, string> {
  const has = filter[list].includes(value)
  const values = has ? filter[list].filter(each => each !== value) : [...filter[list], value]
  return toQuery({ ...filter, [list]: values })
}

/** The filters that are on, the text aside. */
export function marksOf(filter: MemoryFilter): FilterMark[] {
  const lists = (['kinds', 'sources', 'tags'] as const).flatMap(list =>
    filter[list].map(value => ({
      label: list === 'sources' ? sourceName(value) : list === 'tags' ? `#${value}` : value,
      without: toggled(filter, list, value),
    })),
  )
  const flags = [
    filter.pinned && { label: 'Pinned', without: toQuery({ ...filter, pinned: false }) },
    filter.review && { label: 'Needs review', without: toQuery({ ...filter, review: false }) },
  ]
  return [...lists, ...flags.filter(flag => flag !== false)]
}

/** True where anything is searched or filtered for. */
export function isNarrowed(filter: MemoryFilter): boolean {
  return filter.text !== '' || marksOf(filter).length > 0
}

/** The kinds in use, and that of one memory. */
export function kindsOf(facets: Facets | undefined, own?: string): string[] {
  const used = facets?.kinds.map(({ value }) => value) ?? []
  return [...used, ...(own ? [own] : [])]
}
