import { statSync, watch, type FSWatcher } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { hasConflict } from '../../store/document/problems.js'
import { SvcError } from '../../store/errors.js'
import { readText } from '../../store/files/atomic.js'
import { statOrNothing } from '../../store/files/read.js'
import type { CommitTimes } from '../../store/git/times.js'
import { isMemoryFileName } from '../../store/memories/files.js'
import { readForgotten } from '../../store/memories/history.js'
import { idOfFileName, slugOf, toStableId } from '../../store/names.js'
import type { ScopeFolder } from '../../store/projects/folder.js'
import { findFolderKey, findScope, listScopes, makeScope } from '../../store/projects/projects.js'
import { formatScopeKey, matchesScope } from '../../store/projects/scope.js'
import type { Store } from '../../store/store.js'
import type { ScopeFilter, Scope } from '../../store/types.js'
import { refuseSecretPath } from '../redact/index.js'
import type { Collection } from './collection.js'

/** The scopes of a store that are in memory, each loaded at its first use. */
export class Collections {
  private readonly loaded = new Map<string, Collection>()
  private isAsked = false

  constructor(
    readonly store: Store,
    /** Called with each collection before it is read. */
    private readonly onUse: (collection: Collection) => void = () => undefined,
    /** Asked about files that came with git; without it they are as old as they say. */
    private readonly commitTimes?: CommitTimes,
    /** The scope that a call means where several have an item of one id. */
    private readonly near?: () => Scope,
  ) {}

  /**
   * The folders of scopes, all where none are named, for a process that asks one question: undefined
   * where one of them is in memory, and at any question after the first, for which they are read.
   */
  async unread(scopes?: readonly Scope[]): Promise<ScopeFolder[] | undefined> {
    if (this.isAsked || this.loaded.size > 0) return undefined
    this.isAsked = true
    if (scopes === undefined) return listScopes(this.store)
    const found = await Promise.all(scopes.map(scope => findScope(this.store, scope)))
    return found.filter(folder => folder !== undefined)
  }

  /** A scope's collection, fresh; undefined where the scope does not exist. */
  async find(scope: Scope): Promise<Collection | undefined> {
    const folder = await findScope(this.store, scope)
    return folder && this.fresh(folder)
  }

  /** A scope's collection, fresh; the scope exists from now on. */
  async make(scope: Scope): Promise<Collection> {
    if (scope.type === 'project')
      refuseSecretPath(scope.id, () => findFolderKey(this.store, scope) !== undefined)
    return this.fresh(await makeScope(this.store, scope, { isForMemories: true }))
  }

  /** Every scope's collection, fresh: global first, then projects by id. */
  async all(): Promise<Collection[]> {
    const collections: Collection[] = []
    for (const folder of listScopes(this.store)) collections.push(await this.fresh(folder))
    return collections
  }

  /**
   * Opens every scope with its search index, between what is asked for meanwhile, until `isOver`;
   * tells of each that is open.
   */
  async open(onOpen: (collection: Collection) => void, isOver: () => boolean): Promise<void> {
    for (const collection of await this.all()) {
      if (isOver()) return
      await collection.openSearch()
      onOpen(collection)
    }
  }

  /** The collections that a filter names; a scope that does not exist is left out. */
  async matching(filter: ScopeFilter): Promise<Collection[]> {
    const given = filter.scopes ?? (filter.scope && [filter.scope])
    const found = given ? await Promise.all(given.map(scope => this.find(scope))) : await this.all()
    return found
      .filter(one => one !== undefined)
      .filter(({ folder }) => matchesScope(filter, folder.scope))
  }

  /**
   * The collection that has an item of this id, the near one where several have. Throws
   * MEMORY_NOT_FOUND, and CONFLICT where nothing tells which one is meant, or where its file has
   * conflict markers.
   */
  async holding(id: string): Promise<Collection> {
    const all = await this.all()
    const holders = all.filter(({ memories }) => memories.has(id))
    const near = holders.length < 2 ? undefined : await this.findNear()
    const found = chooseHolder(id, holders, near) ?? all.find(({ rows }) => rows.has(id))
    return found ?? refuseUnknown(all, id)
  }

  /**
   * The collections in which to look for a memory that is there, archived or forgotten: the one
   * that is meant, or all of them where none has it. Throws CONFLICT as `holding` does.
   */
  async tracing(id: string): Promise<Collection[]> {
    const all = await this.all()
    const key = readForgotten(this.store).get(id)?.key
    const standing = all.filter(one => one.stored(id) !== undefined)
    const forgotten = all.filter(one => one.folder.key === key && !standing.includes(one))
    if (standing.length + forgotten.length < 2) return all
    const near = await this.findNear()
    const own = forgotten.find(({ folder }) => folder.path === near?.folder.path)
    const chosen = own ?? chooseHolder(id, standing, near)
    return chosen ? [chosen] : all
  }

  /** A scope's collection, fresh. Throws SCOPE_NOT_FOUND. */
  async existing(scope: Scope): Promise<Collection> {
    const collection = await this.find(scope)
    if (collection) return collection
    throw new SvcError(
      'SCOPE_NOT_FOUND',
      'nothing was ever stored, imported or queued in this project',
    )
  }

  private async findNear(): Promise<Collection | undefined> {
    return this.near && this.find(this.near())
  }

  private async fresh(folder: ScopeFolder): Promise<Collection> {
    // Whoever only glances at a scope needs none.
    const { Collection } = await import('./collection.js')
    const key = formatScopeKey(folder.scope)
    let collection = this.loaded.get(key)
    if (collection === undefined || collection.folder.path !== folder.path) {
      collection = new Collection(this.store, folder, this.commitTimes)
      this.loaded.set(key, collection)
    }
    this.onUse(collection)
    await collection.refresh()
    return collection
  }
}

/**
 * The collection that a call means, of those that have an item of the id: the near one where it is
 * among them. Undefined where there are none. Throws CONFLICT where several are left.
 */
function chooseHolder(
  id: string,
  holders: readonly Collection[],
  near: Collection | undefined,
): Collection | undefined {
  const own = holders.find(({ folder }) => folder.path === near?.folder.path)
  if (own !== undefined || holders.length < 2) return own ?? holders[0]
  const paths = holders.map(holder => pathOf(holder, id)).join(' and ')
  throw new SvcError(
    'CONFLICT',
    `the id ${id} is that of ${paths}: run svc within the project that is meant, or give one of ` +
      'them a new id, as svc doctor --fix does',
  )
}

/** Absolute path of a memory or a tombstone; its folder if it has no file. */
function pathOf(collection: Collection, id: string): string {
  return join(collection.directory, collection.stored(id)?.file.name ?? '')
}

/**
 * Throws MEMORY_NOT_FOUND for an id that none of these scopes has; CONFLICT where the memory is there
 * and its file has conflict markers.
 */
export function refuseUnknown(scopes: readonly Collection[], id: string): never {
  const paths = scopes.flatMap(({ problems }) => problems.map(({ path }) => path))
  const path = paths.find(path => readBrokenIds(dirname(path), basename(path)).includes(id))
  if (path === undefined) {
    const name = JSON.stringify(String(id).slice(0, 80))
    throw new SvcError('MEMORY_NOT_FOUND', `there is no memory ${name}`)
  }
  throw new SvcError(
    'CONFLICT',
    `${path} has conflict markers; svc doctor --fix settles them, or leaves them to you`,
  )
}

/**
 * Throws STORE_CORRUPT where the disk does not give a file of these scopes: what is new would come to
 * stand beside a memory in it that it means. `advice` says what becomes of it. With a title those
 * pass that this user may not read and whose names are made of another one.
 */
export function refuseUnread(scopes: readonly Collection[], advice: string, title?: string): void {
  const unread = scopes
    .flatMap(({ problems }) => problems)
    .find(one => one.isUnread && (title === undefined || !isOfOther(one, title)))
  if (unread === undefined) return
  const { path, reason, isForbidden } = unread
  const help = isForbidden ? `${ownerOf(path)}make it yours (chown), or readable (chmod u+r); ` : ''
  const message = `${path} ${reason}; ${help}${advice}`
  throw new SvcError('STORE_CORRUPT', message)
}

/** True for a file that is closed to this user, and named for another title. */
function isOfOther({ path, isForbidden }: { path: string; isForbidden: boolean }, title: string) {
  const name = basename(path)
  const id = isForbidden ? idOfFileName(name) : undefined
  if (id === undefined) return false
  const [own, other] = [name.slice(0, -`--${id}.md`.length), title].map(one =>
    slugOf(one.normalize('NFKC')),
  )
  return own !== other
}

/** Words about whose a file is, for a message; '' where that cannot be told. */
function ownerOf(path: string): string {
  const stats = statOrNothing(path)
  return stats === undefined ? '' : `it belongs to user ${stats.uid} and group ${stats.gid}; `
}

const STATED_ID = /^[<>=+ ]{0,8}id:[ \t]*["']?([a-z][a-z0-9]{7,31})\b/gm

/** The ids that a memory file with conflict markers may be of; [] for any other file. */
export function readBrokenIds(directory: string, name: string): string[] {
  const text = readIfThere(join(directory, name))
  if (!hasConflict(text)) return []
  const stated = [...text.matchAll(STATED_ID)].map(([, id]) => id!)
  return [...new Set([idOfFileName(name) ?? toStableId(name), ...stated])]
}

function readIfThere(path: string): string {
  try {
    return readText(path) ?? ''
  } catch {
    return ''
  }
}

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
      if (name !== null && !isMemoryFileName(name)) return
      // A call may have read the file before this event: then only whoever follows is told.
      if (name === null || !collection.isRead(name)) collection.markChanged()
      this.onChange(collection)
    })
    if (watcher === undefined) return
    watcher.on('error', () => this.remove(collection))
    this.watched.set(collection.directory, { watcher, identity })
    collection.isWatched = true
    // An edit between the last look and now was not seen by anybody.
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
