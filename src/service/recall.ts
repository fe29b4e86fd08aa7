import { GLOBAL_SCOPE, type Memory } from '../../store/types.js'
import type { RecallContext } from '../api.js'
import { PROFILES } from '../hosts/profiles.js'
import { parseRecallQuery } from '../memories/given.js'
import { explainContext } from '../recall/explain.js'
import { recallContext as renderRecall, recallIn, recallItems } from '../recall/index.js'
import { cleanSaid, toSearched } from '../reflect/turns.js'
import { findUnlistedIn, renderCatalog } from '../skills/index.js'
import type { ServiceParts } from './parts.js'

/** Recalls what a query asks for, best first. Throws INVALID_REQUEST on one that cannot be read. */
export async function recallMemories(
  query: unknown,
  { collections, usage, config }: ServiceParts,
): Promise<Memory[]> {
  const { scopes = [GLOBAL_SCOPE], limit = config.recallLimit, ...asked } = parseRecallQuery(query)
  const rest = { ...asked, host: asked.host && PROFILES[asked.host] }
  const isSearch = Boolean(rest.text?.trim())
  const uses = usage.refresh()
  return recallIn(collections, scopes, { uses, isSearch }, async source => {
    const items = await recallItems(source, { ...rest, limit, isUnasked: false })
    return items.map(({ reason: _, ...memory }) => memory)
  })
}

/**
 * Tells what a hook would put into a model's context for a query, and why. Throws INVALID_REQUEST on
 * a query that cannot be read.
 */
export async function recallContext(
  query: unknown,
  { collections, usage, home, config, now }: ServiceParts,
): Promise<RecallContext> {
  const { scopes = [GLOBAL_SCOPE], limit = config.recallLimit, ...asked } = parseRecallQuery(query)
  const rest = { ...asked, host: asked.host && PROFILES[asked.host] }
  const isStart = !rest.text?.trim()
  // A hook cleans the prompt that it is given in the same way.
  const text = rest.text === undefined ? undefined : toSearched(cleanSaid(rest.text))
  if (!isStart && text === '') return { text: '', items: [], below: [], chars: 0, tokens: 0 }
  const uses = usage.refresh()
  return recallIn(collections, scopes, { uses, isSearch: !isStart }, async source => {
    const told = { host: rest.host, now: now() }
    const catalog = isStart ? await findUnlistedIn(collections.store, home, scopes, told) : []
    const recalled = await renderRecall(
      source,
      { ...rest, text, limit, isUnasked: true },
      maxChars => renderCatalog(catalog, maxChars),
      { maxChars: config.maxContextChars, text },
    )
    return explainContext(source, recalled)
  })
}
