import { SvcError } from '../../store/errors.js'
import { isGitAtWork } from '../../store/git/repository.js'
import { openIndexFile, type FileIndex } from '../../store/index/file-index.js'
import type { ScopeFolder } from '../../store/projects/folder.js'
import type { Store } from '../../store/store.js'
import { indexFilePath, scopeStamp } from '../memories/index-file.js'
import type { RecallSource } from './choose.js'
import { readStanding } from './standing.js'
import { toUnit, type IsLate, type Unit } from './unit.js'

/** Recall for one process: from the index files, with what has changed since laid over them. */
export interface FileSource extends RecallSource {
  folders: readonly ScopeFolder[]
  /** Scopes whose index file is missing or behind: worth rebuilding once this answer is out. */
  behind: ScopeFolder[]
  close(): void
}

/** Opens scopes for a recall; where that is late, with what was read by then. */
export type OpenSource = (
  store: Store,
  folders: readonly ScopeFolder[],
  isLate?: IsLate,
) => Promise<FileSource>

/** Opens the scopes for one recall. A damaged index file counts as missing. */
export const openFileSource: OpenSource = async (store, folders, isLate) => {
  const units = await Promise.all(folders.map(folder => openUnit(store, folder, { isLate })))
  return joinUnits(units, () => units.forEach(unit => unit.file?.close()))
}

/** Several scopes as one source, in their order. */
export function joinUnits(units: readonly Unit[], close: () => void): FileSource {
  return {
    units,
    folders: units.map(({ folder }) => folder),
    behind: units.filter(unit => unit.isBehind).map(unit => unit.folder),
    read: async choice => units[choice.index]!.read(choice),
    close,
  }
}

/** Options of opening a scope. */
interface OpenUnit {
  /**
   * Serves a process that stays: reads the whole index file at once, so that nothing is left to
   * close, and gives way to others while it reads memory files.
   */
  isKept?: boolean
  /** Looks at every memory file: one of them may have been edited in place. */
  isEdited?: boolean
  /** Ends the reading of files; without it all are read that have to be. */
  isLate?: IsLate | undefined
}

/** Opens one scope. A damaged index file counts as missing. */
export async function openUnit(
  store: Store,
  folder: ScopeFolder,
  { isKept = false, isEdited = false, isLate }: OpenUnit = {},
): Promise<Unit> {
  // Most calls find all that they need in the index file.
  const unindexed = () => import('./unindexed.js')
  const reading = { isLate, isShared: isKept }
  const file = openIndexFile(indexFilePath(store, folder.localKey), { isKept })
  if (file === undefined) return (await unindexed()).readUnit(store, folder, reading)
  const isRight = file.directoryStamp === scopeStamp(store, folder)
  if (isRight && !isEdited) return toFileUnit(folder, file)
  const isPassing = isGitAtWork(folder.path)
  try {
    const { layOver } = await unindexed()
    const index = await layOver(file, store, folder, { isGitBusy: isPassing, ...reading })
    if (index === file && isRight) return toFileUnit(folder, file)
    if (index) return { ...toUnit(folder, index), file, isBehind: !isPassing, isPassing }
  } catch (error) {
    if (!(error instanceof SvcError)) throw error
  }
  file.close()
  return (await unindexed()).readUnit(store, folder, reading)
}

function toFileUnit(folder: ScopeFolder, file: FileIndex): Unit {
  const standing = (limit: number) => readStanding(file, limit)
  const isFoldered = () => file.header.placed > 0
  return { ...toUnit(folder, file), standing, isFoldered, file, isBehind: false, isPassing: false }
}
