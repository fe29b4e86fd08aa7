import type { EventItem, Memory, MemoryChange, Scope, ScopeFilter } from '../store/types.js'
import type { HostName } from './hosts/profiles.js'

/** A memory as a caller gives it. `scope`, `title` and `content` must not be blank. */
export interface RememberInput {
  scope: Scope
  title: string
  content: string
  /** `fact` where a new memory has none given; an update keeps what it had. */
  kind?: string
  tags?: string[]
  /** Phrases in other words by which it is found too; an update without them keeps what it had. */
  aliases?: string[]
}

/** The saver of a memory, if that is not a person by the program itself. */
export interface Saver {
  /** A model, by a command or a call that people use too. What comes by `mcp` is a model's anyway. */
  by?: 'agent'
  /** The agent host in which it works. */
  host?: HostName
}

/** `created`: a new item. `updated`: an own item of that title. `global`: the global item stands. */
export interface RememberOutcome {
  memory: Memory
  outcome: 'created' | 'updated' | 'global'
}

/** Fields to change; absent ones stay. */
export interface MemoryPatch {
  title?: string
  content?: string
  kind?: string
  tags?: string[]
  aliases?: string[]
  pinned?: boolean
}

/** The version of a memory that a caller has seen before changing it. */
export interface Seen {
  /** Its `revision`: where another version stands, the call is CONFLICT and nothing is written. */
  revision?: string
}

/** Options of forgetting a memory. */
export interface ForgetOptions extends Seen {
  /** True if it is wrong: then reflection does not learn the same again. */
  wrong?: boolean
}

/**
 * Origin of a memory's text: a file of the workspace, what an agent wrote last, a conversation that
 * it was distilled from, or (`remembered`) whoever else saved it.
 */
export type Origin = 'imported' | 'agent' | 'learned' | 'remembered'

/** Selects skills to list, and a part of them. */
export interface SkillFilter extends ScopeFilter {
  text?: string
  includeDormant?: boolean
  limit?: number
  offset?: number
}

/** Selects what to recall: everything that matters if it says nothing. */
export interface RecallQuery {
  /** Defaults to global alone. */
  scopes?: Scope[]
  kinds?: string[]
  /** The prompt to rank by; without it the standing order of kinds applies. */
  text?: string
  limit?: number
  /** The agent host that asks: agent files that it loads itself are left out. */
  host?: HostName
  /** The folder of the session, absolute: of a project's packages it is told what is meant for that. */
  cwd?: string
}

/**
 * Certainty that a memory is about a prompt: `full` is put before the model with its text, `below`
 * not at all.
 */
export type RecallDegree = 'full' | 'below'

/** A part of an agent file: its heading path (`Testing › End to end`, '' before the first) and text. */
export interface RecalledPassage {
  heading: string
  content: string
}

/** Evidence for one memory's being about a prompt. Worths are in nats of rarity. */
export interface RecallSignals {
  /** Share of the worth of the prompt's telling words that the memory has, 0–1. */
  coverage: number
  /** Worth of what it has. */
  worth: number
  /** Worth of the rarest word that it has. */
  rarest: number
  /** Share of its title, or of one of its aliases, that the prompt has, 0–1. */
  title: number
  /** Number of the prompt's telling words that it has. */
  words: number
  /** Worth of what stands together in its best stretch of 40 words. */
  passage: number
  /** Worth that pairs of neighbouring words of the prompt add. */
  pairs: number
  /** Its score as a share of the best one's, 0–1. */
  lead: number
  /** Lead of the best memory over the next one, as a share of its score; 0 for others. */
  gap: number
}

/** A recalled memory with its degree and the reason why it was chosen, in words for a person. */
export type RecalledMemory = Memory & {
  reason: string
  degree: RecallDegree
  /** Probability that the prompt wants it, 0–1; missing where it was not looked at closely. */
  probability?: number
  signals?: RecallSignals
  /** Log odds that feedback added to that; missing if there was none. */
  prior?: number
  /** Passages of an agent file that were chosen, best first; the whole file if missing. */
  passages?: RecalledPassage[]
}

/** Contents for a model's context, as text and item by item. */
export interface RecallContext {
  /** Text that a hook would inject: empty if there is nothing to say. */
  text: string
  /** Items in the text, best first. */
  items: RecalledMemory[]
  /** Items left out just below the line, best first, at most five; each with the reason. */
  below: RecalledMemory[]
  /** Length of the text in UTF-16 units, and about how many tokens that is. */
  chars: number
  tokens: number
}

/** Counts of files: new, changed, matched but not written, and gone rows. */
export interface ImportResult {
  ok: boolean
  imported: number
  updated: number
  skipped: number
  pruned: number
  alreadyImported: boolean
}

/** Options of a consolidation. */
export interface ConsolidateOptions {
  /** Plans only, writes nothing, and answers what would be done. */
  dryRun?: boolean
  /** Told once where another process works on the scope and is waited for. */
  onWait?: (() => void) | undefined
}

/** Counts of items; `before - after = merged + evicted`. */
export interface ConsolidateResult {
  ok: boolean
  before: number
  after: number
  merged: number
  evicted: number
  /** True where nothing was done: the rest is what would be. */
  dryRun?: true
  /** Changes of memories; each that took in others is followed by these. */
  items: EventItem[]
}

/** Turns of a conversation that a program wants distilled. */
export interface TurnBatch {
  scope: Scope
  turns: { prompt: string; reply: string }[]
  /** Recorded as `source.session`; made where not given. */
  session?: string
}

/** Listeners to the progress of a reflection. */
export interface ReflectOptions {
  /** Told how many batches are done of how many that are known by then. */
  onProgress?: ((done: number, all: number) => void) | undefined
  /** Told once where another process works on the scope and is waited for. */
  onWait?: (() => void) | undefined
}

/** Result of a reflection. */
export interface ReflectResult {
  ok: boolean
  /** Batches distilled. */
  batches: number
  added: number
  updated: number
  /** Batches that failed; they stay queued and are tried again. */
  failed: number
  /** Batches that wait for a reply or for a usage limit to end. */
  waiting: number
}

/** Options of filling in aliases. */
export interface AliasOptions {
  /** Most memories that are asked about; all of them if not given. */
  limit?: number
  /** Asks and writes nothing, and answers the plan. */
  dryRun?: boolean
  /** Called before each request with the memories asked about so far, and those in all. */
  onProgress?: (asked: number, all: number) => void
}

/** Result of filling in aliases, or the plan of it. */
export interface AliasFill {
  /** Memories that the provider was asked about; 0 for one that writes none. */
  asked: number
  /** Memories that got aliases. */
  filled: number
  /** Own memories of these scopes that have none still, and from which nobody took them. */
  left: number
  items: { id: string; title: string; aliases: string[] }[]
  /** Plan of a dry run: memories that would be asked about, and about how many tokens that takes; without requests those that would get phrases of their own text. */
  plan?: { memories: number; requests: number; tokens: number }
  /** The reason that it ended early; what was stored before stays. */
  error?: string
}

/** Selects a part of the archive. */
export interface ArchiveFilter extends ScopeFilter {
  limit?: number
  offset?: number
}

/** A memory that was merged into another one, evicted or forgotten; it can be restored. */
export interface ArchivedMemory {
  id: string
  scope: Scope
  kind: string
  title: string
  reason: 'merged' | 'evicted' | 'retracted' | 'forgotten'
  /** The memory it was merged into. */
  supersededBy?: string
  /** ISO 8601. */
  at: string
}

/** An old version of a memory, kept on this machine. */
export interface MemoryVersion {
  /** 1 is the newest; `ID@1` names it. */
  version: number
  /** Time at which it was written, ISO 8601. */
  at: string
  title: string
  kind: string
  bytes: number
  /** Fields in which the next newer version differs; [] for the last one of a memory that is gone. */
  changed: string[]
  /** The first line that the next newer version does not have there. */
  line?: string
}

/** A page of the archive and how much there is in all. */
export interface Archive {
  items: ArchivedMemory[]
  total: number
}

/** Selects a part of what a person should look at. */
export interface ReviewFilter extends ScopeFilter {
  /** True to include what was looked at already and is not older than 90 days. */
  all?: boolean
}

/** Words of a conversation that something was learned from, redacted. */
export interface LearnedWords {
  said: string
  session: string
  /** The number of the turn in its session. */
  turn: number
  /** Time at which it was learned, ISO 8601. */
  at: string
}

/** A memory that a person should look at: it was learned, or something about it is to be decided. */
export interface ReviewItem {
  /** Id to accept or undo: the memory's, or of the one that it went into since it was learned. */
  id: string
  /** The memory as it stands; a retracted one as it was. */
  memory: Memory
  /** Change that reflection made; missing if there is only something to decide. */
  change?: MemoryChange
  /** Time of that, or of the memory's last change, ISO 8601. */
  at: string
  words: LearnedWords[]
  /** An updated memory's text before, if that is kept. */
  before?: Pick<Memory, 'title' | 'kind' | 'content'>
  /** True for one with the tag `needs-review`. */
  marked: boolean
  /** Memories that it contradicts, by its mark. */
  contradicts: Pick<Memory, 'id' | 'title' | 'content'>[]
  /** The rules by which its text may hold a secret. */
  secrets: string[]
  /** True where a person has looked at it already. */
  reviewed: boolean
  /** The effect of undoing; missing if that must be done by hand. */
  undo?: 'forget' | 'revert' | 'restore'
}

/** Items that a person should look at, the newest first. */
export interface Review {
  items: ReviewItem[]
  /** Number of memories that wait in scopes that were not asked for. */
  elsewhere: { scope: Scope; count: number }[]
  /** Memory files that cannot be used: unreadable, or with conflict markers. `message` says why. */
  problems: { scope: Scope; path: string; message: string }[]
  /** The `.svc` folders of these projects that are not used, most of them because nobody trusted them. */
  untrusted: UnusedInRepo[]
}

/** Contents of the `.svc` of a work tree, from names alone: nothing in it is read. */
export interface InRepoContents {
  path: string
  /** Regular files, without the marks that every `.svc` has. */
  files: number
  /** Links, and what is neither file nor folder, as phrases with their path. */
  findings: string[]
}

/** A `.svc` that is not used. */
export interface UnusedInRepo extends InRepoContents {
  /** The work tree. */
  project: string
  /** The reason: nobody trusted it, or it must not be used whoever trusts it. */
  reason: 'untrusted' | 'refused'
}

/** Decisions of a person on what was learned, by `ReviewItem.id`. */
export interface ReviewDecisions {
  accept?: string[]
  undo?: string[]
}

/** The memories that were accepted, and those that were undone, as each is or was. */
export interface ReviewOutcome {
  accepted: Memory[]
  undone: Memory[]
}

/** A scope with the number of all its items, import rows too. */
export interface ScopeCount {
  type: Scope['type']
  id: string | null
  count: number
}

/** Outcome of the lines of an export; `ok` is false if one failed. */
export interface LoadResult {
  ok: boolean
  added: number
  updated: number
  unchanged: number
  /** Bad lines, at most the first 100; `failed` counts them all. */
  errors: { line: number; error: string }[]
  failed: number
}

/** A question to memories and past sessions. */
export interface SearchQuery {
  /** '' with a file: every turn that changed it, newest first. */
  text: string
  /** Scopes that are searched; with `all` only those whose turns come first. Global where not given. */
  scopes?: Scope[]
  /** Searches all projects, those of `scopes` first. */
  all?: boolean
  /** The one group that is wanted; both where not given. */
  only?: 'memories' | 'sessions'
  /** A date, or an age such as `30d`, `12h`, `8w`: nothing older. */
  since?: string
  /** Only turns that changed this file, or files below this folder; no memories then. */
  file?: string
  /** Most of each group; 10 where not given. */
  limit?: number
}
