import type { BigIntStats } from 'node:fs'
import { join } from 'node:path'
import { splitFrontMatter } from '../../store/document/front-matter.js'
import { readRegularFile, statInside, toRealPath, type ReadSkip } from '../../store/files/read.js'
import { hashText } from '../../store/names.js'
import { IMPORT_RUNTIME, type Memory, type Scope } from '../../store/types.js'
import { isForEverySession, readPatterns } from '../hosts/loaded.js'
import { holdsSecret, redactText } from '../redact/index.js'
import { clip, toTitle } from '../text.js'
import type { RuleMatch } from './rules.js'

/** Contents and marks kept of an agent file. */
interface ImportedFile {
  /** Relative to the workspace, `/` between folders. */
  path: string
  /** Absolute, exactly as on disk. */
  file: string
  kind: string
  title: string
  /** Front matter stripped, invisible characters and secrets taken out; never empty. */
  content: string
  tags: string[]
  /**
   * Nanoseconds of the last change of content and of inode, and the size, when it was read: differs
   * if edited.
   */
  stamp: string
  /** Fingerprint of `content`; no protection against somebody who looks for a collision. */
  hash: string
}

/** A file of the workspace as it was read: what an import row is made of. */
export interface WorkspaceFile extends ImportedFile {
  /** Time of the file's last change, ISO 8601, not in the future. */
  modifiedAt: string
  /** Device and inode: the same for two names of one file. */
  identity: string
  /** False where a symbolic link is part of the path. */
  direct: boolean
  loadedAs: string[]
  /** The patterns of the files that it is about; [] where it is meant for every session. */
  patterns: string[]
}

/** An imported file as the import state keeps it. */
export interface ImportRow extends ImportedFile {
  id: string
  createdAt: string
  updatedAt: string
  /**
   * Paths by which hosts that load such files have this one in every session: its own, those of
   * links to it, those of files that take it in. Missing in what an older svc wrote.
   */
  loadedAs?: string[]
  /** Patterns of the files that it is about. Missing in what an older svc wrote. */
  patterns?: string[]
}

/** The import state document of one project scope. */
export interface ImportState {
  format: 1
  importedAt: string
  /** True where the folders below the root were looked through; missing in what an older svc wrote. */
  isWhole?: boolean | undefined
  rows: ImportRow[]
}

/** Larger files are not imported. */
const MAX_FILE_BYTES = 256 * 1024

const MAX_TITLE_CHARS = 300

/** Reasons for a file of the workspace not to become a memory. */
type FileSkip = ReadSkip | 'empty' | 'secret'

/**
 * Reads one file of a workspace. `workspace` is its root as a real path, `relativePath` uses `/`.
 * Answers the reason where the file is gone, leads out of the workspace, is no regular file, is
 * larger than 256 KiB, cannot be read, has no content or a name that holds a secret. Never throws.
 */
export function readWorkspaceFile(
  workspace: string,
  relativePath: string,
  rule: RuleMatch,
): WorkspaceFile | { skip: FileSkip } {
  if (holdsSecret(relativePath)) return { skip: 'secret' }
  const file = join(workspace, relativePath)
  const read = readRegularFile(workspace, file, { maxBytes: MAX_FILE_BYTES })
  if ('skip' in read) return read
  const { content, block } = toImportedContent(read.bytes)
  if (content === '') return { skip: 'empty' }
  const isLoaded = isForEverySession(relativePath, block)
  return {
    path: relativePath,
    file,
    kind: rule.kind,
    title: clip(toTitle(relativePath), MAX_TITLE_CHARS, 'ends'),
    content,
    tags: toImportTags(rule.tool),
    stamp: toStamp(read.stats),
    hash: hashText(content, 16),
    modifiedAt: toModifiedAt(read.stats),
    identity: `${read.stats.dev}:${read.stats.ino}`,
    direct: read.realPath === file,
    loadedAs: isLoaded ? [relativePath] : [],
    patterns: isLoaded ? [] : readPatterns(block).map(redactText),
  }
}

/**
 * The row as its file is now: the same object where the file has not changed, a new one with the
 * content of today where it has; undefined where the file is gone, empty, too large, unreadable or
 * leads out of the workspace. Called before a row's text goes to a model. Never throws.
 */
export function refreshRow(workspace: string, row: ImportRow): ImportRow | undefined {
  const root = toRealPath(workspace)
  if (root === undefined) return undefined
  const target = statInside(root, row.file)
  if ('skip' in target) return undefined
  if (toStamp(target.stats) === row.stamp) return row
  return readAgain(root, row)
}

function readAgain(root: string, row: ImportRow): ImportRow | undefined {
  const read = readRegularFile(root, row.file, { maxBytes: MAX_FILE_BYTES })
  if ('skip' in read) return undefined
  const { content } = toImportedContent(read.bytes)
  if (content === '') return undefined
  const stamp = toStamp(read.stats)
  if (content === row.content) return { ...row, stamp }
  const now = new Date().toISOString()
  const updatedAt = toUpdatedAt(row.updatedAt, toModifiedAt(read.stats), now)
  return { ...row, content, updatedAt, stamp, hash: hashText(content, 16) }
}

/**
 * Time of change of a row whose file changed: the file's own, or `now` if that is not later than
 * what the row said before (a file restored with its old time has changed all the same).
 */
export function toUpdatedAt(before: string, modifiedAt: string, now: string): string {
  return modifiedAt > before ? modifiedAt : now
}

/** The memory that an import row is shown as: a read-only reference with the file in its source. */
export function toImportedMemory(row: ImportRow, scope: Scope, uses = 0): Memory {
  return {
    id: row.id,
    scope,
    kind: row.kind,
    title: row.title,
    content: row.content,
    tags: row.tags,
    aliases: [],
    source: { runtime: IMPORT_RUNTIME, path: row.file },
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    uses,
    pinned: false,
  }
}

/** The tags of an imported file of a tool. */
function toImportTags(tool: string): string[] {
  return ['workspace-import', `tool:${tool}`]
}

function toStamp(stats: BigIntStats): string {
  return `${stats.mtimeNs}-${stats.size}-${stats.ctimeNs}`
}

function toModifiedAt(stats: BigIntStats): string {
  const changed = Number(stats.mtimeMs)
  return new Date(Math.max(0, Math.min(changed, Date.now()))).toISOString()
}

/**
 * The text of an agent file as a memory's content: UTF-8 (or UTF-16 with its mark), lines ended by
 * LF, YAML front matter cut off unread, invisible characters and secrets taken out, no blank lines
 * around, and the front matter beside it. Empty where nothing is left.
 */
function toImportedContent(bytes: Buffer): { content: string; block: string } {
  const { body, block = '' } = splitFrontMatter(decode(bytes))
  const content = redactText(body)
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd()
  return { content, block }
}

function decode(bytes: Buffer): string {
  const text = bytes[0] === 0xff && bytes[1] === 0xfe ? bytes.toString('utf16le') : bytes.toString()
  return text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
}
