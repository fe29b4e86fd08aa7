import { closeSync, ftruncateSync, openSync, readSync, rmSync, rmdirSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { orElse, succeeds } from '../../store/errors.js'
import { temporariesBelow, writeAll } from '../../store/files/atomic.js'
import { lockAge, REMOVED_LOCK, removeLock } from '../../store/files/lock.js'
import { listFolderNames, listNames, lstatIfThere, statIfThere } from '../../store/files/read.js'
import { listSpool } from '../../store/files/spool.js'
import { lockNames } from '../../store/locks.js'
import { historyFolder } from '../../store/memories/history.js'
import { toDataFolder } from '../../store/projects/folder.js'
import { listPointerFiles, readPointers } from '../../store/projects/pointers.js'
import { listScopes } from '../../store/projects/projects.js'
import {
  foldersAt,
  heldIn,
  listPlaces,
  placesOf,
  STATE,
  statePath,
  type StateName,
  type Store,
} from '../../store/store.js'
import { lookForOld, timeOfOld } from '../activity/looks.js'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
/** Time that a dead thing stays if its place names no other (milliseconds). */
const DEAD_MS = 30 * DAY_MS
const MOST_LOG_BYTES = 1024 * 1024
const KEPT_LOG_BYTES = 64 * 1024

/** Something under `state/` that nobody needs any more. */
interface Dead {
  path: string
  remove: () => void
}

/**
 * Removes what is dead under `state/`: what belongs to work trees and scopes that are gone, old
 * versions of what was gone for a year, locks and temporary files of dead processes, folders that
 * are empty, the beginning of a service's log. Answers how many things it removed; never throws.
 */
export function sweepState(store: Store, now = new Date()): number {
  succeeds(() => cutLog(statePath(store, 'serve.log')))
  lookForOld(store, now)
  const dead = [...findDead(store, now), ...findAll(LEFT_BEHIND, store, now)]
  return dead.filter(({ remove }) => succeeds(remove)).length
}

type Find = (store: Store, now: number) => Dead[]

/** Lists things that belong to nothing that is there, in no order. */
export function findDead(store: Store, now = new Date()): Dead[] {
  return findAll(BELONGING, store, now)
}

function findAll(finders: readonly Find[], store: Store, now: Date): Dead[] {
  return finders.flatMap(find => orElse(() => find(store, now.getTime()), []))
}

/** A folder is found anew without its pointer; trust is not. */
function findDeadPointers(store: Store, now: number): Dead[] {
  return listPointerFiles(store).flatMap(({ path, pointer }) => {
    if (pointer === undefined || pointer.placement !== undefined) return []
    return statIfThere(pointer.path) === undefined && isOlder(path, now, msKept('paths'))
      ? [toDead(path)]
      : []
  })
}

/** Time that an entry of a place outlives its owner (milliseconds). */
function msKept(name: 'paths' | 'history'): number {
  return STATE[name].goes.days * DAY_MS
}

/** Import rows, index files and revisions of which no scope or work tree is left. */
function findDeadFiles(store: Store, now: number): Dead[] {
  const scopes = listScopes(store)
  const paths = readPointers(store).map(({ path, folder }) =>
    toDataFolder(store, { type: 'project', id: path }, folder),
  )
  const living = {
    'work tree': new Set([...scopes, ...paths].map(({ localKey }) => localKey)),
    scope: new Set(scopes.map(({ key }) => key)),
  }
  return listPlaces().flatMap(([name, { goes }]) => {
    if (goes?.with !== 'work tree' && goes?.with !== 'scope') return []
    const left = filesWithout(store, name, living[goes.with])
    return left.filter(path => isOlder(path, now, goes.days * DAY_MS)).map(toDead)
  })
}

/** The files at a place that bear the name of nothing that lives. */
function filesWithout(store: Store, place: StateName, living: ReadonlySet<string>): string[] {
  const endings = heldIn(place).map(pattern => pattern.replace('*', ''))
  return listNames(statePath(store, place))
    .filter(name =>
      endings.some(ending => name.endsWith(ending) && !living.has(name.slice(0, -ending.length))),
    )
    .map(name => statePath(store, place, name))
}

/**
 * Old versions whose file is gone: that of a memory by its name, any other by its path. All else that
 * is dead can be made anew; they go where they were too old at the look before, too.
 */
function findDeadHistory(store: Store, now: number): Dead[] {
  const then = timeOfOld(store, new Date(now)).getTime()
  const scopes = listScopes(store)
  const memories = new Set(scopes.flatMap(({ path }) => listNames(join(path, 'memories'))))
  const history = historyFolder(store)
  const isGone = (folder: string) => {
    const [name = '', ...below] = relative(history, folder).split(sep)
    const roots = [
      join(store.root, name),
      ...scopes.flatMap(({ key, path }) => (key === name ? path : [])),
    ]
    return (
      !memories.has(name) && !roots.some(root => lstatIfThere(join(root, ...below)) !== undefined)
    )
  }
  return foldersAt(store, 'history')
    .flatMap(folder => [...versionFolders(folder)])
    .filter(isGone)
    .filter(folder => listNames(folder).every(version => isUntouched(join(folder, version), then)))
    .map(path => ({ path, remove: () => removeUpTo(history, path) }))
}

/** The folders in which versions of one file lie each: those that hold no other. */
function* versionFolders(folder: string): Generator<string> {
  const below = listFolderNames(folder)
  if (below.length === 0) yield folder
  for (const name of below) yield* versionFolders(join(folder, name))
}

/** Removes a folder, and those around it, below `top`, in which nothing is left. */
function removeUpTo(top: string, path: string): void {
  rmSync(path, { recursive: true, force: true })
  for (let at = dirname(path); at !== top && listNames(at).length === 0; at = dirname(at)) {
    rmdirSync(at)
  }
}

/** A hard link's time of change is that of the last link or removal: when it became a version. */
function isUntouched(path: string, now: number): boolean {
  const stats = lstatIfThere(path)
  return stats !== undefined && now - stats.ctimeMs > msKept('history')
}

/** Lists the oldest entries beyond a place's most: batches to consolidate need only be counted. */
function findSurplus(store: Store): Dead[] {
  return listPlaces().flatMap(([name, { most = Infinity }]) =>
    most === Infinity ? [] : foldersAt(store, name).flatMap(folder => oldestBeyond(most, folder)),
  )
}

function oldestBeyond(most: number, folder: string): Dead[] {
  const paths = listSpool(folder).map(name => join(folder, `${name}.json`))
  if (paths.length <= most) return []
  const timeOf = new Map(paths.map(path => [path, lstatIfThere(path)?.mtimeMs ?? 0]))
  paths.sort((a, b) => timeOf.get(a)! - timeOf.get(b)!)
  return paths.slice(0, paths.length - most).map(toDead)
}

/** The next holder would take one over; where nobody comes it lies there. */
function findDeadLocks(store: Store): Dead[] {
  const folder = statePath(store, 'locks')
  return lockNames(folder)
    .map(name => ({ at: join(folder, name), path: join(folder, `${name}.lock`) }))
    .filter(({ at }) => Math.abs(lockAge(at) ?? 0) > HOUR_MS)
    .filter(({ path }) => listNames(path).length === 0)
    .map(({ at, path }) => ({ path, remove: () => removeLock(at) }))
}

/** Whoever comes by then finds no holder that may still wake. A rename leaves the folder's own time. */
function findRemovedLocks(store: Store, now: number): Dead[] {
  return listNames(statePath(store, 'locks'))
    .filter(name => name.endsWith(REMOVED_LOCK))
    .map(name => statePath(store, 'locks', name))
    .filter(path => now - (lstatIfThere(path)?.ctimeMs ?? now) > DEAD_MS)
    .map(toDead)
}

function findTemporaries(store: Store, now: number): Dead[] {
  return [...temporariesBelow(store.state)].filter(path => isOlder(path, now, DAY_MS)).map(toDead)
}

/** Folders of queues in which nothing is left; what makes a queue makes its folder. */
function findEmptyFolders(store: Store, now: number): Dead[] {
  return placesOf('queues')
    .flatMap(place => foldersAt(store, place))
    .filter(folder => listNames(folder).length === 0 && isOlder(folder, now, DEAD_MS))
    .map(path => ({ path, remove: () => rmdirSync(path) }))
}

/** Whoever has it open appends to its end: what goes is its beginning. */
function cutLog(path: string): void {
  const size = lstatIfThere(path)?.size ?? 0
  if (size <= MOST_LOG_BYTES) return
  const tail = Buffer.alloc(KEPT_LOG_BYTES)
  const file = openSync(path, 'a+')
  try {
    const length = readSync(file, tail, 0, tail.length, size - tail.length)
    ftruncateSync(file)
    writeAll(file, tail.subarray(tail.indexOf(0x0a) + 1, length))
  } finally {
    closeSync(file)
  }
}

function isOlder(path: string, now: number, ms: number): boolean {
  const stats = lstatIfThere(path)
  return stats !== undefined && now - stats.mtimeMs > ms
}

function toDead(path: string): Dead {
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

const BELONGING: readonly Find[] = [
  findDeadPointers,
  findDeadFiles,
  findDeadHistory,
  findSurplus,
  findEmptyFolders,
]
/** The doctor has checks of their own for these. */
const LEFT_BEHIND: readonly Find[] = [findDeadLocks, findRemovedLocks, findTemporaries]
