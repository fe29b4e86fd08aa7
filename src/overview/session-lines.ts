import type { Scope } from '../../store/types.js'
import { isTold, type ToldLine } from '../activity/journal.js'
import { idOfKey, toTexts, type LedgerLine, type SessionLine } from '../activity/sessions.js'
import { HOST_NAMES, type HostName } from '../hosts/profiles.js'
import { redactText } from '../redact/index.js'
import { clip } from '../text.js'
import { isScope } from './filters.js'
import type { GivenItem, SessionEntry } from './types.js'

/** The beginning of a session: who held it, and where. */
export interface SessionHead {
  /** The host's own id; undefined if only older hooks saw it. */
  id: string | undefined
  scope: Scope | undefined
  host: HostName | undefined
  /** True for an agent that a session's model started. */
  isAgent: boolean
  /** ISO 8601. */
  startedAt: string
}

/** A session in short. */
export interface SessionDigest extends SessionHead {
  endedAt: string
  opening: string
  prompts: number
  given: ReadonlySet<string>
}

const OPENING_CHARS = 200

/** Reads a session's head from its first line; undefined if that is broken. */
export function readHead(line: LedgerLine | undefined): SessionHead | undefined {
  if (typeof line?.at !== 'string') return undefined
  const { id, scope, host, isAgent = false } = line.type === 'session' ? line : NOWHERE
  const known = HOST_NAMES.find(name => name === host)
  return { id, scope: isScope(scope) ? scope : undefined, host: known, isAgent, startedAt: line.at }
}

const NOWHERE: Partial<SessionLine> = {}

/** A session in short, from its lines; undefined where there are none. */
export function digestLines(lines: readonly LedgerLine[]): SessionDigest | undefined {
  const whole = lines.filter(({ at }) => typeof at === 'string')
  const head = readHead(whole[0])
  if (head === undefined) return undefined
  const told = whole.filter(isTold)
  const prompts = promptsIn(told)
  return {
    ...head,
    endedAt: whole.reduce((last, { at }) => (at > last ? at : last), head.startedAt),
    opening: toOpening(prompts[0]?.text ?? ''),
    prompts: prompts.length,
    given: new Set(told.flatMap(line => (line.type === 'given' ? idsOf(line) : []))),
  }
}

/** One session of what two stretches of it tell, the earlier one first. */
export function joinDigests(a: SessionDigest, b: SessionDigest): SessionDigest {
  return {
    id: a.id ?? b.id,
    scope: a.scope ?? b.scope,
    host: a.host ?? b.host,
    isAgent: a.isAgent || b.isAgent,
    startedAt: a.startedAt < b.startedAt ? a.startedAt : b.startedAt,
    endedAt: a.endedAt > b.endedAt ? a.endedAt : b.endedAt,
    opening: a.opening || b.opening,
    prompts: a.prompts + b.prompts,
    given: new Set([...a.given, ...b.given]),
  }
}

/** Lists the events of a session, in its order; `titleOf` gives the present title of a memory. */
export function toEntries(
  lines: readonly ToldLine[],
  titleOf: (id: string) => string | undefined,
): SessionEntry[] {
  const prompts = new Set(promptsIn(lines))
  return lines.flatMap(line => {
    if (line.type === 'session' || (line.type === 'prompt' && !prompts.has(line))) return []
    return toEntry(line, titleOf)
  })
}

function toEntry(
  line: Exclude<ToldLine, SessionLine>,
  titleOf: (id: string) => string | undefined,
): SessionEntry[] {
  const { at } = line
  if (line.type === 'end') return [{ type: 'end', at }]
  if (line.type === 'prompt') return [{ type: 'prompt', at, text: redactText(line.text) }]
  if (line.type === 'reset') {
    return [{ type: 'reset', at, ...(line.source && { source: line.source }) }]
  }
  const items = toGivenItems(line, titleOf)
  return items.length === 0 ? [] : [{ type: 'given', at, event: line.event, items }]
}

type GivenLine = Extract<ToldLine, { type: 'given' }>
type PromptLine = Extract<ToldLine, { type: 'prompt' }>

/** Lists given memories; an agent file counts once, though a model is given its passages. */
function toGivenItems(line: GivenLine, titleOf: (id: string) => string | undefined): GivenItem[] {
  return [...new Set(idsOf(line))].map(id => ({ id, title: titleOf(id) ?? id }))
}

function idsOf({ ids }: GivenLine): string[] {
  return toTexts(ids).map(idOfKey)
}

/** A prompt whose id was noted twice counts once. */
function promptsIn(lines: readonly ToldLine[]): PromptLine[] {
  const seen = new Set<string>()
  return lines.filter((line): line is PromptLine => {
    if (line.type !== 'prompt' || typeof line.text !== 'string') return false
    if (line.id === undefined) return true
    const isNew = !seen.has(line.id)
    seen.add(line.id)
    return isNew
  })
}

function toOpening(text: string): string {
  return clip(redactText(text).replace(/\s+/g, ' ').trim(), OPENING_CHARS)
}
