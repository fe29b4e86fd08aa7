import { realpathSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { errnoOf, SvcError, isMissing } from './errors.js'
import { createDurable, ensureDirectory, readText } from './files/atomic.js'
import type { SegmentedLog } from './files/log.js'
import { listSpool } from './files/spool.js'

/** The layout of a data directory that this code reads and writes. */
export const STORE_FORMAT = 1

/** What the store's `.gitignore` says. */
export const IGNORED = '# Volatile: indexes, queues, use counts, locks.\n/state/\n.*.tmp\n'

/** The lines of the store's `.gitattributes` that memory files need. */
export const MEMORY_ATTRIBUTES = [
  'global/memories/*.md text eol=lf merge=svc',
  'projects/*/memories/*.md text eol=lf merge=svc',
]
const ATTRIBUTES = ['* text=auto eol=lf', '*.md text eol=lf', ...MEMORY_ATTRIBUTES, ''].join('\n')

/** An open data directory: where each thing lies. Everything under `state` is local and derived. */
export interface Store {
  /** Absolute path, symbolic links resolved: two names of one folder must not mean two locks. */
  root: string
  /** The manifest document, `databasePath` in answers. */
  manifest: string
  state: string
}

/**
 * Opens the store whose manifest is at `databasePath`, and makes an empty one where there is
 * none. Throws STORE_CORRUPT on a manifest that cannot be read or is of a later format, and where
 * no store can be made.
 */
export function openStore(databasePath: string): Store {
  try {
    return openOrMake(databasePath)
  } catch (cause) {
    if (errnoOf(cause) === undefined) throw cause
    const reason = (cause as Error).message
    throw new SvcError('STORE_CORRUPT', `cannot open the store ${databasePath}: ${reason}`, {
      cause,
    })
  }
}

function openOrMake(databasePath: string): Store {
  ensureDirectory(dirname(databasePath))
  const root = realpathSync(dirname(databasePath))
  const manifest = join(root, basename(databasePath))
  const text = readText(manifest)
  if (text === null) createStore(root, manifest)
  else checkManifest(manifest, text)
  return { root, manifest, state: join(root, 'state') }
}

/** The activity log: the newest 1,000 are shown, and three closed segments hold as many. */
export function activityLog(store: Store): SegmentedLog {
  return { directory: join(store.state, 'events'), segmentBytes: 256 * 1024, segmentsKept: 4 }
}

function createStore(root: string, manifest: string): void {
  createDurable(join(root, '.gitignore'), IGNORED)
  createDurable(join(root, '.gitattributes'), ATTRIBUTES)
  createDurable(manifest, JSON.stringify({ format: STORE_FORMAT }, null, 2) + '\n')
}

function checkManifest(manifest: string, text: string): void {
  const format = formatOf(text)
  if (format === STORE_FORMAT) return
  const problem =
    format === undefined
      ? 'is not a manifest of svc; restore it, or move it away and start again to have it made anew'
      : `has format ${format}; this version reads format ${STORE_FORMAT}, install a later svc`
  throw new SvcError('STORE_CORRUPT', `${manifest} ${problem}`)
}

function formatOf(text: string): number | undefined {
  try {
    const { format } = JSON.parse(text) as { format?: unknown }
    return typeof format === 'number' ? format : undefined
  } catch {
    return undefined
  }
}

/** The spool of a scope's turns that wait for reflection. */
export function turnSpool(store: Store, key: string): string {
  return join(store.state, 'spool', key)
}

/** The spool of a scope's distilled batches that wait for consolidation. */
export function replaySpool(store: Store, key: string): string {
  return join(store.state, 'replay', key)
}

/** How many turns wait for reflection, in all scopes. */
export function countQueuedTurns(store: Store): number {
  return queuedScopes(store).reduce((sum, key) => sum + listSpool(turnSpool(store, key)).length, 0)
}

/** The keys of the scopes that have a turn spool. */
export function queuedScopes(store: Store): string[] {
  try {
    return readdirSync(join(store.state, 'spool')).filter(name => !name.startsWith('.'))
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

/** Where the batch records of a scope are. */
export function batchFolder(store: Store, key: string): string {
  return join(store.state, 'batches', key)
}
