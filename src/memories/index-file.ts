import { statSync } from 'node:fs'
import { join, posix } from 'node:path'
import { listNames } from '../../store/files/read.js'
import { openIndexFile } from '../../store/index/file-index.js'
import type { LayeredIndex } from '../../store/index/layered.js'
import type { MemoryIndex } from '../../store/index/memory-index.js'
import type { IndexDocument, IndexEntry } from '../../store/index/types.js'
import { directoryStamp, isMemoryFileName, isSettledStamp } from '../../store/memories/files.js'
import { revisionsSize } from '../../store/memories/history.js'
import { pathIn } from '../../store/names.js'
import type { ScopeFolder } from '../../store/projects/folder.js'
import { statePath, type Store } from '../../store/store.js'
import { isProposal, isWaiting } from '../../store/types.js'
import type { ImportRow } from '../import/read.js'
import { folderOf } from '../import/rules.js'
import { importStateStamp } from '../import/state.js'
import { splitSections } from '../search/sections.js'
import type { StoredMemory } from './life.js'

const UNSETTLED = ' unsettled'

/** Path of the derived index file of a scope. */
export function indexFilePath(store: Store, key: string): string {
  return statePath(store, 'index', `${key}.idx`)
}

/**
 * Stamps the folder, the writes of svc and the import state, with which an index file must agree to
 * be taken as it is. A folder time that may not be final yet never agrees with anything.
 */
export function scopeStamp(store: Store, folder: ScopeFolder): string {
  const directory = directoryStamp(pathIn(folder.path, 'memories'))
  const settled = isSettledStamp(directory) ? '' : UNSETTLED
  const writes = revisionsSize(store, folder.key)
  return `${directory} ${writes} ${importStateStamp(store, folder.localKey)}${settled}`
}

/** True for the stamp of a folder whose time may not be final yet. */
export function isUnsettled(stamp: string): boolean {
  return stamp.endsWith(UNSETTLED)
}

/** True where the index file of a scope is there and agrees with the scope. */
export function isIndexFileRight(store: Store, folder: ScopeFolder): boolean {
  const file = openIndexFile(indexFilePath(store, folder.localKey))
  file?.close()
  return file?.directoryStamp === scopeStamp(store, folder)
}

/** True where the index file of a scope has all that there is: it agrees with the scope, or neither is there. */
export function isWhollyIndexed(store: Store, folder: ScopeFolder): boolean {
  return isIndexFileRight(store, folder) || hasNoMemories(folder)
}

/** True where a scope has no memory files. */
export function hasNoMemories({ path }: ScopeFolder): boolean {
  return !listNames(join(path, 'memories')).some(isMemoryFileName)
}

/** A claim that is older than this was left by a process that died (milliseconds). */
const CLAIM_MS = 60_000

/** True while some process writes a scope's index file. */
export function isIndexFileClaimed(store: Store, key: string): boolean {
  return ageOf(claimPath(store, key), Date.now()) < CLAIM_MS
}

/** The file that whoever writes an index file makes for that time. */
export function claimPath(store: Store, key: string): string {
  return `${indexFilePath(store, key)}.claim`
}

/** Milliseconds since the index file of a scope was written; Infinity where there is none. */
export function indexFileAge(store: Store, key: string, now = Date.now()): number {
  return ageOf(indexFilePath(store, key), now)
}

/** Something else may lie where the folder of the index files should be. */
function ageOf(path: string, now: number): number {
  try {
    return now - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? -Infinity)
  } catch {
    return Infinity
  }
}

/** A memory as the search index takes it. Its locator is the name of its file. */
export function toIndexedMemory({ document, file, updatedAt }: StoredMemory): IndexDocument {
  const { session, turn } = document.source
  return {
    id: document.id,
    kind: document.kind,
    title: document.title,
    content: document.content,
    tags: document.tags,
    aliases: document.aliases,
    pinned: document.pinned,
    imported: false,
    uses: 0,
    createdAt: document.createdAt,
    updatedAt,
    ...(document.undated && { undated: true }),
    ...(isWaiting(document) && { waits: true }),
    ...(isProposal(document) && { proposed: true }),
    ...(typeof session === 'string' && { session }),
    ...(typeof turn === 'number' && { turn }),
    locator: file.name,
    stamp: file.stamp,
  }
}

/** An import row as recall without a prompt takes it. Its locator is the path in the workspace. */
export function toRowEntry(row: ImportRow): IndexEntry {
  const { id, kind, title, createdAt, updatedAt, path, stamp } = row
  const folder = folderOf(path)
  return {
    ...{ id, kind, title, createdAt, updatedAt, stamp },
    pinned: false,
    imported: true,
    uses: 0,
    locator: path,
    loadedAs: row.loadedAs ?? (IN_RULES.test(path) ? [] : [path]),
    ...(row.patterns && row.patterns.length > 0 && { patterns: row.patterns }),
    ...(folder !== '' && { folder }),
  }
}

/** Paths of rules files: nobody knows for which sessions one is that an older svc imported. */
const IN_RULES = /(?:^|\/)(?:rules|instructions)\//

/** The most phrases that are patterns: only so many phrases are indexed. */
const MOST_PLACES = 4

/** Patterns as phrases, which the paths that they match have too; a single word would find too much. */
function toPlaces(patterns: readonly string[]): string[] {
  const words = patterns.map(pattern => pattern.match(/[\p{L}\p{N}_-]+/gu) ?? [])
  const places = words.filter(({ length }) => length > 1).map(each => each.join(' '))
  return places.slice(0, MOST_PLACES)
}

/**
 * Puts an import row into a search index, passage by passage. Rules of some files are found by the
 * paths of these too.
 */
export function putRow(index: Pick<LayeredIndex | MemoryIndex, 'put'>, row: ImportRow): void {
  const entry = toRowEntry(row)
  const aliases = toPlaces(row.patterns ?? [])
  const name = posix.basename(row.path).replace(/(.)\.[^.]*$/, '$1')
  splitSections(row.content).forEach(({ heading, content }, passage) => {
    const subject = heading === '' ? name : heading
    index.put({ ...entry, content, tags: [], aliases, passage, heading, subject })
  })
}
