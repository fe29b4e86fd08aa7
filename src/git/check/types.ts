import type { MemoryDocument } from '../../../store/types.js'

/** One thing wrong with the files of a store. Only failures make the check fail. */
export interface CheckFinding {
  level: 'failure' | 'remark'
  /** Short machine-readable name, e.g. `duplicate-id`. */
  check: string
  /** From the checked folder, with `/`. */
  path: string
  /** From 1; absent where it is about the whole file. */
  line?: number
  /** A phrase that follows the path. */
  message: string
}

/** What was found; `ok` is false where there is a failure. */
export interface CheckReport {
  ok: boolean
  /** Files that were read. */
  files: number
  findings: CheckFinding[]
}

/** A file of a store with its text. */
export interface StoreFile {
  /** From the checked folder, with `/`. */
  path: string
  text: string
  /** ISO 8601. */
  modifiedAt: string
}

/** A memory file that can be read. */
export interface MemoryEntry {
  path: string
  /** The folder of its scope: `global`, `projects/<name>`, or '' for that of a project itself. */
  scope: string
  text: string
  document: MemoryDocument
}
