import { realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { errnoOf, isMissing, nameFault, SvcError } from './errors.js'
import { createDurable, ensureDirectory, readText } from './files/atomic.js'
import { closeForWriting, reopenForWriting } from './files/closed.js'
import type { SegmentedLog } from './files/log.js'
import { pathIn } from './names.js'

/** The layout of a data directory that this code reads and writes. */
export const STORE_FORMAT = 1

/** An open data directory: where each thing lies. Everything under `state` is local and derived. */
export interface Store {
  /** Absolute path, symbolic links resolved: two names of one folder must not mean two locks. */
  root: string
  /** The manifest document, `databasePath` in answers. */
  manifest: string
  state: string
  /** The environment that git is run in where a project must be told from another; {} where absent. */
  env?: Readonly<Record<string, string | undefined>> | undefined
}

/**
 * Opens the store whose manifest is at `databasePath`, and makes an empty one where there is
 * none. One whose manifest is of a later format or damaged is read: whatever this process would write
 * there from then on throws NOT_AVAILABLE. Throws STORE_CORRUPT where no store can be made.
 */
export function openStore(databasePath: string, env?: Store['env']): Store {
  try {
    return { ...openOrMake(databasePath), ...(env && { env }) }
  } catch (cause) {
    if (errnoOf(cause)?.startsWith('E') !== true && !(cause instanceof SvcError)) throw cause
    const reason = nameFault(cause) ?? (cause as Error).message
    throw new SvcError('STORE_CORRUPT', `cannot open the store ${databasePath}: ${reason}`, {
      cause,
    })
  }
}

function openOrMake(databasePath: string): Store {
  const given = dirname(databasePath)
  const root = toRoot(given)
  const manifest = join(root, basename(databasePath))
  const found = readManifest(manifest)
  for (const folder of new Set([root, given])) {
    if (typeof found === 'string') reopenForWriting(folder)
    else closeForWriting(folder, `${manifest} ${found.problem}`)
  }
  if (found === 'missing') createStore(root, manifest)
  return { root, manifest, state: stateFolder(root) }
}

/** The folder behind all links, which exists from now on. */
function toRoot(folder: string): string {
  try {
    return realpathSync(folder)
  } catch (error) {
    if (!isMissing(error)) throw error
    ensureDirectory(folder)
    return realpathSync(folder)
  }
}

/** What the store's `.gitignore` says. */
export const IGNORED = '# Volatile: indexes, queues, use counts, locks.\n/state/\n.*.tmp\n'

/** The lines of the store's `.gitattributes` that memory files need. */
export const MEMORY_ATTRIBUTES = [
  'global/memories/*.md text eol=lf merge=svc',
  'projects/*/memories/*.md text eol=lf merge=svc',
]
const ATTRIBUTES = ['* text=auto eol=lf', '*.md text eol=lf', ...MEMORY_ATTRIBUTES, ''].join('\n')

function createStore(root: string, manifest: string): void {
  createDurable(join(root, '.gitignore'), IGNORED)
  createDurable(join(root, '.gitattributes'), ATTRIBUTES)
  createDurable(manifest, JSON.stringify({ format: STORE_FORMAT }, null, 2) + '\n')
}

/** What a manifest says of its store; `problem` follows its path. */
type ManifestState = 'sound' | 'missing' | { is: 'later' | 'damaged'; problem: string }

/** What the manifest at a path is. Never throws. */
export function readManifest(manifest: string): ManifestState {
  try {
    const text = readText(manifest)
    if (text === null) return 'missing'
    const format = formatOf(text)
    if (format === STORE_FORMAT) return 'sound'
    if (format === undefined || format < STORE_FORMAT) return DAMAGED
    const problem = `has format ${format}; this svc reads it, and writes format ${STORE_FORMAT} alone`
    return { is: 'later', problem: `${problem}: nothing is written there, install a later svc` }
  } catch {
    return DAMAGED
  }
}

const DAMAGED: ManifestState = {
  is: 'damaged',
  problem:
    'is not a manifest of svc: nothing is written there; restore it, or run svc doctor --fix',
}

/**
 * Makes the manifest of a store anew once `clear` has moved the old one away; from then on this
 * process writes there again.
 */
export function remakeManifest({ root, manifest }: Store, clear: () => void): void {
  reopenForWriting(root)
  clear()
  createStore(root, manifest)
}

function formatOf(text: string): number | undefined {
  try {
    const { format } = JSON.parse(text) as { format?: unknown }
    return Number.isSafeInteger(format) ? (format as number) : undefined
  } catch {
    return undefined
  }
}

/**
 * What lies at a place under `state/`. `document`: a JSON object; `documents`: a folder of them,
 * each a `.json`. Who uses one takes a broken one as empty, and `svc doctor` tells of it. `queues`:
 * a folder of spools, one a scope. `log`: lines of JSON, of which a broken one is passed over;
 * `logs`: a folder of logs. `files`: a folder of anything else. `text`: lines for people.
 */
type StateKind = 'document' | 'documents' | 'queues' | 'log' | 'logs' | 'files' | 'text'

/** Everything that svc keeps under `state/`, by its name there. */
export const STATE = {
  /** Where the folder of each project is, a pointer for each path; what is broken is found anew. */
  paths: 'files',
  /** The import rows of each work tree. */
  imports: 'documents',
  /** What each session said and was given. */
  sessions: 'logs',
  /** What a person may look at of sessions that are over, a log a day. */
  journal: 'logs',
  /** How long each hook call took and what it gave. */
  calls: 'logs',
  /** Turns that wait for reflection. */
  spool: 'queues',
  /** The batches in which turns are being distilled. */
  batches: 'queues',
  /** Distilled batches that wait for consolidation. */
  replay: 'queues',
  /** Consolidations that were begun: what an interrupted one was about to write. */
  consolidations: 'documents',
  /** Moves between scopes that were begun. */
  moves: 'documents',
  /** Old versions of memory and skill files. */
  history: 'files',
  /** When each memory was last changed, a log a scope. */
  revisions: 'logs',
  /** What was forgotten on this machine. */
  forgotten: 'logs',
  /** What was forgotten as wrong, so that it is not learned again. */
  wrong: 'logs',
  /** What reflection learned, and the words of conversations that it came from. */
  'learned.jsonl': 'log',
  /** Up to when a person has looked at what was learned, by memory. */
  'reviewed.json': 'document',
  /** How many memories wait for a person's look in each scope; follows from the two above. */
  'waiting.json': 'document',
  /** When a session was told last that some wait. */
  'told.json': 'document',
  /** What happened, for people and panels. */
  events: 'logs',
  /** How often each memory was given to a model. */
  'usage.json': 'document',
  /** In how many sessions each memory was used in a reply, or corrected. */
  'feedback.json': 'document',
  /** How often each skill was used, and how far transcripts were read for that. */
  'skills.json': 'document',
  /** What providers were asked and paid, by day. */
  'spend.json': 'document',
  /** What this machine has accepted of the settings that git shares. */
  'accepted.json': 'document',
  /** The search index of each scope; derived. */
  index: 'files',
  locks: 'files',
  /** What was damaged and `svc doctor --fix` has set aside, each time in a folder of its own. */
  damaged: 'files',
  /** When each host called last: the time of an empty file of its name. */
  hosts: 'files',
  /** Which hosts have their prompts answered by an MCP server, by the host's process id. */
  mcp: 'files',
  /** When what is dead was removed last: the time of an empty file. */
  swept: 'text',
  /** Work that hook calls had no time left to start: the next one does. */
  'owed.jsonl': 'log',
  /** What failed where nobody was told. */
  'hook-failures.jsonl': 'log',
  /** What hook calls did, where SVC_HOOK_DEBUG asks for it. */
  'hook.log': 'text',
  /** What a service has to say that `svc open` started. */
  'serve.log': 'text',
} as const satisfies Record<string, StateKind>

/** The name of a place under `state/`. */
export type StateName = keyof typeof STATE

/** Where a store in this folder keeps what is local and derived. */
export function stateFolder(root: string): string {
  return pathIn(root, 'state')
}

/** The path of a place under `state/`, or of `parts` below it. */
export function statePath(
  { state }: Pick<Store, 'state'>,
  name: StateName,
  ...parts: string[]
): string {
  return pathIn(state, name, ...parts)
}

/** The places under `state/` that are of this kind. */
export function placesOf(kind: StateKind): StateName[] {
  return (Object.keys(STATE) as StateName[]).filter(name => STATE[name] === kind)
}

/**
 * The lock of a scope: `write` for its memories, `skills` for its skills, `work` for reflection and
 * consolidation from start to end.
 */
export function scopeLock(store: Store, kind: 'write' | 'skills' | 'work', key: string): string {
  return statePath(store, 'locks', `${kind}-${key}`)
}

/** The lock of something that the whole store has once. */
export function storeLock(
  store: Store,
  name: 'usage' | 'feedback' | 'skills' | 'spend' | 'learned' | 'git' | 'auto-commit',
): string {
  return statePath(store, 'locks', name)
}

/** Where the import rows of a work tree are; `localKey` names it on this machine. */
export function importDocument(store: Store, localKey: string): string {
  return statePath(store, 'imports', `${localKey}.json`)
}

/** Where the revisions of a scope are logged. */
export function revisionLog(store: Store, key: string): string {
  return statePath(store, 'revisions', `${key}.jsonl`)
}

/** The spool of a scope's turns that wait for reflection. */
export function turnSpool(store: Store, key: string): string {
  return statePath(store, 'spool', key)
}

/** The spool of a scope's distilled batches that wait for consolidation. */
export function replaySpool(store: Store, key: string): string {
  return statePath(store, 'replay', key)
}

/** Where the batch records of a scope are. */
export function batchFolder(store: Store, key: string): string {
  return statePath(store, 'batches', key)
}

/** The log of hook calls: 8 MiB at most, at least the last 35,000. */
export function hookCallLog(store: Store): SegmentedLog {
  return { directory: statePath(store, 'calls'), segmentBytes: 1024 * 1024, segmentsKept: 8 }
}

/** The activity log: the newest 1,000 are shown, and three closed segments hold as many. */
export function activityLog(store: Store): SegmentedLog {
  return { directory: statePath(store, 'events'), segmentBytes: 512 * 1024, segmentsKept: 4 }
}
