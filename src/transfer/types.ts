import type { Scope } from '../../store/types.js'

/** Options of an import of what another tool remembers. */
export interface ForeignOptions {
  /** Absolute or relative to the working directory; missing for where the tool keeps it. */
  path?: string
  /** The scope of all of it; missing for what the tool says. */
  scope?: Scope
  /** The project at hand, which counts as known. */
  here?: Scope
  /** Directories of projects by the names that the tool has for them. */
  projects?: Readonly<Record<string, string>>
  /** With what is left out by itself. */
  all?: boolean
  /** Plans only, writes nothing, and answers what would be done. */
  dryRun?: boolean
  /** All of it waits to be accepted. */
  waits?: boolean
  /** With what was forgotten here. */
  force?: boolean
}

/** Outcome of an import of another tool's memories, or of the plan of one. */
export interface ForeignImport {
  /** False where something could not be read. */
  ok: boolean
  /** Names it for an undo; missing where nothing was written. */
  id?: string
  from: string
  added: number
  updated: number
  /** The same as at an earlier import, or changed here since. */
  unchanged: number
  /** Said by another memory already. */
  known: number
  /** Left away because it was forgotten here. */
  forgotten: number
  /** Memories from which secrets were taken out. */
  redacted: number
  failed: number
  /** Numbers of what was left out, by reason. */
  left: Record<string, number>
  /** Numbers of what is about projects that svc cannot place, by their names. */
  unplaced: Record<string, number>
  /** The first 100 of those that could not be read. */
  errors: { at: string; error: string }[]
  items: { id: string; scope: Scope; kind: string; title: string }[]
}

/** An import of this machine. */
export interface ForeignRecord {
  id: string
  /** ISO 8601. */
  at: string
  from: string
  path?: string
  undoneAt?: string
  memories: number
}

/** Outcome of taking an import back. */
export interface UndoneImport {
  ok: boolean
  id: string
  /** Memories that went to the archive, or are as they were before. */
  undone: number
  /** Those that were gone already. */
  gone: number
  /** Those that somebody has changed since. */
  kept: { id: string; title: string }[]
}

/** Forms in which memories are exported. */
export type ExportForm = 'okf' | 'markdown' | 'jsonl' | 'mcp-memory'

/** Numbers of memories that were exported, and of agent files that the form leaves out. */
export interface Exported {
  memories: number
  left: number
}
