import { basename } from 'node:path'
import { isImportRow, type Memory, type Scope } from '../../store/types.js'
import type { RecallContext, RecalledMemory } from '../api.js'
import { isForReview } from '../review-tag.js'
import { chooseItems, type Choice, type ChoiceQuery, type RecallUnit } from './choose.js'
import { renderContext, type ContextLimits } from './context.js'

/** What recall reads from: one unit for each scope, and the text of an item at that moment. */
export interface RecallSource {
  units: readonly RecallUnit[]
  /** The item as its file is now; undefined where it is gone or must not be injected. */
  read(choice: Choice): Promise<Memory | undefined>
}

/** The items that matter for a query, best first, each with its reason; [] where none do. */
export async function recallItems(
  source: RecallSource,
  query: ChoiceQuery,
): Promise<RecalledMemory[]> {
  const items: RecalledMemory[] = []
  for (const choice of chooseItems(source.units, query)) {
    const memory = await source.read(choice)
    if (memory === undefined) continue
    const score = choice.score === undefined ? {} : { score: choice.score }
    items.push({ ...memory, ...score, reason: choice.reason })
  }
  return items
}

/** As `recallItems`, rendered within the limits; `items` are those that the text holds. */
export async function recallContext(
  source: RecallSource,
  query: ChoiceQuery,
  renderSkills: (maxChars: number) => string,
  limits: ContextLimits,
): Promise<RecallContext> {
  const items = await recallItems(source, query)
  const withOrigin = items.map(item => ({ ...item, from: originOf(item) }))
  const { text, used } = renderContext(withOrigin, renderSkills, limits)
  return { text, items: used.map(({ from: _, ...item }) => item) }
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
