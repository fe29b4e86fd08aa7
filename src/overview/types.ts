import type { Memory, MemoryChange, MemoryDocument, Scope, ScopeFilter } from '../../store/types.js'
import type { SettingSource } from '../config.js'
import type { HostName } from '../hosts/profiles.js'
import type { DoctorFacts, DoctorFinding } from '../report.js'

/** A version of a memory that can be looked at, compared and brought back. */
export interface KnownVersion {
  /** Names it in `diff` and `restore`: `now`, the number of a local one (`1` is the newest), or a commit. */
  name: string
  /** The version in force, an old one that this machine keeps, or one that was committed. */
  origin: 'standing' | 'local' | 'git'
  /** Time of writing, ISO 8601. */
  at: string
  title: string
  kind: string
  /** Fields in which it differs from the version before it, named as in the file; [] for the first. */
  changed: string[]
  /** Author and first line of a commit. */
  author?: string
  subject?: string
}

/** Words of a conversation that a memory was learned from, redacted, kept on this machine alone. */
export interface LearnedFrom {
  /** ISO 8601. */
  at: string
  scope: Scope
  /** The memory that was learned or changed. */
  id: string
  title: string
  change: MemoryChange
  session: string
  /** The number of the turn in its session. */
  turn: number
  /** Missing where the provider named none. */
  said?: string
}

/** The versions of one memory, newest first, and what it was learned from. */
export interface MemoryVersions {
  versions: KnownVersion[]
  /** True where the store lies in git: then versions that were committed are told by their commits. */
  isInGit: boolean
  learned: LearnedFrom[]
}

/** The versions to compare. */
export interface DiffRange {
  /** The older one; the one before `to` where not given. */
  from?: string
  /** `now` where not given. */
  to?: string
}

/** One line of a comparison. */
export interface DiffLine {
  change: 'same' | 'removed' | 'added'
  text: string
}

/** Two versions of a memory and what differs. */
export interface MemoryDiff {
  from: VersionText
  to: VersionText
  /** Fields that differ, named as in the file. */
  changed: string[]
  /** The lines of the contents, those that are the same too. */
  lines: DiffLine[]
}

/** The text of a version. */
export interface VersionText extends Pick<
  MemoryDocument,
  'title' | 'kind' | 'tags' | 'aliases' | 'pinned' | 'content'
> {
  name: string
}

/** Counts of a filter's memories by kind, tag and source, most first; tags 100 at most. */
export interface Facets {
  total: number
  kinds: Facet[]
  tags: Facet[]
  sources: Facet[]
  pinned: number
  /** Those that have the tag `needs-review`. */
  review: number
}

/** One value and how many memories have it. */
export interface Facet {
  value: string
  count: number
}

/** A filter of sessions, newest first. */
export interface SessionFilter extends ScopeFilter {
  /** ISO 8601: sessions that ended after `since` and began before `until`. */
  since?: string
  until?: string
  limit?: number
  offset?: number
}

/** A conversation as hooks saw it, or by the turns that are kept of it. */
export interface SessionSummary {
  id: string
  /** Missing where only older hooks saw it, and where the store knows it no more. */
  scope?: Scope
  host?: HostName
  /** The first and the last thing that was noted of it, ISO 8601. */
  startedAt: string
  endedAt: string
  /** Its first prompt, redacted, at most 200 characters; '' where there was none. */
  opening: string
  prompts: number
  /** Memories that were given to it, each once. */
  given: number
  /** Memories that were learned from it or changed by it. */
  learned: number
}

/** One thing that happened in a session. */
export type SessionEntry =
  /** The person's words, redacted. */
  | { type: 'prompt'; at: string; text: string }
  /** Memories that were put into the model's context at a start or with a prompt. */
  | { type: 'given'; at: string; event: 'start' | 'prompt'; items: GivenItem[] }
  | ({ type: 'learned' } & LearnedFrom)
  /** The context was cleared or compacted. */
  | { type: 'reset'; at: string; source?: 'clear' | 'compact' }
  | { type: 'end'; at: string }

/** A memory as a session was given it. */
export interface GivenItem {
  id: string
  /** Present title; the id if the memory is gone. */
  title: string
}

/** A session with all that happened in it, in its order. */
export interface SessionRecord extends SessionSummary {
  entries: SessionEntry[]
}

/** A filter of days, and of scopes by their memories. */
export interface MetricsFilter extends ScopeFilter {
  /** Number of days up to today (UTC), 1 to 366; 30 if not given. */
  days?: number
}

/** Figures by day. Every list has one value a day, in the order of `days`. */
export interface Metrics {
  /** `YYYY-MM-DD`, UTC, oldest first; the last one is today. */
  days: string[]
  /** Own memories at the end of each day, in all and by kind. */
  memories: { total: number[]; byKind: Record<string, number[]> }
  /** Hook calls by event: how many, and how long they took in milliseconds (null on days without). */
  hooks: Record<string, { calls: number[]; p50: (number | null)[]; p95: (number | null)[] }>
  /** Prompts, those given something, memories given, characters. */
  recall: {
    prompts: number[]
    answered: number[]
    full: number[]
    chars: number[]
  }
  /** Counts for the starts of sessions. */
  starts: { sessions: number[]; items: number[]; chars: number[] }
  /** Counts of reflection's changes. */
  learning: { added: number[]; updated: number[] }
  /** Tokens and cost of model providers. */
  spend: { tokens: number[]; usd: number[] }
}

/** One setting, its value in force and where that comes from. */
export interface SettingState {
  name: string
  /** The value in force; of a secret only whether it is set: `set`, or ''. */
  value: string | number | boolean
  fallback: string | number | boolean
  source: SettingSource
  /** Ways to set it: an environment variable, a key of config.json. */
  env?: string
  key?: string
  meaning: string
}

/** An agent host that svc is installed in, or that could be connected. */
export interface FoundHost {
  host: string
  title: string
  connected: boolean
  /** The command that connects it; '' for one that takes svc in by itself. */
  install: string
}

/** A program's view of the agent hosts of its machine. */
export interface HostLook {
  /** Those that are there or that svc is installed in, and `callers` that take it in by themselves. */
  find(callers: readonly string[]): Promise<FoundHost[]>
  /** Their programs with versions, and the targets of the hooks' launcher. */
  facts(): Promise<Pick<DoctorFacts, 'hosts' | 'launcher'>>
  /** Faults in svc's installation in them, [] for none; `fix` mends launchers. */
  check(options: { fix: boolean }): Promise<DoctorFinding[]>
}

/** An agent host and how svc stands with it. */
export interface HostCondition extends FoundHost {
  /** Time of its last call, ISO 8601; missing if it never called. */
  lastCall?: string
}

/** Counts of a scope's turns and batches that wait to be distilled or consolidated. */
export interface ScopeQueue {
  scope: Scope
  turns: number
  /** Closed batches that failed and are tried again, that were set aside, and that wait for a day or a setting. */
  failing: number
  setAside: number
  putOff: number
  /** Distilled batches that wait for the next consolidation. */
  replaySize: number
  /** True while reflection or consolidation of the scope runs. */
  busy: boolean
}

/** Views for a person beside the memories themselves. All is read, nothing written. */
export interface Overview {
  /** The counts behind the filters of a list. */
  facets(filter?: ScopeFilter): Promise<Facets>
  /** Lessons, newest first. */
  learned(filter?: ScopeFilter & { limit?: number; offset?: number }): Promise<{
    items: LearnedFrom[]
    total: number
  }>
  sessions(filter?: SessionFilter): Promise<{ sessions: SessionSummary[]; total: number }>
  /** Throws SESSION_NOT_FOUND. */
  session(id: string): Promise<SessionRecord>
  metrics(filter?: MetricsFilter): Promise<Metrics>
  settings(): Promise<SettingState[]>
  hosts(): Promise<HostCondition[]>
  /** Scopes of which something waits, or is worked on; [] where all is done. */
  queues(): Promise<ScopeQueue[]>
}

/** A list item of a search as one types: the words of its text that match, as they stand there. */
export type MatchedMemory = Memory & { matches?: string[] }
