import type { ScopeFolder } from '../../store/projects/folder.js'
import type { Store } from '../../store/store.js'
import { isWhollyIndexed } from '../memories/index-file.js'
import { joinUnits, openUnit, type FileSource } from './sources.js'

/**
 * Opens recall from index files that have everything as it is now, so that scores are those of scopes
 * in memory. Undefined where one is missing or behind, or a memory file was edited in place.
 */
export async function openExactSource(
  store: Store,
  folders: readonly ScopeFolder[],
  uses: ReadonlyMap<string, number>,
): Promise<FileSource | undefined> {
  if (!folders.every(folder => isWhollyIndexed(store, folder))) return undefined
  const units = await Promise.all(
    folders.map(folder => openUnit(store, folder, { isEdited: true })),
  )
  const source = joinUnits(units, () => units.forEach(({ file }) => file?.close()))
  if (units.some(({ isBehind, isPassing }) => isBehind || isPassing)) {
    source.close()
    return undefined
  }
  const read: FileSource['read'] = async choice => {
    const item = await source.read(choice)
    return item && { ...item, uses: uses.get(item.id) ?? 0 }
  }
  return { ...source, read }
}
