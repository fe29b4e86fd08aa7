import type { CallGift } from '../../src/activity/hook-calls.js'
import { givenKey, type GivenLine } from '../../src/activity/sessions.js'
import { indexFileAge, isIndexFileClaimed } from '../../src/memories/index-file.js'
import type { ChoiceQuery } from '../../src/recall/choose.js'
import {
  recallContext,
  recallOnce,
  type GivenItem,
  type RecallLimits,
  type RenderedRecall,
} from '../../src/recall/index.js'
import type { FileSource } from '../../src/recall/sources.js'
import type { IsLate } from '../../src/recall/unit.js'
import { nameHints } from '../../src/reflect/closing.js'
import { formatScopeKey } from '../../store/projects/scope.js'
import type { ScopeFolder } from '../../store/projects/folder.js'
import { toTimestamp } from '../../store/types.js'
import { foldersOf, type HookContext } from './context.js'

/** Index files older than this are checked against every file's own time after a start's answer. */
const CHECK_MS = 10 * 60 * 1000

/** Bounds of the time to read files that no index file has, and its end in a hook's process. */
const MOST_READ_SECONDS = 0.9
const LEAST_READ_SECONDS = 0.3
const READ_BY_SECONDS = 1.4

/** The query of an event, and the rendering of its answer. */
interface HookRecall {
  event: GivenLine['event']
  query: ChoiceQuery
  renderSkills: (maxChars: number) => string
  limits: RecallLimits
}

/** The text that an event gives the model, noted in the session's ledger; empty for nothing. */
export async function giveContext(context: HookContext, asked: HookRecall): Promise<string> {
  const { event, query, renderSkills } = asked
  const limits = { ...asked.limits, hints: nameHints(context.call, context.store) }
  const recall = async (source: FileSource) => {
    const rendered = await recallContext(source, query, renderSkills, limits)
    const old = event === 'start' ? oldIndexes(context, source) : []
    refreshLater(context, [...source.behind, ...old])
    return rendered
  }
  const { store, openSource, signal } = context
  const open = { open: openSource, isLate: createTimeLimit(context) }
  const found = await recallOnce(store, foldersOf(context), recall, open)
  // A late answer is not given, and may be given by the next prompt.
  const isLate = signal?.aborted === true
  context.gave = toGift(isLate ? { ...found, text: '', given: [] } : found)
  if (isLate) return ''
  if (found.text !== '') context.notes.push(toGivenLine(event, found, context.now))
  return found.text
}

/** A host goes on without an answer after 2 s: what was read by then must do. */
function createTimeLimit({ openSource }: HookContext): IsLate {
  const start = process.uptime()
  // A process of its own began with the call, and may have imported files meanwhile.
  const left = openSource === undefined ? READ_BY_SECONDS - start : MOST_READ_SECONDS
  const seconds = Math.min(MOST_READ_SECONDS, Math.max(LEAST_READ_SECONDS, left))
  return (share = 1) => process.uptime() > start + seconds * share
}

function toGift({ text, given }: Pick<RenderedRecall, 'text' | 'given'>): CallGift {
  return { full: given.length, chars: text.length }
}

function toGivenLine(event: GivenLine['event'], found: RenderedRecall, now: Date): GivenLine {
  const at = toTimestamp(now)
  const newest = found.given
    .map(({ memory }) => memory.updatedAt)
    .reduce((a, b) => (a > b ? a : b), at)
  return {
    type: 'given',
    at,
    event,
    ids: found.given.map(toGivenKey),
    ...(newest > at && { newest }),
  }
}

/** Names a given item as a session's ledger does: its id, its passage, or the part of it. */
export function toGivenKey({ choice: { entry, passages = [] }, part }: GivenItem): string {
  const [passage] = passages
  if (passage === undefined && part === undefined) return entry.id
  return givenKey({ id: entry.id, ...passage }, part)
}

/** Now and then a start looks for edits in place, which leave an index file as it is. */
function oldIndexes({ store, now }: HookContext, { folders }: FileSource): ScopeFolder[] {
  return folders.filter(({ localKey }) => indexFileAge(store, localKey, now.getTime()) > CHECK_MS)
}

/** Asks for index files to be made anew after the answer, unless a process is at it already. */
function refreshLater({ store, later }: HookContext, folders: readonly ScopeFolder[]): void {
  const free = folders.filter(({ localKey }) => !isIndexFileClaimed(store, localKey))
  const scopes = new Set(free.map(({ scope }) => formatScopeKey(scope)))
  if (scopes.size > 0) later({ task: 'index', scopes: [...scopes] })
}
