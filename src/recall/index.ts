import { basename } from 'node:path'
import { removeFile } from '../../store/files/atomic.js'
import { DamagedIndex } from '../../store/index/blocks.js'
import type { ScopeFolder } from '../../store/projects/folder.js'
import type { Store } from '../../store/store.js'
import { isImportRow, markOf, type Memory, type Scope } from '../../store/types.js'
import type { Collections } from '../memories/collections.js'
import { isForReview } from '../memories/life.js'
import type { Evidence } from '../search/decide.js'
import { clip, toLine } from '../text.js'
import type { RecalledMemory } from '../types.js'
import {
  chooseItems,
  type Choice,
  type ChoiceQuery,
  type Chosen,
  type ReadItem,
  type RecallSource,
  type RecallUnit,
} from './choose.js'
import { chooseAgainst, isNewerAgainst, newerFirst } from './doubted.js'
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
  choice: Choice
  memory: ReadItem
  /** The passages of it that the text holds; missing where that is all. */
  part?: string
}

/** Bounds of a context; of parts of texts `isHeld` tells those that the session has already. */
export type RecallLimits = Omit<ContextLimits, 'rest' | 'isHeld'> & {
  isHeld?: ((item: GivenItem) => boolean) | undefined
}

/** A context, and what became of what was chosen for it. */
export interface RenderedRecall {
  /** Text that goes before the model; empty for nothing. */
  text: string
  /** Items in the text, best first. */
  given: GivenItem[]
  chosen: Chosen
}

/** Renders what is chosen for a query within the limits. Reads the files of what has room. */
export async function recallContext(
  source: RecallSource,
  query: ChoiceQuery,
  renderSkills: (maxChars: number) => string,
  limits: RecallLimits,
): Promise<RenderedRecall> {
  const chosen = await chooseItems(source, query)
  const { items, unread } = await readForText(source, chosen.choices, limits.maxChars)
  await addNewer(source, items, query)
  const rest = { ...chosen.rest, count: chosen.rest.count + unread.length }
  const ordered = newerFirst(items)
  const most = query.text === undefined ? ordered.length : Math.max(1, chosen.choices.length)
  const blocks = toBlocks(source, ordered).slice(0, most)
  const titles = [...unread.map(({ entry }) => entry.title), ...rest.titles]
  const { isHeld } = limits
  const { text, used, parts } = renderContext(blocks, renderSkills, {
    ...limits,
    rest: { ...rest, titles },
    isHeld: isHeld && (({ item }, part) => isHeld({ ...item, part })),
  })
  const given = used.map(block => {
    const part = parts.get(block)
    return part === undefined ? block.item : { ...block.item, part }
  })
  return { text, given, chosen }
}

/** Reads what was chosen until there is no room for more, but all of the manner of answering. */
async function readForText(source: RecallSource, choices: readonly Choice[], maxChars: number) {
  const items: GivenItem[] = []
  const unread: Choice[] = []
  let room = maxChars
  for (const choice of choices) {
    if (room <= 0 && choice.isManner !== true) {
      unread.push(choice)
      continue
    }
    const memory = await source.read(choice)
    if (memory === undefined) continue
    items.push({ choice, memory })
    room -= Math.min(memory.content.length, WHOLE_CHARS)
  }
  return { items, unread }
}

/**
 * Adds the newer ones to memories that they contradict, and theirs to these: the older is not given
 * without them.
 */
async function addNewer(
  source: RecallSource,
  items: GivenItem[],
  { accept = () => true }: ChoiceQuery,
): Promise<void> {
  const known = new Set(items.map(({ memory }) => memory.id))
  for (const item of items) {
    if (item.memory.source.contradicts === undefined) continue
    const index = source.units[item.choice.index]!.index()
    for (const choice of chooseAgainst(index, item)) {
      const { id } = choice.entry
      if (known.has(id) || choice.entry.waits === true || !accept(choice.entry)) continue
      const memory = await source.read(choice)
      if (memory === undefined || !isNewerAgainst(memory, item.memory)) continue
      known.add(id)
      items.push({ choice, memory })
    }
  }
}

function toBlocks({ units }: RecallSource, items: readonly GivenItem[]) {
  const blocks = items.map(item => ({ ...toBlock(item, units[item.choice.index]!), item }))
  return blocks.map(block => {
    const { choice, memory } = block.item
    const isNewer = ({ item: other }: typeof block) =>
      isNewerAgainst(other.memory, memory) || choice.newer?.includes(other.memory.id) === true
    return Object.assign(block, { newer: blocks.filter(isNewer) })
  })
}

/** Renders the block of an item: of an agent file the passage that was chosen. */
function toBlock({ choice, memory }: GivenItem, unit: RecallUnit) {
  const { heading, content } = memory.passages?.[0] ?? { heading: '', content: memory.content }
  const title = [memory.title, heading].filter(Boolean).join(' › ')
  const { kind } = choice.entry
  const isManner = choice.isManner
  const isFile = isImportRow(memory)
  const origin = originOf(memory, unit)
  const isDated = choice.isDated === true || memory.source.contradicts !== undefined
  const day = isDated && !choice.entry.undated ? `, ${memory.createdAt.slice(0, 10)}` : ''
  return { kind, title, content, from: origin + day, isManner, isFile }
}

/** Tells the model in a few words where an item comes from. */
function originOf(item: Memory, { isInRepo }: RecallUnit): string {
  if (isImportRow(item)) return `file ${toClosed(pathInProject(item))}`
  const place = isInRepo ? ' of the repository' : ''
  const marks = [isForReview(item.tags) && 'needs review', markOf(item.source)].filter(Boolean)
  return [`${nameOf(item.scope)} memory ${item.id}${place}`, ...marks].join(', ')
}

/** The path of an agent file, from its project's directory if it lies there. */
function pathInProject({ scope, source, title }: Memory): string {
  const { path = title } = source
  const isWithin = scope.type === 'project' && path.startsWith(`${scope.id}/`)
  return isWithin ? path.slice(scope.id.length + 1) : path
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
