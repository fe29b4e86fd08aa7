/** A place that memories belong to: all projects, or one project directory (absolute path). */
export type Scope = { type: 'global'; id: null } | ProjectScope

/** The scope of one project: its directory. */
export type ProjectScope = { type: 'project'; id: string }

/** The scope of what holds in all projects. */
export const GLOBAL_SCOPE: Scope = { type: 'global', id: null }

/** Origin of a memory. Import rows have `runtime: 'workspace-import'` and `path`. */
export interface MemorySource {
  runtime?: string
  /** `agent`: a model saved it, by a command that people use too. */
  by?: string
  /** The agent host in which a model saved it. */
  host?: string
  /** The last to change it, if that is another than its maker: `agent` or `person`. */
  changedBy?: string
  /** True while nobody has accepted what an agent saved or old words tell: it binds nothing until then. */
  waits?: true
  /** The whole hash of the commit whose message says it. */
  commit?: string
  /** True where somebody took all aliases away: svc gives it none of its own. */
  unaliased?: true
  /** Absolute path of the imported file. */
  path?: string
  session?: string
  turn?: number
  mergedFrom?: string[]
  [key: string]: unknown
}

/** A memory as every program sees it. Timestamps are ISO 8601 in UTC. */
export interface Memory {
  id: string
  scope: Scope
  kind: string
  title: string
  content: string
  tags: string[]
  /** Short phrases in words that the text lacks, by which it is found too; they are never injected. */
  aliases: string[]
  source: MemorySource
  createdAt: string
  /** True of an exported memory for which nobody said when it was made. */
  undated?: true
  updatedAt: string
  /** Number of times that the memory was put into a model's context. */
  uses: number
  pinned: boolean
  /** Titles that branches gave it too, as a merge left them; on a memory asked for by its id. */
  otherTitles?: string[]
  /** Names what its file says; on an own memory asked for by its id, stored, changed or removed. */
  revision?: string
  /** Relevance, present on answers to a text search. Higher is better. */
  score?: number
}

/** The tracked part of a memory: what its Markdown file holds. */
export interface MemoryDocument {
  id: string
  kind: string
  title: string
  tags: string[]
  /** Aliases as on a memory; [] if the file states none. */
  aliases: string[]
  source: MemorySource
  createdAt: string
  /** True where nobody said when it was made: `createdAt` is the time of its file, or of its loading. */
  undated?: true
  pinned: boolean
  /** Id of the memory this one was merged into: the file is a tombstone. */
  supersededBy?: string
  /** Time at which capacity evicted this memory: the file is a tombstone. */
  evictedAt?: string
  /** Front-matter keys that svc does not know, in file order; they survive a round trip. */
  extra: Record<string, unknown>
  content: string
}

const KIND = /^[a-z][a-z0-9-]{0,31}$/

/** True for a text that can be the kind of a memory: a lower-case identifier. */
export function isKind(text: string): boolean {
  return KIND.test(text)
}

/** `source.runtime` of import rows. */
export const IMPORT_RUNTIME = 'workspace-import'

/**
 * True where a memory file says of itself that it is an import row. It never is: rows lie in the
 * import state, and what a file says of where it comes from proves nothing.
 */
export function claimsImport(runtime: unknown): boolean {
  return typeof runtime === 'string' && runtime.trim().toLowerCase() === IMPORT_RUNTIME
}

/** True for an import row: a read-only reference to an agent file of the workspace. */
export function isImportRow(memory: { source: MemorySource }): boolean {
  return memory.source.runtime === IMPORT_RUNTIME
}

/** True for a memory that waits for a person to accept it. */
export function isWaiting({ source }: { source: MemorySource }): boolean {
  return source.waits === true
}

/** `source.runtime` of what was found in the messages of commits; `source.commit` is its hash. */
export const GIT_RUNTIME = 'git'

/** `source.runtime` of what svc learned of a conversation. */
export const LEARNED_RUNTIME = 'svc'

/** True for what was found in old words and nobody has accepted yet: it is given to no model at all. */
export function isProposal({ source }: { source: MemorySource }): boolean {
  const isFound = source.runtime === GIT_RUNTIME || source.runtime === LEARNED_RUNTIME
  return isWaiting({ source }) && isFound && !isAgents(source)
}

/** True for what holds, and for what was said in an old session and waits: later words change it. */
export function isSaid(memory: { source: MemorySource }): boolean {
  const { runtime } = memory.source
  return !isWaiting(memory) || (isProposal(memory) && runtime === LEARNED_RUNTIME)
}

/** The writer: a model by itself, or anybody else (a person, a program that acts for one). */
type Party = 'agent' | 'person'

/** The saver of a memory: an MCP tool is a model's, a command says so. */
export function partyOf({ runtime, by }: MemorySource): Party {
  return runtime === 'mcp' || by === 'agent' ? 'agent' : 'person'
}

/** True where a memory says what an agent wrote last: it saved it, or changed what another had said. */
export function isAgents(source: MemorySource): boolean {
  return (source.changedBy ?? partyOf(source)) === 'agent'
}

/** True where the words of a memory are an agent's, whoever they were kept for. */
export function isInAgentsWords(source: MemorySource): boolean {
  return isAgents(source) || source.words === 'agent'
}

/** The mark of words that are an agent's. */
export const AGENTS_WORDS = "an agent's words"

/**
 * The mark of a memory whose words are an agent's, or that nobody has accepted: it stands beside the
 * memory wherever that is given, shown or listed; undefined for any other one.
 */
export function markOf(source: MemorySource): string | undefined {
  const isOfAgent = isInAgentsWords(source)
  const marks = [isOfAgent && AGENTS_WORDS, isWaiting({ source }) && 'not accepted']
  return marks.filter(Boolean).join(', ') || undefined
}

/** A skill discovered on disk: a folder with a `SKILL.md`. */
export interface Skill {
  name: string
  /** The description of when the skill applies. */
  trigger: string
  /** Absolute path of the SKILL.md. */
  path: string
  usageCount: number
  dormant: boolean
  promoted: boolean
  scope: Scope
}

/** Operations that an activity event tells of. */
export type ActivityType = 'reflect' | 'consolidate' | 'import' | 'remember' | 'update' | 'forget'

/** The change of one memory: its title as it is now, redacted, and the memory that took it in. */
export interface EventItem {
  id: string
  title: string
  change: MemoryChange
  /** Id of the memory that a merged one went into. */
  into?: string
}

/** Changes of a memory; `marked` is the mark for a person to look at. */
export type MemoryChange =
  'added' | 'updated' | 'merged' | 'evicted' | 'retracted' | 'marked' | 'restored' | 'forgotten'

/** One line of the activity log: counts, and titles of memories; never any other text. */
export interface ActivityEvent {
  type: ActivityType
  timestamp: string
  scope: Scope
  added: number
  updated: number
  evicted: number
  before?: number
  after?: number
  merged?: number
  skipped?: number
  pruned?: number
  error?: string
  /** The memories it is about, 50 at most; missing if the counts tell all. */
  items?: EventItem[]
  /** Candidates that a reflection did not keep, 20 at most, titles redacted, and why. */
  dropped?: { title: string; reason: string }[]
}

/** Scopes that an answer is about: these, one scope, all of one type, or (empty) all. */
export interface ScopeFilter {
  scopes?: Scope[]
  scope?: Scope
  scopeType?: Scope['type']
}

/**
 * A time as toISOString writes it, without it: its first call in a process loads time zones, which
 * takes a hook longer than all else that it does with times.
 */
export function toTimestamp(time: Date): string {
  const year = time.getUTCFullYear()
  if (!(year >= 1_000 && year <= 9_999)) return time.toISOString()
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${year}-${two(time.getUTCMonth() + 1)}-${two(time.getUTCDate())}`
  const clock = [time.getUTCHours(), time.getUTCMinutes(), time.getUTCSeconds()].map(two).join(':')
  return `${day}T${clock}.${String(time.getUTCMilliseconds()).padStart(3, '0')}Z`
}
