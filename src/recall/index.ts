import { rmSync } from 'node:fs'
import { basename } from 'node:path'
import { DamagedIndex } from '../../store/index/file-index.js'
import { compareRecallOrder } from '../../store/index/types.js'
import type { ScopeFolder } from '../../store/projects/folder.js'
import type { Store } from '../../store/store.js'
import { isImportRow, type Memory, type Scope } from '../../store/types.js'
import type { Collections } from '../memories/collections.js'
import { isForReview } from '../memories/life.js'
import type { Evidence } from '../search/decide.js'
import type { RecallContext, RecalledMemory, RecalledPassage } from '../types.js'
import {
  chooseItems,
  type Choice,
  type ChoiceQuery,
  type Chosen,
  type RecallSource,
} from './choose.js'
import { renderContext, type ContextLimits } from './context.js'
import { openFileSource, type FileSource } from './sources.js'

/** The items that matter for a query, best first, each with its reason; [] where none do. */
export async function recallItems(
  source: RecallSource,
  query: ChoiceQuery,
): Promise<RecalledMemory[]> {
  const { choices } = await chooseItems(source.units, query)
  return readItems(source, choices)
}

/** Reads what was chosen, in its order; what is gone by now is left out. */
export async function readItems(
  source: RecallSource,
  choices: readonly Choice[],
): Promise<RecalledMemory[]> {
  const items: RecalledMemory[] = []
  for (const choice of choices) {
    const memory = await source.read(choice)
    if (memory === undefined) continue
    const { score, degree, reason, evidence } = choice
    items.push({
      ...memory,
      ...(score !== undefined && { score }),
      ...{ degree, reason },
      ...(evidence && explain(evidence)),
    })
  }
  return items
}

function explain({ probability, signals, prior }: Evidence) {
  return { probability, signals, ...(prior !== 0 && { prior }) }
}

/** A context, and what became of what was chosen for it. */
export interface RenderedRecall extends Pick<RecallContext, 'text' | 'items'> {
  /** Ids of the items of which the text holds a part only. */
  parts: string[]
  chosen: Chosen
}

/** As `recallItems`, rendered within the limits; `items` are those that the text holds. */
export async function recallContext(
  source: RecallSource,
  query: ChoiceQuery,
  renderSkills: (maxChars: number) => string,
  limits: Omit<ContextLimits, 'rest'>,
): Promise<RenderedRecall> {
  const chosen = await chooseItems(source.units, query)
  const { choices, rest } = chosen
  const items = await readItems(source, choices)
  const places = rest && placesOf(choices)
  const blocks = items.map(item => {
    return { ...item, ...toBlock(item), place: places?.get(item.id) ?? 0, item }
  })
  const { text, used, parts } = renderContext(blocks, renderSkills, { ...limits, rest })
  return { text, items: used.map(({ item, degree }) => ({ ...item, degree })), parts, chosen }
}

/** Room is given by need; what got some stands in recall order. */
function placesOf(choices: readonly Choice[]): Map<string, number> {
  const inOrder = choices.map(({ entry }) => entry).sort(compareRecallOrder)
  return new Map(inOrder.map(({ id }, place) => [id, place]))
}

/** What the block of an item says: of an agent file the passages that were chosen. */
function toBlock(item: RecalledMemory): { title: string; content: string; from: string } {
  const from = originOf(item)
  const { title, content, passages = [] } = item
  const [best, ...more] = passages
  if (best === undefined) return { title, content, from }
  if (more.length > 0) return { title, content: passages.map(toHeaded).join('\n\n…\n'), from }
  return { title: [title, best.heading].filter(Boolean).join(' › '), content: best.content, from }
}

function toHeaded({ heading, content }: RecalledPassage): string {
  return heading === '' ? content : `## ${heading}\n${content}`
}

/** Where an item comes from, in a few words for the model. */
function originOf(item: Memory): string {
  if (isImportRow(item)) return `file ${item.source.path ?? item.title}`
  const mark = isForReview(item.tags) ? ', needs review' : ''
  return `${nameOf(item.scope)} memory ${item.id}${mark}`
}

function nameOf(scope: Scope): string {
  return scope.type === 'global' ? 'global' : basename(scope.id)
}

/** Opens recall over scopes in memory; scopes that do not exist have nothing to give. */
export async function openRecallSource(
  collections: Collections,
  scopes: readonly Scope[],
  uses: ReadonlyMap<string, number>,
): Promise<FileSource> {
  const { createCollectionSource } = await import('./collection-source.js')
  const found = await Promise.all(scopes.map(scope => collections.find(scope)))
  const existing = found.filter(collection => collection !== undefined)
  return {
    ...createCollectionSource(existing, uses),
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
): Promise<T> {
  for (let removed = 0; ; removed++) {
    try {
      return await withSource(store, folders, action)
    } catch (error) {
      if (!(error instanceof DamagedIndex) || removed === folders.length) throw error
      rmSync(error.path, { force: true })
    }
  }
}

async function withSource<T>(
  store: Store,
  folders: readonly ScopeFolder[],
  action: (source: FileSource) => Promise<T>,
): Promise<T> {
  const source = await openFileSource(store, folders)
  try {
    return await action(source)
  } finally {
    source.close()
  }
}
