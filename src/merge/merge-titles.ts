import type { MemoryDocument } from '../../store/types.js'
import { OTHER_TITLES, otherTitles } from './extra.js'

/** What becomes of memories of one title: one survivor with all they say, the others tombstones. */
export interface TitleMerge {
  survivor: MemoryDocument
  tombstones: MemoryDocument[]
}

/**
 * Plans the merge of memories, given oldest first, into the oldest. No statement is lost: what a
 * younger one says and the survivor does not is appended in its words. Pure.
 */
export function planTitleMerge(
  oldest: MemoryDocument,
  younger: readonly MemoryDocument[],
): TitleMerge {
  const all = [oldest, ...younger]
  const survivor = {
    ...oldest,
    content: younger.reduce((content, other) => join(content, other.content), oldest.content),
    tags: unite(all.flatMap(({ tags }) => tags)),
    pinned: all.some(({ pinned }) => pinned),
    extra: withTitles(oldest.extra, all),
    source: { ...oldest.source, mergedFrom: mergedIds(oldest, younger) },
  }
  const tombstones = younger.map(one => ({ ...one, supersededBy: oldest.id }))
  return { survivor, tombstones }
}

/** What else any of them was called. */
function withTitles(
  extra: MemoryDocument['extra'],
  all: readonly MemoryDocument[],
): MemoryDocument['extra'] {
  const titles = new Set(all.flatMap(one => otherTitles(one.extra)))
  return titles.size === otherTitles(extra).length
    ? extra
    : { ...extra, [OTHER_TITLES]: [...titles].sort() }
}

function mergedIds(oldest: MemoryDocument, younger: readonly MemoryDocument[]): string[] {
  const earlier = oldest.source.mergedFrom ?? []
  const ids = younger.flatMap(({ id, source }) => [id, ...(source.mergedFrom ?? [])])
  return [...new Set([...earlier, ...ids])]
}

function join(content: string, other: string): string {
  let known = toComparable(content)
  const parts = [content]
  for (const statement of statementsOf(other)) {
    const lines = toComparable(statement)
    if (known.includes(lines)) continue
    known += lines.slice(1)
    parts.push(statement)
  }
  return parts.filter(part => part !== '').join('\n\n')
}

/** Paragraphs; a text with a code fence stays whole, because half a fence is none. */
function statementsOf(content: string): string[] {
  if (/^\s*(?:```|~~~)/m.test(content)) return [content]
  return content.split(/\n[ \t]*(?:\n[ \t]*)+/).filter(block => block.trim() !== '')
}

/**
 * Whole lines: `use tabs` is no part of `never use tabs`. Letter case and inner spaces count,
 * because in code they matter.
 */
function toComparable(text: string): string {
  const lines = text.split('\n').map(line => line.trim())
  return `\n${lines.filter(line => line !== '').join('\n')}\n`
}

function unite(tags: readonly string[]): string[] {
  const united = new Map<string, string>()
  for (const tag of tags) if (!united.has(tag.toLowerCase())) united.set(tag.toLowerCase(), tag)
  return [...united.values()]
}
