import { basename } from 'node:path'
import { removeFile } from '../../store/files/atomic.js'
import { DamagedIndex } from '../../store/index/file-index.js'
import { compareRecallOrder } from '../../store/index/types.js'
import type { ScopeFolder } from '../../store/projects/folder.js'
import type { Store } from '../../store/store.js'
import { isImportRow, type Memory, type Scope } from '../../store/types.js'
import type { Collections } from '../memories/collections.js'
import { isForReview } from '../memories/life.js'
import type { Evidence } from '../search/decide.js'
import { clip, toLine } from '../text.js'
import type { RecalledMemory, RecalledPassage } from '../types.js'
import {
  chooseItems,
  type Choice,
  type ChoiceQuery,
  type Chosen,
  type ReadItem,
  type RecallSource,
  type RecallUnit,
} from './choose.js'
import { newerFirst } from './doubted.js'
import { renderContext, WHOLE_CHARS, type ContextLimits } from './context.js'
import { openFileSource, type FileSource, type OpenSource } from './sources.js'
import type { IsLate } from './unit.js'

/** The items that matter for a query, best first, each with its reason; [] where none do. */
export async function recallItems(
  source: RecallSource,
  query: ChoiceQuery,
): Promise<RecalledMemory[]> {
  const { choices } = await chooseItems(source, query)
  return readItems(source, choices)
}

/** Reads what was chosen, in its order; what is gone by now is left out. */
export async function readItems(
  source: RecallSource,
  choices: readonly Choice[],
): Promise<RecalledMemory[]> {
  const items: { choice: Choice; memory: ReadItem }[] = []
  for (const choice of choices) {
    const memory = await source.read(choice)
    if (memory !== undefined) items.push({ choice, memory })
  }
  return newerFirst(items).map(({ choice, memory }) => toRecalled(choice, memory))
}

/** Adds to a memory the reason for its choice. */
export function toRecalled(choice: Choice, memory: ReadItem): RecalledMemory {
  const { score, degree, reason, evidence } = choice
  return {
    ...memory,
    ...(score !== undefined && { score }),
    ...{ degree, reason },
    ...(evidence && explain(evidence)),
  }
}

function explain({ probability, signals, prior }: Evidence) {
  return { probability, signals, ...(prior !== 0 && { prior }) }
}

/** Something that a text holds. */
export interface GivenItem {
  /** The choice, with the degree in which the text holds it. */
  choice: Choice
  /** Missing where its title was enough: then its file was not read. */
  memory?: ReadItem
}

/** A context, and what became of what was chosen for it. */
export interface RenderedRecall {
  /** Text that goes before the model; empty for nothing. */
  text: string
  /** Items in the text, best first. */
  given: GivenItem[]
  /** Ids of the items of which the text holds a part only. */
  parts: string[]
  chosen: Chosen
}

/** Renders what is chosen for a query within the limits. Reads the files of what has room. */
export async function recallContext(
  source: RecallSource,
  query: ChoiceQuery,
  renderSkills: (maxChars: number) => string,
  limits: Omit<ContextLimits, 'rest'>,
): Promise<RenderedRecall> {
  const chosen = await chooseItems(source, query)
  const { choices, rest } = chosen
  const items = newerFirst(await readForText(source, choices, limits.maxChars))
  const places = rest && placesOf(items)
  const blocks = items.map(item => ({
    ...toBlock(item, source.units[item.choice.index]!),
    place: places?.get(item.choice.entry.id) ?? 0,
    item,
  }))
  const { text, used, parts } = renderContext(blocks, renderSkills, { ...limits, rest })
  const given = used.map(({ item, degree }) => ({ ...item, choice: { ...item.choice, degree } }))
  return { text, given, parts, chosen }
}

/** Reads what comes in full until there is no room for more; of the rest the index knows the title. */
async function readForText(
  source: RecallSource,
  choices: readonly Choice[],
  maxChars: number,
): Promise<GivenItem[]> {
  const items: GivenItem[] = []
  let room = maxChars
  for (const choice of choices) {
    if (choice.degree !== 'full' || room <= 0) {
      items.push({ choice: { ...choice, degree: 'title' } })
      continue
    }
    const memory = await source.read(choice)
    if (memory === undefined) continue
    items.push({ choice, memory })
    room -= Math.min(memory.content.length, WHOLE_CHARS)
  }
  return items
}

/** Room is given by need; what got some stands in recall order. */
function placesOf(items: readonly GivenItem[]): Map<string, number> {
  const inOrder = [...items].sort((a, b) => compareRecallOrder(a.choice.entry, b.choice.entry))
  return new Map(newerFirst(inOrder).map(({ choice }, place) => [choice.entry.id, place]))
}

/** Renders the block of an item, and its line: of an agent file the passages that were chosen. */
function toBlock({ choice, memory }: GivenItem, unit: RecallUnit) {
  const { id, kind, title } = choice.entry
  const passages = memory?.passages ?? choice.passages ?? []
  const headings = new Set(passages.map(({ heading }) => heading).filter(Boolean))
  const line = [memory?.title ?? title, [...headings].join('; ')].filter(Boolean).join(' › ')
  const head = passages.length === 1 ? line : (memory?.title ?? title)
  const from = memory === undefined ? '' : originOf(memory, unit)
  return { id, kind, title: head, line, content: textOf(memory), from, degree: choice.degree }
}

function textOf(memory: ReadItem | undefined): string {
  const [best, ...more] = memory?.passages ?? []
  if (best === undefined) return memory?.content ?? ''
  return more.length === 0 ? best.content : [best, ...more].map(toHeaded).join('\n\n…\n')
}

function toHeaded({ heading, content }: RecalledPassage): string {
  return heading === '' ? content : `## ${heading}\n${content}`
}

/** Tells the model in a few words where an item comes from. */
function originOf(item: Memory, { isInRepo }: RecallUnit): string {
  if (isImportRow(item)) return `file ${toClosed(item.source.path ?? item.title)}`
  const mark = isForReview(item.tags) ? ', needs review' : ''
  const place = isInRepo ? ' of the repository' : ''
  return `${nameOf(item.scope)} memory ${item.id}${place}${mark}`
}

/** A folder may be called like another scope, or like what is said of one: then it is quoted. */
function nameOf(scope: Scope): string {
  if (scope.type === 'global') return 'global'
  const name = clip(toClosed(toLine(basename(scope.id))), NAME_CHARS)
  return MISLEADING.test(name) ? `project "${name.replaceAll('"', "'")}"` : name
}

const NAME_CHARS = 80
const MISLEADING = /^(?:global|file|)$|^file\s|[\s,]memory\b|["([]/i

/** A name in brackets that cannot end them. */
function toClosed(name: string): string {
  let depth = 0
  for (const sign of name) {
    if (sign === '(') depth++
    if (sign === ')' && --depth < 0) break
  }
  return depth === 0 ? name : name.replaceAll('(', '[').replaceAll(')', ']')
}

/** Options of a service's recall. */
interface ServiceRecall {
  /** The number of times that each memory was put into a model's context, by id. */
  uses: ReadonlyMap<string, number>
  isSearch: boolean
}

/**
 * Recalls over scopes of a service; those that do not exist have nothing to give. Where an index file
 * turns out to be damaged the scopes are read into memory.
 */
export async function recallIn<T>(
  collections: Collections,
  scopes: readonly Scope[],
  how: ServiceRecall,
  action: (source: FileSource) => Promise<T>,
): Promise<T> {
  const recall = async () => withSource(await openRecallSource(collections, scopes, how), action)
  return recall().catch((error: unknown) => {
    if (error instanceof DamagedIndex) return recall()
    throw error
  })
}

/**
 * Opens the index files where they have everything; else reads the scopes into memory, and opens a
 * search index that is not open yet between other work of the process.
 */
async function openRecallSource(
  collections: Collections,
  scopes: readonly Scope[],
  { uses, isSearch }: ServiceRecall,
): Promise<FileSource> {
  const folders = isSearch ? await collections.unread(scopes) : undefined
  if (folders !== undefined) {
    const { openExactSource } = await import('./exact.js')
    const source = await openExactSource(collections.store, folders, uses)
    if (source !== undefined) return source
  }
  const { createCollectionSource } = await import('./collection-source.js')
  const { scoreByMiniSearch } = await import('../search/minisearch.js')
  const found = await Promise.all(scopes.map(scope => collections.find(scope)))
  const existing = found.filter(collection => collection !== undefined)
  if (isSearch) await Promise.all(existing.map(one => one.openSearch()))
  return {
    ...createCollectionSource(existing, uses),
    score: scoreByMiniSearch,
    folders: existing.map(({ folder }) => folder),
    behind: [],
    close: () => undefined,
  }
}

/**
 * Recalls once over the index files of scopes, in the order of the folders. Those that turn out to be
 * damaged are removed and the memory files of their scopes are read instead.
 */
export async function recallOnce<T>(
  store: Store,
  folders: readonly ScopeFolder[],
  action: (source: FileSource) => Promise<T>,
  { open = openFileSource, isLate }: { open?: OpenSource | undefined; isLate?: IsLate } = {},
): Promise<T> {
  for (let removed = 0; ; removed++) {
    try {
      return await withSource(await open(store, folders, isLate), action)
    } catch (error) {
      if (!(error instanceof DamagedIndex) || removed === folders.length) throw error
      removeFile(error.path)
    }
  }
}

async function withSource<T>(
  source: FileSource,
  action: (source: FileSource) => Promise<T>,
): Promise<T> {
  try {
    return await action(source)
  } finally {
    source.close()
  }
}
