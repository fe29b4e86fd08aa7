import { formatMemoryDocument } from '../../store/document/format.js'
import { idOfFileName, memoryFileName, toStableId } from '../../store/names.js'
import { AGENTS_WORDS, isInAgentsWords, isWaiting, type MemoryDocument } from '../../store/types.js'
import { combine, uniteMakers } from '../consolidate/combine.js'
import { findContradictions } from '../consolidate/contradictions.js'
import { hasFence, toFeatures, type Features } from '../consolidate/markdown.js'
import { mark } from '../consolidate/types.js'
import { compareAge } from '../memories/collection.js'
import { uniteAliases } from '../memories/phrases.js'
import {
  isBinding,
  isLiving,
  RESTORED_AT,
  toLiving,
  uniteTags,
  withReviewTag,
} from '../memories/life.js'
import { titleKey } from '../text.js'
import { OTHER_TITLES, otherTitles } from './document.js'

/** Memories of one title, merged: a survivor with all that they say, the others tombstones. */
export interface TitleMerge {
  survivor: MemoryDocument
  tombstones: MemoryDocument[]
}

/**
 * Plans the merge of memories, given oldest first, into the oldest. No statement is lost: what a
 * younger one says and the survivor does not is appended in its words; what the survivor says too,
 * if perhaps with less detail, is not said twice. Where it contradicts itself then, it is marked.
 * Pure.
 */
export function planTitleMerge(
  oldest: MemoryDocument,
  younger: readonly MemoryDocument[],
): TitleMerge {
  const all = [oldest, ...younger]
  const { content, source } = younger.reduce(join, toItem(oldest)).item.document
  const survivor = {
    ...oldest,
    content,
    aliases: uniteAliases(
      oldest.aliases,
      younger.flatMap(({ aliases }) => aliases),
      oldest.title,
    ),
    tags: uniteTags(all.flatMap(({ tags }) => tags)),
    pinned: all.some(({ pinned }) => pinned),
    extra: withTitles(oldest.extra, all),
    source: { ...source, mergedFrom: mergedIds(oldest, younger) },
  }
  const tombstones = younger.map(one => ({ ...one, supersededBy: oldest.id }))
  return { survivor: markContradiction(survivor), tombstones }
}

function toItem(document: MemoryDocument): Features {
  return toFeatures({ document, updatedAt: document.createdAt, uses: 0 })
}

function markContradiction(survivor: MemoryDocument): MemoryDocument {
  const isAgainstItself = findContradictions([toItem(survivor)]).length > 0
  return isAgainstItself ? mark(survivor, [survivor.id]) : survivor
}

/** Adds to `extra` the other titles that any of them had. */
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

/** Combines memories as consolidation does; by paragraphs if that makes too long a text. */
function join(whole: Features, other: MemoryDocument): Features {
  const own = whole.item.document
  const combined = combine(whole, toItem({ ...other, title: own.title }))
  if (combined !== undefined) return combined
  const content = appendParagraphs(own.content, other.content)
  return toItem({ ...own, content, source: uniteMakers(own, own, other, content) })
}

function appendParagraphs(content: string, other: string): string {
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
  if (hasFence(content)) return [content]
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

/** Changes that bring the memories of a scope in order after a merge; all empty if they are. */
export interface Settlement {
  /** Tombstones that live again, because what took them in is gone. They are marked for review. */
  revived: MemoryDocument[]
  /** An agent's memories that have another title now, because a rule of a person's has it. */
  apart?: MemoryDocument[]
  /** Living memories of one title that become one; revived ones may be among them. */
  merges: TitleMerge[]
}

/** Past this size a merged memory would no longer be what anybody wants to read or inject. */
const MAX_CONTENT_CHARS = 256 * 1024

/**
 * Plans what a merge of two histories leaves to do in a scope, given its memories and tombstones.
 * Two machines that plan it alone plan the same, whatever the order and the time: no clock is read.
 * Planning again for what it leaves yields nothing. `unreadable` are ids of memories that are there
 * and cannot be read now: what leads to them stays as it is. Pure.
 */
export function planSettlement(
  documents: readonly MemoryDocument[],
  unreadable: ReadonlySet<string> = new Set(),
): Settlement {
  const revived = planRevivals(documents, unreadable)
  const living = replaceById(documents, revived)
  const apart = planApart(living)
  const merges = planTitleMerges(replaceById(living, apart))
  return { revived, merges, ...(apart.length > 0 && { apart }) }
}

function replaceById(
  documents: readonly MemoryDocument[],
  fresh: readonly MemoryDocument[],
): MemoryDocument[] {
  const byId = new Map(fresh.map(one => [one.id, one]))
  return documents.map(one => byId.get(one.id) ?? one)
}

/** An agent's words become no part of what a person made bind: they get another title, for review. */
function planApart(documents: readonly MemoryDocument[]): MemoryDocument[] {
  return groupTitles(documents).flatMap(group => {
    if (!group.some(one => isBinding(one) && !isInAgentsWords(one.source))) return []
    const agents = group.filter(({ source }) => isInAgentsWords(source))
    return agents.map(one => ({
      ...one,
      title: `${one.title} (${AGENTS_WORDS})`,
      tags: withReviewTag(one.tags),
    }))
  })
}

/** Orders the documents to write so that nothing is lost wherever writing breaks off. */
export function orderOfWriting({ revived, apart = [], merges }: Settlement): MemoryDocument[] {
  const survivors = merges.map(({ survivor }) => survivor)
  const tombstones = merges.flatMap(merge => merge.tombstones)
  const merged = new Set([...survivors, ...tombstones].map(({ id }) => id))
  const alone = [...replaceById(revived, apart), ...apart].filter(({ id }) => !merged.has(id))
  return [...new Set(alone), ...survivors, ...tombstones]
}

/**
 * The merges of living memories that share a title, into the oldest. What a person brought back
 * from the archive stands beside its namesake on purpose, and so does what waits to be accepted.
 */
export function planTitleMerges(documents: readonly MemoryDocument[]): TitleMerge[] {
  return groupTitles(documents)
    .map(([oldest, ...younger]) => planTitleMerge(oldest!, younger))
    .filter(({ survivor }) => survivor.content.length <= MAX_CONTENT_CHARS)
    .sort((a, b) => (a.survivor.id < b.survivor.id ? -1 : 1))
}

/** The living memories that share a title, the oldest of each title first. */
function groupTitles(documents: readonly MemoryDocument[]): MemoryDocument[][] {
  const groups = new Map<string, MemoryDocument[]>()
  for (const document of documents) {
    const { extra } = document
    if (!isLiving(document) || extra[RESTORED_AT] !== undefined || isWaiting(document)) continue
    const key = titleKey(document.title)
    groups.set(key, [...(groups.get(key) ?? []), document])
  }
  return [...groups.values()].filter(group => group.length > 1).map(group => group.sort(compareAge))
}

function planRevivals(
  documents: readonly MemoryDocument[],
  unreadable: ReadonlySet<string>,
): MemoryDocument[] {
  const byId = new Map(documents.map(document => [document.id, document]))
  const ends = new Map<string, MemoryDocument>()
  for (const document of documents) {
    const end = findBrokenEnd(document, byId)
    if (end === undefined || unreadable.has(end.supersededBy ?? '')) continue
    ends.set(end.id, end)
  }
  return [...ends.values()]
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map(toLiving)
    .map(document => ({ ...document, tags: withReviewTag(document.tags) }))
}

/**
 * Finds the end of a chain of tombstones that leads nowhere: the last one before the gap, or the
 * oldest of a circle. Undefined if it ends in a memory, be it living or evicted.
 */
function findBrokenEnd(
  document: MemoryDocument,
  byId: ReadonlyMap<string, MemoryDocument>,
): MemoryDocument | undefined {
  const chain = new Set<MemoryDocument>()
  for (let at = document; at.supersededBy !== undefined;) {
    if (chain.has(at)) return oldestOf([...chain].slice([...chain].indexOf(at)))
    chain.add(at)
    const next = byId.get(at.supersededBy)
    if (next === undefined) return at
    at = next
  }
  return undefined
}

function oldestOf(circle: MemoryDocument[]): MemoryDocument | undefined {
  return circle.sort(compareAge)[0]
}

/** A memory file: its name, and the document in it. */
export interface NamedDocument {
  name: string
  document: MemoryDocument
}

/** A file that states the id of another one, and what becomes of it. */
export interface CopyPlan {
  name: string
  /** The file that keeps the id. */
  original: string
  /** The memory with an id of its own, in a new file; undefined where both say the same. */
  replacement?: NamedDocument
}

/**
 * Plans what becomes of files that state one id: a copy made by hand, or a file renamed on one side
 * and edited on the other. The file whose name bears the id keeps it. Deterministic: the new id
 * follows from what the copy says. Pure.
 */
export function planCopies(files: readonly NamedDocument[]): CopyPlan[] {
  const taken = new Set(files.map(({ document }) => document.id))
  const originals = new Map<string, NamedDocument>()
  const plans: CopyPlan[] = []
  for (const file of [...files].sort(originalsFirst)) {
    const original = originals.get(file.document.id)
    if (original === undefined) originals.set(file.document.id, file)
    else plans.push(planCopy(file, original, taken))
  }
  return plans
}

function planCopy(
  { name, document }: NamedDocument,
  original: NamedDocument,
  taken: Set<string>,
): CopyPlan {
  const text = formatMemoryDocument(document)
  const plan = { name, original: original.name }
  if (text === formatMemoryDocument(original.document)) return plan
  let id = toStableId(text)
  while (taken.has(id)) id = toStableId(`${id}\n${text}`)
  taken.add(id)
  const own = { ...document, id, tags: withReviewTag(document.tags) }
  return { ...plan, replacement: { name: memoryFileName(own.title, id), document: own } }
}

function originalsFirst(a: NamedDocument, b: NamedDocument): number {
  const [x, y] = [a, b].map(({ name, document }) => idOfFileName(name) === document.id)
  if (x !== y) return x ? -1 : 1
  return a.name < b.name ? -1 : 1
}
