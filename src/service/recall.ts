import type { Store } from '../../store/store.js'
import { GLOBAL_SCOPE, type Scope } from '../../store/types.js'
import type { RecallContext } from '../api.js'
import type { Config } from '../config.js'
import { PROFILES } from '../hosts/profiles.js'
import { parseRecallQuery } from '../memories/given.js'
import { explainContext } from '../recall/explain.js'
import { recallContext } from '../recall/index.js'
import type { FileSource } from '../recall/sources.js'
import { cleanSaid, toSearched } from '../reflect/turns.js'
import { findUnlistedIn, renderCatalog } from '../skills/index.js'

/** Parts of the service that a recall is answered with. */
interface RecallSettings {
  store: Store
  home: string
  config: Config
  now: Date
}

/**
 * Renders the text that a hook would put into a model's context for a query, with reasons. Opens
 * the source once the query has been read; throws INVALID_REQUEST on one that cannot be.
 */
export async function answerRecall(
  query: unknown,
  { store, home, config, now }: RecallSettings,
  open: (scopes: readonly Scope[], isStart: boolean) => Promise<FileSource>,
): Promise<RecallContext> {
  const { scopes = [GLOBAL_SCOPE], limit, host: name, ...rest } = parseRecallQuery(query)
  const isStart = !rest.text?.trim()
  const source = await open(scopes, isStart)
  // Cleaned like a prompt that a hook is given.
  const text = rest.text === undefined ? undefined : toSearched(cleanSaid(rest.text))
  if (!isStart && text === '') return { text: '', items: [], below: [], chars: 0, tokens: 0 }
  const host = name && PROFILES[name]
  const catalog = isStart ? await findUnlistedIn(store, home, scopes, { host, now }) : []
  const recalled = await recallContext(
    source,
    { ...rest, host, text, limit: limit ?? config.recallLimit, isUnasked: true },
    maxChars => renderCatalog(catalog, maxChars),
    { maxChars: config.maxContextChars, text },
  )
  return explainContext(source, recalled)
}
