import { SvcError } from '../../store/errors.js'
import { isGitAtWork } from '../../store/git/repository.js'
import { openIndexFile, type FileIndex } from '../../store/index/file-index.js'
import type { SearchIndex } from '../../store/index/types.js'
import type { ScopeFolder } from '../../store/projects/folder.js'
import type { Store } from '../../store/store.js'
import { indexFilePath, scopeStamp } from '../memories/index-file.js'
import type { Choice, ReadItem, RecallSource, RecallUnit } from './choose.js'
import { hasFile, readItem } from './read.js'
import { readStanding, toStanding } from './standing.js'

/** Recall for one process: from the index files, with what has changed since laid over them. */
export interface FileSource extends RecallSource {
  folders: readonly ScopeFolder[]
  /** Scopes whose index file is missing or behind: worth rebuilding once this answer is out. */
  behind: ScopeFolder[]
  close(): void
}

/** Opens the scopes for one recall. A damaged index file counts as missing. */
export async function openFileSource(
  store: Store,
  folders: readonly ScopeFolder[],
): Promise<FileSource> {
  const units = await Promise.all(folders.map(folder => openUnit(store, folder)))
  return {
    units,
    folders,
    behind: units.filter(unit => unit.isBehind).map(unit => unit.folder),
    read: async choice => units[choice.index]!.read(choice),
    close: () => units.forEach(unit => unit.file?.close()),
  }
}

interface Unit extends RecallUnit {
  folder: ScopeFolder
  isBehind: boolean
  file?: FileIndex
  read(choice: Choice): Promise<ReadItem | undefined>
}

async function openUnit(store: Store, folder: ScopeFolder): Promise<Unit> {
  // Most calls find all that they need in the index file.
  const unindexed = () => import('./collection-source.js')
  const file = openIndexFile(indexFilePath(store, folder.localKey))
  if (file === undefined) return (await unindexed()).readUnit(store, folder)
  if (file.directoryStamp === scopeStamp(store, folder)) {
    const standing = (limit: number) => readStanding(file, limit)
    return { ...toUnit(folder, file), standing, file, isBehind: false }
  }
  const isGitBusy = isGitAtWork(folder.path)
  try {
    const { layOver } = await unindexed()
    const index = await layOver(file, store, folder, isGitBusy)
    if (index !== undefined) return { ...toUnit(folder, index), file, isBehind: !isGitBusy }
  } catch (error) {
    if (!(error instanceof SvcError)) throw error
  }
  file.close()
  return (await unindexed()).readUnit(store, folder)
}

function toUnit(folder: ScopeFolder, index: SearchIndex) {
  return {
    folder,
    has: (path: string) => hasFile(folder, path),
    index: () => index,
    standing: () => toStanding(index.entries(0, index.size)),
    read: (choice: Choice) => readItem(folder, choice),
  }
}
