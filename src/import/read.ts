import { join } from 'node:path'
import type { BigIntStats } from 'node:fs'
import { hashText } from '../../store/hash.js'
import { clip, toTitle } from '../text.js'
import { toImportedContent } from './content.js'
import type { RuleMatch } from './match.js'
import { readRegularFile, statInside, toRealPath, type ReadSkip } from './regular-file.js'
import { toUpdatedAt, type ImportRow, type WorkspaceFile } from './row.js'

/** Larger files are not imported. */
export const MAX_FILE_BYTES = 256 * 1024

const MAX_TITLE_CHARS = 300

/** Why a file of the workspace did not become a memory. */
export type FileSkip = ReadSkip | 'empty'

/** The tags of an imported file of a tool. */
export function toImportTags(tool: string): string[] {
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
 * Reads one file of a workspace. `workspace` is its root as a real path, `relativePath` uses `/`.
 * Answers the reason where the file is gone, leads out of the workspace, is no regular file, is
 * larger than 256 KiB, cannot be read or has no content. Never throws.
 */
export function readWorkspaceFile(
  workspace: string,
  relativePath: string,
  rule: RuleMatch,
): WorkspaceFile | { skip: FileSkip } {
  const file = join(workspace, relativePath)
  const read = readRegularFile(workspace, file, { maxBytes: MAX_FILE_BYTES })
  if ('skip' in read) return read
  const content = toImportedContent(read.bytes)
  if (content === '') return { skip: 'empty' }
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
  const content = toImportedContent(read.bytes)
  if (content === '') return undefined
  const stamp = toStamp(read.stats)
  if (content === row.content) return { ...row, stamp }
  const now = new Date().toISOString()
  const updatedAt = toUpdatedAt(row.updatedAt, toModifiedAt(read.stats), now)
  return { ...row, content, updatedAt, stamp, hash: hashText(content, 16) }
}
