import { constants, copyFileSync, linkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { errnoOf, isMissing, SvcError } from '../errors.js'
import { ensureDirectory, writeAtomic } from '../files/atomic.js'
import { appendText, readLines, appendToLog, readLog, type SegmentedLog } from '../files/log.js'
import { listNames, readBytes, statOrNothing, toDamage } from '../files/read.js'
import { revisionLog, statePath, type Store } from '../store.js'

const VERSIONS_KEPT = 10
let sequence = 0

/** An old version of a memory file, as it was when it was replaced or removed. */
interface KeptVersion {
  path: string
  /** The name that the memory file had. */
  fileName: string
  /** Time at which this version was written, ISO 8601. */
  writtenAt: string
}

/** The folder in which a store keeps old versions of its memory files. */
export function historyFolder(store: Store): string {
  return statePath(store, 'history')
}

/**
 * Keeps what a file holds now as its newest old version, below `history` under the file's name, and
 * answers its path; undefined where there is no file. A link costs no copy.
 */
export function keepVersion(path: string, name: string, history: string): string | undefined {
  const version = openVersion(name, history)
  try {
    linkOrCopy(path, version)
    return version
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST' && !isMissing(error)) throw error
    return undefined
  }
}

/** The path, free as yet, of the newest old version of a file name; its folder is there. */
export function openVersion(name: string, history: string): string {
  const folder = join(history, name)
  ensureDirectory(folder)
  return join(folder, `${versionTime()}.md`)
}

/** Removes the oldest versions of a file name where there are more than ten. */
export function dropOldVersions(name: string, history: string): void {
  const folder = join(history, name)
  const versions = listNames(folder).sort()
  for (const old of versions.slice(0, Math.max(0, versions.length - VERSIONS_KEPT))) {
    rmSync(join(folder, old), { force: true })
  }
}

/**
 * The old versions kept for a memory, the newest first: of every file name that bears its id, and
 * of `fileName`, a name given by hand. Those of such a name may be of another memory.
 */
export function listVersions(history: string, id: string, fileName?: string): KeptVersion[] {
  const isOfMemory = (name: string) => name.endsWith(`--${id}.md`) || name === fileName
  const versions = listNames(history)
    .filter(isOfMemory)
    .flatMap(folder => listNames(join(history, folder)).map(version => ({ folder, version })))
  versions.sort((a, b) => (a.version < b.version ? 1 : -1))
  return versions
    .map(({ folder, version }) => toVersion(join(history, folder, version), folder))
    .filter(version => version !== undefined)
}

/** The text of the newest old version of a file name; undefined where none is kept. */
export function readLastVersion(history: string, name: string): string | undefined {
  const last = listNames(join(history, name)).sort().at(-1)
  if (last === undefined) return undefined
  return readVersion({ path: join(history, name, last) })
}

/** The file names of which old versions are kept. */
export function listKeptNames(history: string): ReadonlySet<string> {
  return new Set(listNames(history))
}

/** The text of an old version; undefined where it was dropped meanwhile, or cannot be read. */
export function readVersion({ path }: Pick<KeptVersion, 'path'>): string | undefined {
  try {
    return readBytes(path).toString()
  } catch (error) {
    if (isMissing(error) || toDamage(path, error) instanceof SvcError) return undefined
    throw error
  }
}

function toVersion(path: string, fileName: string): KeptVersion | undefined {
  const stats = statOrNothing(path)
  return stats?.isFile() ? { path, fileName, writtenAt: stats.mtime.toISOString() } : undefined
}

/**
 * Gives a file a second name, or a copy where that cannot be: a work tree may lie on another file
 * system than the data directory, or belong to another user. Throws EEXIST where the name is taken.
 */
export function linkOrCopy(path: string, version: string): void {
  try {
    linkSync(path, version)
  } catch (error) {
    if (!['EXDEV', 'EPERM', 'EMLINK'].includes(errnoOf(error) ?? '')) throw error
    copyFileSync(path, version, constants.COPYFILE_EXCL)
  }
}

/** Sorts as text in the order of writing and holds no colon, which Windows refuses. */
function versionTime(): string {
  const number = String(sequence++).padStart(6, '0')
  return `${new Date().toISOString().replaceAll(':', '-')}-${number}-${process.pid}`
}

/** The last change of a memory that this machine knows of, and the file that resulted. */
export interface Revision {
  id: string
  /** ISO 8601. */
  at: string
  /** Stamp of the file after that change; another stamp means a change from outside. */
  stamp: string
}

/**
 * The revisions of a scope, newest for each id; none where they cannot be read. They live in local state, because a tracked
 * `updatedAt` conflicts at every merge.
 */
export function readRevisions(store: Store, key: string): Map<string, Revision> {
  try {
    return parseRevisions(store, key)
  } catch (error) {
    if (error instanceof SvcError) return new Map()
    throw error
  }
}

function parseRevisions(store: Store, key: string): Map<string, Revision> {
  const revisions = new Map<string, Revision>()
  for (const revision of readLines<Revision | null>(revisionLog(store, key))) {
    if (isRevision(revision)) revisions.set(revision.id, revision)
  }
  return revisions
}

/**
 * Appends revisions and answers the bytes this took. Every writer of the scope does, so the size
 * tells of each other's writes.
 */
export function appendRevisions(store: Store, key: string, revisions: readonly Revision[]): number {
  if (revisions.length === 0) return 0
  const text = revisions.map(one => JSON.stringify(one) + '\n').join('')
  appendText(revisionLog(store, key), text)
  return Buffer.byteLength(text)
}

/** Grows with every write of a memory by svc; 0 where none was ever written here. */
export function revisionsSize(store: Store, key: string): number {
  return statOrNothing(revisionLog(store, key))?.size ?? 0
}

/**
 * Rewrites the log to one line an id once it is mostly history. Call it under the write lock, with
 * what throws where that is lost: then the log stays as it is.
 */
export function foldRevisions(
  store: Store,
  key: string,
  living: { size: number; has(id: string): boolean },
  fence: () => void,
): void {
  const path = revisionLog(store, key)
  if (revisionsSize(store, key) < 64 * 1024 + living.size * 400) return
  const kept = [...parseRevisions(store, key).values()].filter(({ id }) => living.has(id))
  writeAtomic(path, kept.map(one => JSON.stringify(one) + '\n').join(''), fence)
}

function isRevision(value: Partial<Revision> | null): value is Revision {
  const fields = [value?.id, value?.at, value?.stamp]
  return fields.every(field => typeof field === 'string')
}

/** A memory that was forgotten on this machine: what is needed to notice it, and to bring it back. */
export interface Forgotten {
  id: string
  /** ISO 8601. */
  at: string
  /** Names the folder of its scope, as `ScopeFolder.key`. */
  key: string
  /** The name of the file that was removed. */
  name: string
}

/** Takes a record back: somebody wants the memory after all. */
interface Kept {
  id: string
  at: string
  isKept: true
}

/** Remembers that a memory was forgotten. Atomic; may lose the last append on power loss. */
export function noteForgotten(store: Store, forgotten: Forgotten): void {
  appendToLog(forgottenLog(store), forgotten)
}

/** Notes that a memory no longer counts as forgotten; does nothing if it does not anyway. */
export function noteKept(store: Store, id: string, at: Date): void {
  if (!readForgotten(store).has(id)) return
  const kept: Kept = { id, at: at.toISOString(), isKept: true }
  appendToLog(forgottenLog(store), kept)
}

/** Memories forgotten on this machine by id, the oldest first; at least the last 1,000 of them. */
export function readForgotten(store: Store): Map<string, Forgotten> {
  const forgotten = new Map<string, Forgotten>()
  for (const line of readLog<Partial<Forgotten & Kept> | null>(
    forgottenLog(store),
    Infinity,
  ).reverse()) {
    if (typeof line?.id !== 'string') continue
    forgotten.delete(line.id)
    if (isForgotten(line)) forgotten.set(line.id, line)
  }
  return forgotten
}

function isForgotten(line: Partial<Forgotten & Kept>): line is Forgotten {
  const fields = [line.at, line.key, line.name]
  return line.isKept !== true && fields.every(field => typeof field === 'string')
}

/** Nothing is ever rewritten, so that no writer needs a lock; the oldest segment goes as a whole. */
function forgottenLog(store: Store): SegmentedLog {
  const directory = statePath(store, 'forgotten')
  return { directory, segmentBytes: 64 * 1024, segmentsKept: 4 }
}
