import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { CallGift } from '../../src/activity/hook-calls.js'
import { passageKey, type GivenLine } from '../../src/activity/sessions.js'
import { indexFileAge, isIndexFileClaimed } from '../../src/memories/index-file.js'
import type { ChoiceQuery } from '../../src/recall/choose.js'
import type { ContextLimits, Hints } from '../../src/recall/context.js'
import {
  recallContext,
  recallOnce,
  type GivenItem,
  type RenderedRecall,
} from '../../src/recall/index.js'
import type { FileSource } from '../../src/recall/sources.js'
import type { IsLate } from '../../src/recall/unit.js'
import { quoteForShell } from '../../store/git/repository.js'
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
  limits: Omit<ContextLimits, 'rest'>
}

/** The text that an event gives the model, noted in the session's ledger; empty for nothing. */
export async function giveContext(context: HookContext, asked: HookRecall): Promise<string> {
  const { event, query, renderSkills } = asked
  const limits = { ...asked.limits, hints: hintsFor(context) }
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
  const full = given.filter(({ choice }) => choice.degree === 'full').length
  return { full, titles: given.length - full, chars: text.length }
}

/** Names of svc's calls for the model of a session, as they read in a sentence. */
interface ToolNames {
  remember: string
  recall: string
  get: string
}

/** By what the model can save and look up; undefined where the hook's command line does not say. */
export function nameTools({ call, store }: HookContext): ToolNames | undefined {
  if (call.tools === undefined) return undefined
  if (call.tools !== 'cli') {
    const nameOf = (tool: string) => nameMcpTool(call, tool)
    return { remember: nameOf('remember'), recall: nameOf('recall'), get: nameOf('get') }
  }
  const svc = nameCommand(store)
  const remember = `\`${svc} remember --by-agent --title T CONTENT\``
  return { remember, recall: `\`${svc} recall TEXT\``, get: `\`${svc} show ID\`` }
}

/** An MCP tool as the model of each host sees it, where that is known. */
function nameMcpTool({ profile, tools }: HookContext['call'], tool: string): string {
  return profile?.nameTool?.(tool, tools === 'plugin') ?? `svc's tool ${tool}`
}

/** The launcher in the store is there whatever the PATH of the model's shell is. */
function nameCommand({ root }: HookContext['store']): string {
  const launcher = join(root, 'bin', 'svc')
  const isThere = process.platform !== 'win32' && existsSync(launcher)
  return isThere ? quoteForShell(launcher) : 'svc'
}

function hintsFor(context: HookContext): Hints | undefined {
  const names = nameTools(context)
  if (names === undefined) return undefined
  const { recall, get } = names
  return { titles: `Maybe related; in full by ${get}:`, more: `${recall}, ${get}` }
}

/** Only what was given with its text counts as used. */
function toGivenLine(event: GivenLine['event'], found: RenderedRecall, now: Date): GivenLine {
  const at = toTimestamp(now)
  const full = found.given.filter(({ choice }) => choice.degree === 'full')
  const titles = found.given.filter(({ choice }) => choice.degree === 'title')
  const newest = found.given
    .map(({ choice, memory }) => (memory ?? choice.entry).updatedAt)
    .reduce((a, b) => (a > b ? a : b), at)
  return {
    type: 'given',
    at,
    event,
    ids: full.flatMap(toGivenKeys),
    ...(titles.length > 0 && { titles: titles.map(({ choice }) => choice.entry.id) }),
    ...(found.parts.length > 0 && { parts: found.parts }),
    ...(newest > at && { newest }),
  }
}

/** Names a given item as a session's ledger does: its id, or its passages. */
function toGivenKeys({ choice: { entry, passages }, memory }: GivenItem): string[] {
  const headings = (memory?.passages ?? passages)?.map(({ heading }) => heading)
  return headings?.map(heading => passageKey({ id: entry.id, heading })) ?? [entry.id]
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
