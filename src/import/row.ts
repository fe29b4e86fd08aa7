import { IMPORT_RUNTIME, type Memory, type Scope } from '../../store/types.js'

/** A file of the workspace as it was read: what an import row is made of. */
export interface WorkspaceFile {
  /** Relative to the workspace, `/` between folders. */
  path: string
  /** Absolute, exactly as on disk. */
  file: string
  kind: string
  title: string
  /** Front matter stripped, invisible characters and secrets taken out; never empty. */
  content: string
  tags: string[]
  /** Nanoseconds of the last change of content and of inode, and the size: differs if edited. */
  stamp: string
  /** Fingerprint of `content`; no protection against somebody who looks for a collision. */
  hash: string
  /** When the file was changed last, ISO 8601, not in the future. */
  modifiedAt: string
  /** Device and inode: the same for two names of one file. */
  identity: string
  /** False where a symbolic link is part of the path. */
  direct: boolean
}

/** An imported file as the import state keeps it. */
export interface ImportRow {
  id: string
  /** Relative to the workspace, `/` between folders. */
  path: string
  /** Absolute, exactly as on disk. */
  file: string
  kind: string
  title: string
  /** Front matter stripped, invisible characters and secrets taken out; never empty. */
  content: string
  tags: string[]
  createdAt: string
  updatedAt: string
  /** Stamp of the file when it was read. */
  stamp: string
  hash: string
}

/** The import state document of one project scope. */
export interface ImportState {
  format: 1
  importedAt: string
  rows: ImportRow[]
}

/**
 * When a row changed whose file changed: the file's own time, or `now` where that is not later than
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
    source: { runtime: IMPORT_RUNTIME, path: row.file },
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    uses,
    pinned: false,
  }
}
