import { dirname, join, resolve } from 'node:path'
import { readText } from '../../store/files/atomic.js'
import { withLock, type HeldLock } from '../../store/files/lock.js'
import { visibleNames } from '../../store/files/read.js'
import { disarmWriter } from '../../store/locks.js'
import {
  removeMemoryFile,
  statMemoryFile,
  writeMemoryFile,
  type WriteOptions,
} from '../../store/memories/files.js'
import { historyFolder } from '../../store/memories/history.js'
import { type Store, scopeLock } from '../../store/store.js'

/** The memories folder of one scope, also of a project that this machine does not know. */
export interface MemoryFolder {
  /** Names the scope's files under `state`. */
  key: string
  /** Relative to the store's root, with `/`; absolute if the folder lies in a project. */
  path: string
}

/** A memory file as it was read: its text, and its stamp at that moment. */
interface ReadFile {
  text: string
  stamp: string
}

const MEMORY_PATH = /^(?:(global)|projects\/([^/]+))\/memories\/([^/]+\.md)$/

/** The folder and the name of a memory file; undefined for every other path of the store. */
export function toMemoryPath(path: string): { folder: MemoryFolder; name: string } | undefined {
  const [, global, project, name] = MEMORY_PATH.exec(path) ?? []
  const key = global ?? project
  if (key === undefined || name === undefined) return undefined
  return { folder: { key, path: path.slice(0, -name.length - 1) }, name }
}

/** The keys of the scopes whose memories these files are, sorted. Paths are from the store's root. */
export function scopeKeysOf(paths: readonly string[]): string[] {
  const keys = paths.flatMap(path => toMemoryPath(path)?.folder.key ?? [])
  return [...new Set(keys)].sort()
}

/** The memory folders of a store, global first. */
export function listMemoryFolders(store: Store): MemoryFolder[] {
  const projects = visibleNames(join(store.root, 'projects')).map(key => ({
    key,
    path: `projects/${key}/memories`,
  }))
  return [{ key: 'global', path: 'global/memories' }, ...projects]
}

/** Runs an action while no other process can write in a memory folder. */
export function withFolder<T>(
  store: Store,
  folder: MemoryFolder,
  action: (files: LockedFolder) => Promise<T>,
): Promise<T> {
  const path = scopeLock(store, 'write', folder.key)
  return withLock(path, lock => {
    const scope = dirname(resolve(store.root, folder.path))
    if (lock.takenOver) disarmWriter(store, { key: folder.key, path: scope })
    return action(new LockedFolder(store, folder, lock))
  })
}

/** A memory folder under its write lock. What is replaced or removed stays in the local history. */
export class LockedFolder {
  readonly directory: string

  constructor(
    private readonly store: Store,
    readonly folder: MemoryFolder,
    private readonly lock: HeldLock,
  ) {
    this.directory = resolve(store.root, folder.path)
  }

  /** The names of the Markdown files, sorted. */
  names(): string[] {
    return visibleNames(this.directory).filter(name => name.endsWith('.md'))
  }

  /** Undefined where there is no such file, or where it is a link. */
  read(name: string): ReadFile | undefined {
    const stamp = statMemoryFile(this.directory, name)?.stamp
    const text = stamp === undefined ? null : readText(join(this.directory, name))
    return stamp === undefined || text === null ? undefined : { text, stamp }
  }

  /** Durable when it returns. Throws CONFLICT where the file is no longer what `seen` says. */
  write(name: string, text: string, seen: Pick<ReadFile, 'stamp'> | undefined): void {
    writeMemoryFile(this.directory, name, text, this.options(seen))
  }

  /** Durable when it returns; throws CONFLICT as `write` does. */
  remove(name: string, seen: Pick<ReadFile, 'stamp'>): void {
    removeMemoryFile(this.directory, name, this.options(seen))
  }

  private options(seen: Pick<ReadFile, 'stamp'> | undefined): WriteOptions {
    const assertHeld = () => this.lock.assertHeld()
    return { expected: seen?.stamp, assertHeld, history: historyFolder(this.store) }
  }
}
