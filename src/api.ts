import type { PastTurn } from './past/turns.js'
import type { ActivityEvent, Memory, Scope, Skill, ScopeFilter } from '../store/types.js'
import type { SettledSettings } from './config.js'
import type { ListFilter } from './memories/fields.js'
import type {
  DiffRange,
  HostLook,
  MatchedMemory,
  MemoryDiff,
  MemoryVersions,
  Overview,
} from './overview/types.js'
import type { FixAnswer } from './past/fix.js'
import type { SearchAnswer } from './past/types.js'
import type { PastCount } from './past/count.js'
import type { DailySpend } from './provider/budget.js'
import type { Provider, ProviderSource } from './provider/types.js'
import type { TroubledBatches } from './reflect/batches.js'
import type { DoctorReport } from './report.js'
import type {
  AliasFill,
  AliasOptions,
  Archive,
  ArchiveFilter,
  ConsolidateOptions,
  ConsolidateResult,
  ForgetOptions,
  ImportResult,
  LoadResult,
  MemoryVersion,
  RecallContext,
  RecallQuery,
  ReflectOptions,
  ReflectResult,
  RememberInput,
  RememberOutcome,
  Review,
  ReviewDecisions,
  ReviewFilter,
  ReviewOutcome,
  Saver,
  ScopeCount,
  Seen,
  SkillFilter,
  TurnBatch,
  UnusedInRepo,
} from './types.js'
import type {
  Exported,
  ExportForm,
  ForeignImport,
  ForeignOptions,
  ForeignRecord,
  UndoneImport,
} from './transfer/types.js'
export type * from './memories/fields.js'
export type * from './report.js'
export type * from './types.js'

/**
 * The programmatic API: `createService(config)` returns it and plugins see it as `ctx.svc`.
 * Every argument is validated here, whoever calls; a bad one is an SvcError `INVALID_REQUEST`.
 */
export interface Service {
  /** Memories one by one, as they stand. */
  readonly memories: MemoryCalls
  /** Earlier versions of memories, and memories that are gone. */
  readonly archive: ArchiveCalls
  /** Distilling by hand, and what waits for it. */
  readonly learning: LearningCalls
  /** The lessons since a person looked last. */
  readonly review: ReviewCalls
  readonly skills: SkillCalls
  /** Memories of other tools come in, and own ones go out. */
  readonly transfer: TransferCalls
  /** Past sessions, word for word. */
  readonly past: PastCalls
  /** Views for a person beside the memories themselves; all of it is read. */
  readonly overview: Overview
  /** Stores a memory, or updates the scope's own item of that title. Returns the item that stands. */
  remember(input: RememberInput): Promise<Memory>
  /** The memories that matter for a text (or for a session start), best first; [] where none do. */
  recall(query: RecallQuery): Promise<Memory[]>
  importWorkspace(directory: string, options?: { force?: boolean }): Promise<ImportResult>
  /**
   * Merges, deduplicates and evicts; with `dryRun` only says what it would do. Throws
   * SCOPE_NOT_FOUND, SCOPE_BUSY.
   */
  consolidate(scope: Scope, options?: ConsolidateOptions): Promise<ConsolidateResult>
  /**
   * Queues these turns durably, each once in its session, and distils them. Throws
   * INVALID_REQUEST on a bad batch, before; SCOPE_BUSY after, and they stay queued.
   */
  reflectBatch(batch: TurnBatch): Promise<ReflectResult>
  /** Global first, then projects by id. */
  scopes(): Promise<ScopeCount[]>
  /** Newest first, at most `limit` (50). */
  events(limit?: number): Promise<ActivityEvent[]>
  /** Calls back for each activity event of this process; returns the function that ends it. */
  subscribe(listener: (event: ActivityEvent) => void): () => void
  status(): Promise<ServiceStatus>
  doctor(options?: { fix?: boolean }): Promise<DoctorReport>
  /**
   * Settles running work and frees watchers, timers and files. A resident service gives up what it
   * distils; with `patienceMs` not before that time. What is given up stays queued.
   */
  close(options?: { patienceMs?: number }): Promise<void>
}

/** The calls of `memories`. */
export interface MemoryCalls {
  /**
   * Stores a memory as `remember` does, and tells what happened. `runtime` and `saver` are recorded
   * in `source`; of a memory that was there already `source.changedBy` is, if another changes it.
   * Throws CONFLICT if an agent saves again what was forgotten as wrong.
   */
  save(runtime: string, input: unknown, saver?: Saver): Promise<RememberOutcome>
  /** Recalls as `recall` does, with the text a hook would inject and a reason for each item. */
  context(query: unknown): Promise<RecallContext>
  list(filter?: ListFilter): Promise<{ items: MatchedMemory[]; total: number }>
  /** Throws MEMORY_NOT_FOUND. */
  get(id: string): Promise<Memory>
  /**
   * Throws MEMORY_NOT_FOUND, READ_ONLY_ITEM, CONFLICT (title of another own item of the scope, or not
   * the version that was seen). Of an agent as the saver also where only a person may change it.
   */
  edit(id: string, patch: unknown, seen?: Seen, saver?: Saver): Promise<Memory>
  /**
   * Removes the memory's file and returns the item deleted; with `wrong` what it says is not learned
   * again, until it is remembered or restored. Throws MEMORY_NOT_FOUND, READ_ONLY_ITEM, CONFLICT.
   */
  forget(id: string, options?: ForgetOptions): Promise<Memory>
  /**
   * Moves an own memory to another scope; its id and what hangs on it stay. Throws MEMORY_NOT_FOUND,
   * READ_ONLY_ITEM, CONFLICT (title of an own item there, or not the version that was seen).
   */
  move(id: string, scope: Scope, seen?: Seen): Promise<Memory>
  /** Every memory of the filter, own items and import rows, one by one. */
  export(filter?: ScopeFilter): AsyncIterable<Memory>
  /** Restores exported lines; a bad line is reported and skipped. `onProgress` gets the lines done. */
  load(lines: AsyncIterable<string>, onProgress?: (done: number) => void): Promise<LoadResult>
}

/** The calls of `transfer`: memories of other tools come in, and own ones go out. */
export interface TransferCalls {
  /**
   * Imports what another tool remembers. Throws INVALID_REQUEST where there is no such kind, or where what
   * is to be read cannot be: nothing was changed then.
   */
  import(from: string, options?: ForeignOptions): Promise<ForeignImport>
  /** The imports of this machine, the newest first. */
  imports(): Promise<ForeignRecord[]>
  /**
   * Takes back what an import brought and nobody changed since. Throws MEMORY_NOT_FOUND for no import,
   * CONFLICT for one that was undone.
   */
  undo(id: string): Promise<UndoneImport>
  /** Writes own memories at a path where nothing is yet; answers how many. Throws INVALID_REQUEST. */
  export(form: ExportForm, path: string, filter?: ScopeFilter): Promise<Exported>
}

/** The calls of `archive`. */
export interface ArchiveCalls {
  /** Lists memories that were merged away, evicted or forgotten here, newest first. */
  list(filter?: ArchiveFilter): Promise<Archive>
  /**
   * Brings a merged, evicted or forgotten memory back, or a living one as it was before its last
   * change; `ID@N` brings the Nth older version, `ID@COMMIT` the one of that commit. Throws
   * MEMORY_NOT_FOUND, CONFLICT, and of a commit NOT_AVAILABLE, GIT_FAILED, INVALID_REQUEST.
   */
  restore(version: string, seen?: Seen): Promise<Memory>
  /** Keeps a memory that was forgotten here and came back by a merge. Throws MEMORY_NOT_FOUND. */
  keep(id: string): Promise<Memory>
  /** The old versions of a memory that this machine keeps, newest first. Throws MEMORY_NOT_FOUND. */
  history(id: string): Promise<MemoryVersion[]>
  /**
   * Lists the present version and those before it, newest first, those of git if the store lies in
   * it, and the words that the memory was learned from. Throws MEMORY_NOT_FOUND.
   */
  versions(id: string): Promise<MemoryVersions>
  /** Compares two versions that `versions` names. Throws MEMORY_NOT_FOUND. */
  diff(id: string, range?: DiffRange): Promise<MemoryDiff>
}

/** The calls of `learning`. */
export interface LearningCalls {
  /** Distils what a scope has queued now, open batches too. Throws SCOPE_NOT_FOUND, SCOPE_BUSY. */
  reflect(scope: Scope, options?: ReflectOptions): Promise<ReflectResult>
  /**
   * Distils the batches that are due in all scopes, also of sessions that are over, as a resident
   * service does by itself now and then. Never rejects: what fails is tried again.
   */
  reflectDue(): Promise<void>
  /**
   * Asks the provider for aliases of own memories that have none, and stores them; repeating goes on
   * with what is left. A provider that writes none (`builtin`) is not asked: memories get phrases of
   * their own text, headings and code names.
   */
  fillAliases(filter?: ScopeFilter, options?: AliasOptions): Promise<AliasFill>
  /** Batches queued for the next consolidation. Throws SCOPE_NOT_FOUND. */
  backlog(scope: Scope): Promise<{ replaySize: number; scope: Scope }>
}

/** The calls of `review`. */
export interface ReviewCalls {
  /** Lists lessons since a person looked last, with the words they came from, newest first. */
  list(filter?: ReviewFilter): Promise<Review>
  /**
   * Accepts or undoes what `list` shows, in these scopes; in all where none is named. Throws
   * MEMORY_NOT_FOUND, CONFLICT (merged or edited since).
   */
  settle(decisions: ReviewDecisions, filter?: ScopeFilter): Promise<ReviewOutcome>
}

/** The calls of `skills`. */
export interface SkillCalls {
  list(filter?: SkillFilter): Promise<{ skills: Skill[]; total: number }>
  /** One skill with the text of its SKILL.md. Throws SKILL_NOT_FOUND. */
  read(name: string, filter?: ScopeFilter): Promise<Skill & { content: string }>
}

/** The calls of `past`. */
export interface PastCalls {
  /**
   * Searches memories and the turns of past sessions, newest and best first. Throws INVALID_REQUEST on
   * a query that cannot be read.
   */
  search(query: unknown): Promise<SearchAnswer>
  /** The turns that are kept of a session, in their order; [] where none is. */
  read(session: string): Promise<PastTurn[]>
  /**
   * Tells what was done after the same error in a past session, and worked. The query is a `FixQuery`.
   * Throws INVALID_REQUEST.
   */
  fix(query: unknown): Promise<FixAnswer>
  /**
   * Removes a session wholly: its turns word for word, those that wait to be distilled, and what hooks
   * noted of it; nothing of it is kept again. What was learned from it stays, without the words that it
   * came from. Repeating it goes on where it failed. Throws SESSION_NOT_FOUND where nothing is known of it,
   * SCOPE_BUSY, once all else is done, and STORE_CORRUPT.
   */
  forget(session: string, options?: ForgetSessionOptions): Promise<ForgottenSession>
}

/** Says what else may know of a session that is to be forgotten. */
export interface ForgetSessionOptions {
  /** Asked of a session that the store does not know: true where a host has left its transcript. */
  isLeft?: () => Promise<boolean>
}

/** Counts of what went with a session. */
export interface ForgottenSession {
  session: string
  /** Turns that were kept word for word. */
  turns: number
  /** Turns that waited to be distilled. */
  queued: number
  /** Damaged files that were set aside and cannot be read: words of it may stand there. */
  unreached?: string[]
}

/** Options of a service. */
export interface ServiceOptions {
  /** The clock; the system's where not given. */
  now?: () => Date
  /** Source of each setting; those of a program count as given if it is not said. */
  settled?: SettledSettings
  /** Distils in place of the configured provider; a source is asked for one each time. */
  provider?: Provider | ProviderSource
  /** The providers' own variables (`ANTHROPIC_API_KEY`, …), and those that git reads. */
  env?: Readonly<Record<string, string | undefined>>
  /** The user's home, in which user-level skills are found. */
  home?: string
  /**
   * True for a process that stays: it watches the scopes in memory for edits and keeps the index
   * files of one-shot processes in step.
   */
  isResident?: boolean
  /** Tells of the agent hosts of this machine; without it only those that have called are known. */
  hosts?: HostLook
  /** The project that a call means where memories of several scopes have the id that it names. */
  near?: () => Scope
  /** Told, in a sentence, what could not be noted down of a change that stands: on a full disk, say. */
  onUnnoted?: (message: string) => void
  /** Milliseconds without a change after which a resident service commits; 10 s where not given. */
  commitAfterMs?: number
}

/** The answer of `svc status` and GET /svc/status. */
export interface ServiceStatus {
  ok: boolean
  databasePath: string
  busy: boolean
  version: string
  dataDir: string
  memories: number
  scopes: number
  queuedTurns: number
  /** Past sessions as they are kept, and their bytes on the disk. */
  past: PastCount
  /** Closed batches that are not distilled as they should be; `svc doctor` tells why. */
  batches: TroubledBatches
  /** Files that could not be read, left as they are; `svc doctor` names them. */
  problems: number
  /** `.svc` folders of known projects that are not used: untrusted, or refused. */
  unusedInRepo: UnusedInRepo[]
  /**
   * Projects whose folder in the data directory is gone with its memories, and where it was, or is not
   * where it is looked for: `found` is the name of the one that is theirs.
   */
  lost: { project: string; path: string; found?: string }[]
  /** False where nothing is learned. */
  reflect: boolean
  /** The provider that distils. */
  provider: string
  /** With `host` as that: the provider for the turns of each host that has called. */
  learnsBy?: Record<string, string>
  /** The reason that the provider cannot be opened, and what to set. */
  providerFault?: string
  /** Today's cost of providers (UTC). */
  spend: DailySpend
  /** Limits of that cost. */
  budget: { tokens: number; usd: number }
}
