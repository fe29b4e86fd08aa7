import { realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { errnoOf, isMissing, nameFault, orElse, SvcError } from './errors.js'
import {
  closeForWriting,
  createDurable,
  ensureDirectory,
  readText,
  reopenForWriting,
} from './files/atomic.js'
import { listFolderNames } from './files/read.js'
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
  /** Told, in a sentence, what could not be noted down of a change that stands. */
  onUnnoted?: ((message: string) => void) | undefined
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

/** Contents of the store's `.gitignore`. */
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

/** Verdict on a store's manifest; `problem` follows its path. */
type ManifestState = 'sound' | 'missing' | { is: 'later' | 'damaged'; problem: string }

/** Reads and judges the manifest at a path. Never throws. */
export function readManifest(manifest: string): ManifestState {
  try {
    const text = readText(manifest)
    return text === null ? 'missing' : judgeManifest(text)
  } catch {
    return DAMAGED
  }
}

/** Judges the text of a manifest. Pure. */
export function judgeManifest(text: string): Exclude<ManifestState, 'missing'> {
  const format = formatOf(text)
  if (format === STORE_FORMAT) return 'sound'
  if (format === undefined || format < STORE_FORMAT) return DAMAGED
  const problem = `has format ${format}; this svc reads it, and writes format ${STORE_FORMAT} alone`
  return { is: 'later', problem: `${problem}: nothing is written there, install a later svc` }
}

const DAMAGED: Exclude<ManifestState, string> = {
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

/** The format that the text of a manifest names; undefined where it names none. Pure. */
export function formatOf(text: string): number | undefined {
  const { format } = orElse(() => JSON.parse(text) as { format?: unknown } | null, null) ?? {}
  return Number.isSafeInteger(format) ? (format as number) : undefined
}

/**
 * Kind of a place under `state/`. Files: a `document` is a JSON object, a `log` lines of JSON, a
 * `text` lines for people. Folders: `documents` and `logs` of such files, `queues` of spools, one a
 * scope, `files` of anything else. The doctor sets a broken document or entry of a spool aside, and
 * readers take one as empty until then; a broken line is passed over. The doctor never looks at what
 * lies `aside`.
 */
type StateKind = 'document' | 'documents' | 'queues' | 'log' | 'logs' | 'files' | 'text' | 'aside'

/** A place under `state/`. */
interface StatePlace {
  kind: StateKind
  /**
   * Paths of the files in it, if its kind does not say them. A name that begins with `*` takes any
   * beginning but a dot; a path that ends with `/` is a folder.
   */
  holds?: readonly string[]
  /** Owner of its files, by their names: a sweep removes them so many days after the owner is gone. */
  goes?: { with: 'directory' | 'work tree' | 'scope' | 'original'; days: number }
  /** A sweep leaves so many files of each folder in it, the newest. */
  most?: number
}

const HOLDS: Partial<Record<StateKind, readonly string[]>> = {
  documents: ['*.json'],
  queues: ['*/*.json'],
  logs: ['*.jsonl'],
}

/** Something dead may come back, with a disk that is mounted again, say (days). */
const DEAD = 30

/** Everything that svc keeps under `state/`, by its name there. */
export const STATE = {
  /** The folder of each project, a pointer for each path; a broken one is found anew. */
  paths: { kind: 'files', holds: ['*.json'], goes: { with: 'directory', days: DEAD } },
  /** The import rows of each work tree. */
  imports: { kind: 'documents', goes: { with: 'work tree', days: DEAD } },
  /** The search index of each scope and what its files say; derived. */
  index: {
    kind: 'files',
    holds: ['*.idx', '*.docs', '*.idx.claim'],
    goes: { with: 'work tree', days: DEAD },
  },
  /** Prompts of each session and the memories that it was given. */
  sessions: { kind: 'logs' },
  /** Sessions that are over, for a person to look at, a log a day. */
  journal: { kind: 'logs' },
  /** Turns of past sessions, word for word, a folder a scope; `index` is derived of them. */
  past: {
    kind: 'files',
    holds: ['forgotten.jsonl', '*/*.jsonl', '*/*.jsonl.gz', '*/*.idx', '*/*.json'],
  },
  /** The old sessions and commits that were learned from, so that none is twice. */
  learn: { kind: 'files', holds: ['*.jsonl', '*.json'] },
  /** Duration of each hook call and what it gave. */
  calls: { kind: 'logs' },
  /** Imports of what other tools remember, and the memories that each brought. */
  taken: { kind: 'documents' },
  /** Turns that wait for reflection. */
  spool: { kind: 'queues' },
  /** The batches in which turns are being distilled, and who has looked for some. */
  batches: { kind: 'queues', holds: ['*/*.json', '*/.asked', '*/.looked'] },
  /** Distilled batches that wait for consolidation; each is a few numbers. */
  replay: { kind: 'queues', most: 1_000 },
  /** Consolidations that were begun: what an interrupted one was about to write. */
  consolidations: { kind: 'documents' },
  /** Moves between scopes that were begun. */
  moves: { kind: 'documents' },
  /** The two commits of a merge that was begun, so that what a killed git left half is put back. */
  'merge.json': { kind: 'document' },
  /** Old versions of memory and skill files, a folder for each file. */
  history: {
    kind: 'files',
    holds: [
      '*/*.md',
      '.gitignore/*.md',
      '.gitattributes/*.md',
      '*/skills/*/*/*.md',
      'projects/*/*/*.md',
      'projects/*/skills/*/*/*.md',
    ],
    goes: { with: 'original', days: 366 },
  },
  /** Last change of each memory, a log a scope. */
  revisions: { kind: 'logs', goes: { with: 'scope', days: DEAD } },
  /** Memories forgotten on this machine. */
  forgotten: { kind: 'logs' },
  /** Memories forgotten as wrong, so that they are not learned again. */
  wrong: { kind: 'logs' },
  /** Memories that reflection learned, and the words of conversations that they came from. */
  'learned.jsonl': { kind: 'log' },
  /** Up to when a person has looked at what was learned, by memory. */
  'reviewed.json': { kind: 'document' },
  /** Number of memories that wait for a person's look in each scope; follows from the two above. */
  'waiting.json': { kind: 'document' },
  /** Time at which a session was told last that some wait. */
  'told.json': { kind: 'document' },
  /** Activity events, for people and panels. */
  events: { kind: 'logs' },
  /** Uses of each memory: how often it was given to a model. */
  'usage.json': { kind: 'document' },
  /** Number of sessions in which each memory was used in a reply, or corrected. */
  'feedback.json': { kind: 'document' },
  /** Uses of each skill, and how far transcripts were read for that. */
  'skills.json': { kind: 'document' },
  /** Requests to providers and their price, by day. */
  'spend.json': { kind: 'document' },
  /** Settings shared by git that this machine has accepted. */
  'accepted.json': { kind: 'document' },
  /** Locks that are held, those that were taken from dead holders, and who holds a work lock. */
  locks: { kind: 'files', holds: ['*.lock/', '*.removed/', '*.pid'] },
  /** Damaged files that `svc doctor --fix` has set aside, each time in a folder of its own. */
  damaged: { kind: 'aside' },
  /** Last call of each host: the time of an empty file of its name. */
  hosts: { kind: 'files', holds: ['*'] },
  /** Hosts whose prompts an MCP server answers, by the host's process id. */
  mcp: { kind: 'files', holds: ['*'] },
  /** The last two looks for what is too old: what a person may want back goes by the one before. */
  'looks.json': { kind: 'document' },
  /** Last removal of what is dead: the time of an empty file. */
  swept: { kind: 'text' },
  /** Work that hook calls had no time left to start: the next one does. */
  'owed.jsonl': { kind: 'log' },
  /** Failures that nobody was told of. */
  'hook-failures.jsonl': { kind: 'log' },
  /** Log of hook calls, if SVC_HOOK_DEBUG asks for it, and the log before it. */
  'hook.log': { kind: 'text' },
  'hook.log.1': { kind: 'text' },
  /** Output of a service that `svc open` started. */
  'serve.log': { kind: 'text' },
} as const satisfies Record<string, StatePlace>

/** The name of a place under `state/`. */
export type StateName = keyof typeof STATE

/** The folder in which the store at `root` keeps what is local and derived. */
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

/** The folders at a place under `state/`; [] where none is there. */
export function foldersAt(store: Pick<Store, 'state'>, name: StateName): string[] {
  return listFolderNames(statePath(store, name)).map(folder => statePath(store, name, folder))
}

/** The places under `state/` by name, in the order of the table. */
export function listPlaces(): [StateName, StatePlace][] {
  return Object.entries(STATE) as [StateName, StatePlace][]
}

/** The places under `state/` that are of this kind. */
export function placesOf(kind: StateKind): StateName[] {
  return listPlaces().flatMap(([name, place]) => (place.kind === kind ? name : []))
}

/** Paths in the folder at a place under `state/`, as its row or its kind says; [] for a file. */
export function heldIn(name: StateName): readonly string[] {
  const { kind, holds }: StatePlace = STATE[name]
  return holds ?? HOLDS[kind] ?? []
}

/**
 * Shape of what svc keeps at a path below `state/`, parts divided by `/`; undefined if it keeps
 * nothing, or what was set aside.
 */
export function shapeInState(path: string): 'file' | 'directory' | undefined {
  const [name = '', ...below] = path.split('/')
  if (!Object.hasOwn(STATE, name) || STATE[name as StateName].kind === 'aside') return undefined
  const held = heldIn(name as StateName).map(pattern => pattern.split('/'))
  if (below.length === 0) return held.length === 0 ? 'file' : 'directory'
  const fitting = held.find(steps => below.every((part, at) => isStep(part, steps[at])))
  if (fitting === undefined) return undefined
  return below.length < fitting.length ? 'directory' : 'file'
}

function isStep(part: string, step = ''): boolean {
  return step.startsWith('*') && !part.startsWith('.')
    ? part.endsWith(step.slice(1))
    : part === step
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
  name:
    | 'usage'
    | 'feedback'
    | 'skills'
    | 'spend'
    | 'learned'
    | 'past'
    | 'git'
    | 'auto-commit'
    | 'backfill',
): string {
  return statePath(store, 'locks', name)
}

/** Path of the import rows of a work tree; `localKey` names it on this machine. */
export function importDocument(store: Store, localKey: string): string {
  return statePath(store, 'imports', `${localKey}.json`)
}

/** Path of a scope's log of revisions. */
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

/** Folder of a scope's batch records. */
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
