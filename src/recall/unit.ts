import type { FileIndex } from '../../store/index/file-index.js'
import type { SearchIndex } from '../../store/index/types.js'
import type { ScopeFolder } from '../../store/projects/folder.js'
import type { Choice, ReadItem, RecallUnit } from './choose.js'
import { hasFile, readItem } from './read.js'
import { toStanding } from './standing.js'

/** One scope, as its files were when it was opened. */
export interface Unit extends RecallUnit {
  folder: ScopeFolder
  /** True where its index file is missing or behind. */
  isBehind: boolean
  /** True where git was at work on it: what it says may not be what is left in the end. */
  isPassing: boolean
  /** The index file that it reads, to be closed after use; missing where it reads none. */
  file?: FileIndex
  read(choice: Choice): Promise<ReadItem | undefined>
}

/**
 * True once what opens a scope has to come to an end with what it has read by then, or, with a share
 * from 0 to 1, once so much of its time is over.
 */
export type IsLate = (share?: number) => boolean

/** A scope told by an index; what is chosen is read from its file. */
export function toUnit(folder: ScopeFolder, index: SearchIndex) {
  return {
    folder,
    isInRepo: folder.placement === 'in-repo',
    has: (path: string) => hasFile(folder, path),
    index: () => index,
    standing: () => toStanding(index.entries(0, index.size)),
    read: (choice: Choice) => readItem(folder, choice),
  }
}
