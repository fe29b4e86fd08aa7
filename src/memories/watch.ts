import { statSync, watch, type FSWatcher } from 'node:fs'
import type { Collection } from './collection.js'

/**
 * Watches the memories folders of loaded scopes, because an edit in place does not change a
 * folder's time. It only marks: the next read looks.
 */
export class FolderWatch {
  private readonly watched = new Map<string, { watcher: FSWatcher; identity: string }>()

  constructor(private readonly onChange: (collection: Collection) => void) {}

  /** Watches a scope's folder once it exists; one that was replaced is watched anew. */
  add(collection: Collection): void {
    const { directory } = collection
    const identity = identityOf(directory)
    if (this.watched.get(directory)?.identity === identity) return
    this.remove(collection)
    if (identity !== undefined) this.watch(collection, identity)
  }

  close(): void {
    for (const { watcher } of this.watched.values()) watcher.close()
    this.watched.clear()
  }

  private watch(collection: Collection, identity: string): void {
    const watcher = openWatcher(collection.directory, name => {
      if (name !== null && collection.isKnown(name)) return
      collection.markChanged()
      this.onChange(collection)
    })
    if (watcher === undefined) return
    watcher.on('error', () => this.remove(collection))
    this.watched.set(collection.directory, { watcher, identity })
    collection.isWatched = true
    // What was edited between the last look and now was not seen by anybody.
    collection.markChanged()
  }

  private remove(collection: Collection): void {
    collection.isWatched = false
    this.watched.get(collection.directory)?.watcher.close()
    this.watched.delete(collection.directory)
  }
}

/** Undefined where the system has no watcher left: then edits in place are seen later. */
function openWatcher(
  directory: string,
  onChange: (name: string | null) => void,
): FSWatcher | undefined {
  try {
    return watch(directory, { persistent: false }, (_, name) => onChange(name))
  } catch {
    return undefined
  }
}

/** A watcher stays with the folder it was opened on, not with the name. */
function identityOf(directory: string): string | undefined {
  try {
    const stats = statSync(directory, { throwIfNoEntry: false, bigint: true })
    return stats && `${stats.ino}-${stats.birthtimeNs}`
  } catch {
    return undefined
  }
}
