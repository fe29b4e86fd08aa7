import { readLog } from '../../store/files/log.js'
import type { ScopeFolder } from '../../store/projects/folder.js'
import { findScope } from '../../store/projects/projects.js'
import { placeInProject } from '../../store/projects/scope.js'
import { hookCallLog, type Store } from '../../store/store.js'
import { GLOBAL_SCOPE } from '../../store/types.js'
import type { HookCallLine } from '../activity/hook-calls.js'
import type { RecallContext, RecalledMemory } from '../api.js'
import type { HostProfile, ToolAccess } from '../hosts/profile.js'
import { PROFILES, type HostName } from '../hosts/profiles.js'
import { parseRecallQuery } from '../memories/given.js'
import { explainContext } from '../recall/explain.js'
import {
  recallContext as renderRecall,
  recallIn,
  recallItems,
  recallOnce,
} from '../recall/index.js'
import { findNotices, nameHints, renderNotices, renderSavingLines } from '../reflect/closing.js'
import { cleanSaid, toSearched } from '../redact/clean.js'
import { findUnlistedIn, renderCatalog } from '../skills/index.js'
import type { ServiceParts } from './parts.js'

/** Recalls what a query asks for, best first. Throws INVALID_REQUEST on one that cannot be read. */
export async function recallMemories(
  query: unknown,
  { collections, usage, config }: ServiceParts,
): Promise<Omit<RecalledMemory, 'reason'>[]> {
  const {
    scopes = [GLOBAL_SCOPE],
    limit = config.recallLimit,
    cwd: _,
    ...asked
  } = parseRecallQuery(query)
  const rest = { ...asked, host: asked.host && PROFILES[asked.host] }
  const isSearch = Boolean(rest.text?.trim())
  const uses = usage.refresh()
  return recallIn(collections, scopes, { uses, isSearch }, async source => {
    const items = await recallItems(source, { ...rest, limit, isUnasked: false })
    return items.map(({ reason: _, ...memory }) => memory)
  })
}

/**
 * Tells what a hook would put into a model's context for a query, and why. It goes a hook's way, by the
 * index files and the uses in them, so that it is the same text to the byte, a start's closing lines
 * included: they name the tools that the last start of that host was told of. A notice that a start
 * tells once a day stands there until one has told it; to look here does not count as telling. The
 * first start of a project imports its agent files before: until then they are missing here. Throws
 * INVALID_REQUEST on a query that cannot be read.
 */
export async function recallContext(query: unknown, parts: ServiceParts): Promise<RecallContext> {
  const { store, home, config, now } = parts
  const {
    scopes = [GLOBAL_SCOPE],
    limit = config.recallLimit,
    cwd,
    ...asked
  } = parseRecallQuery(query)
  const project = scopes.find(scope => scope.type === 'project')
  const at = project && cwd !== undefined ? placeInProject(project, cwd) : undefined
  const rest = { ...asked, host: asked.host && PROFILES[asked.host], at }
  const isStart = !rest.text?.trim()
  // A hook cleans the prompt that it is given in the same way.
  const text = isStart ? undefined : toSearched(cleanSaid(rest.text ?? ''))
  if (text === '') return { text: '', items: [], below: [], chars: 0, tokens: 0 }
  const found = await Promise.all(scopes.map(scope => findScope(store, scope)))
  const folders = found.filter(folder => folder !== undefined)
  const access = { profile: rest.host, tools: lastToolsOf(store, asked.host) }
  const closing = isStart
    ? await renderClosing(parts, folders, { ...access, host: asked.host })
    : ''
  return recallOnce(store, folders, async source => {
    const told = { host: rest.host, now: now() }
    const catalog = isStart ? await findUnlistedIn(store, home, scopes, told) : []
    const recalled = await renderRecall(
      source,
      { ...rest, text, limit, isUnasked: true },
      maxChars => renderCatalog(catalog, maxChars),
      { maxChars: config.maxContextChars, text, hints: nameHints(access, store), closing },
    )
    return explainContext(source, recalled)
  })
}

/** The last lines of what a start gives: for a host that shows the person no notices, these too. */
async function renderClosing(
  { store, config, env, now }: ServiceParts,
  folders: readonly ScopeFolder[],
  { host, ...access }: StartOf,
): Promise<string> {
  const saving = renderSavingLines(access, store)
  if (access.profile?.answer.showsNotices !== false) return saving
  const keys = folders.map(({ key }) => key)
  const note = () => undefined
  return (
    saving + renderNotices(await findNotices({ store, config, env, keys, host, now: now(), note }))
  )
}

/** Calls that are looked through for the last start of a host. */
const LAST_CALLS = 1_000

/** The way to svc that a host's last start told its model of; undefined where it said none. */
function lastToolsOf(store: Store, host: HostName | undefined): ToolAccess | undefined {
  const calls = readLog<HookCallLine>(hookCallLog(store), LAST_CALLS)
  return calls.find(call => call.event === 'SessionStart' && call.host === host)?.tools
}

/** The host of a session that begins, and its model's way to svc. */
interface StartOf {
  host: HostName | undefined
  profile: HostProfile | undefined
  tools: ToolAccess | undefined
}
