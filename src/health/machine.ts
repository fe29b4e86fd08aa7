import { accessSync, constants } from 'node:fs'
import { dirname } from 'node:path'
import { errnoOf } from '../../store/errors.js'
import { statOrNothing } from '../../store/files/read.js'
import { statePath, type StateName, type Store } from '../../store/store.js'
import type { Collection } from '../memories/collection.js'
import { refreshIndexFile } from '../memories/index-upkeep.js'
import { findDead, sweepState } from '../work/sweep.js'
import { type Check, type Found, fixable, remark, settling } from './check.js'

const MB = 1_000_000
const LEAST_FREE = 100 * MB

/** Little room on the disk: nothing is lost when it is full, but nothing can be stored either. */
export const diskSpace: Check = {
  name: 'disk-space',
  run: ({ store, facts }) => {
    const { freeBytes = Infinity } = facts.dataDir
    if (freeBytes >= LEAST_FREE) return []
    const message = `the disk has ${Math.floor(freeBytes / MB)} MB left`
    return [remark(store.root, message, 'make room: on a full disk nothing can be stored')]
  },
}

const PLACES: readonly StateName[] = ['spool', 'batches', 'sessions', 'locks', 'index', 'paths']

/** Folders that this user cannot write in, or that are another user's: nothing is stored there. */
export const unwritable: Check = {
  name: 'unwritable',
  run: ({ store, collections }) => {
    const memories = collections.map(({ directory }) => directory)
    const places = [store.root, store.state, ...PLACES.map(name => statePath(store, name))]
    return [...new Set([...places, ...memories])].flatMap(path => tellUnwritable(path))
  },
}

function tellUnwritable(path: string): Found[] {
  const stats = statOrNothing(path)
  // A path that is no folder is told of as misplaced.
  if (stats?.isDirectory() !== true) return []
  const own = process.getuid?.()
  const all = constants.R_OK | constants.W_OK | constants.X_OK
  const code = faultOf(() => accessSync(path, all))
  if (code === 'EROFS') {
    return [
      remark(path, 'lies on a disk that is read-only: nothing is stored', 'mount it for writing'),
    ]
  }
  if (code !== undefined) {
    const owner = own === undefined || stats.uid === own ? 'this user' : `user ${stats.uid}`
    return [
      remark(path, `cannot be written in; it belongs to ${owner}`, 'chmod u+rwx, or chown it'),
    ]
  }
  if (own === undefined || own === 0 || stats.uid === own) return []
  return [remark(path, `belongs to user ${stats.uid}`, `chown it to user ${own}`)]
}

function faultOf(look: () => void): string | undefined {
  try {
    look()
    return undefined
  } catch (error) {
    return errnoOf(error) ?? 'EACCES'
  }
}

/** Difference allowed between the clocks of machines that share a store (milliseconds). */
const CLOCK_MS = 24 * 60 * 60 * 1000

/** Memories dated in the future: they count as the newest until that day has come. */
export const futureDate: Check = {
  name: 'future-date',
  run: ({ collections, now }) =>
    collections.flatMap(collection => {
      const limit = new Date(now.getTime() + CLOCK_MS).toISOString()
      const ahead = [...collection.memories.values()].filter(({ updatedAt }) => updatedAt > limit)
      if (ahead.length === 0) return []
      const what = ahead.length === 1 ? '1 memory is' : `${ahead.length} memories are`
      const newest = ahead
        .map(({ updatedAt }) => updatedAt)
        .sort()
        .at(-1)
      const message = `${what} dated in the future, the last ${newest}: a clock was wrong`
      return [remark(collection.directory, message, 'svc edit dates a memory anew')]
    }),
}

/** Fewer memories are read quickly enough without an index. */
const MANY = 500

/** Index files that are not there or behind, where recall without them is slow. */
export const indexFile: Check = {
  name: 'index-file',
  run: async ({ collections, facts, fix }) => {
    const found: Found[] = []
    for (const { key, memories, state } of facts.indexes) {
      const collection = collections.find(({ folder }) => folder.key === key)
      if (collection === undefined || state === 'fresh' || memories < MANY) continue
      const what = state === 'none' ? 'has no search index' : 'has a search index that is behind'
      found.push(await settleIndex(collection, `${what}, for ${memories} memories`, fix))
    }
    return found
  },
}

async function settleIndex(collection: Collection, message: string, fix: boolean): Promise<Found> {
  const { directory } = collection
  if (!fix) return fixable(remark(directory, message, 'svc doctor --fix makes it anew'))
  await refreshIndexFile(collection, { isForced: true })
  return { ...remark(directory, message), fixed: true }
}

/** Unneeded files under `state/`; a worker removes them once a day too. */
export const deadState: Check = {
  name: 'dead-state',
  run: ({ store, fix, now }) => {
    const dead = findDead(store, now)
    if (dead.length === 0) return []
    const what = dead.length === 1 ? '1 thing that is' : `${dead.length} things that are`
    const message = `holds ${what} not needed any more, ${whatOf(dead[0]!.path, store)} for one`
    const by = () => void sweepState(store, now)
    return [settling({ path: store.state, message, does: 'removes it' }, { fix, by })]
  },
}

function whatOf(path: string, store: Store): string {
  return dirname(path) === store.state ? path : path.slice(store.state.length + 1)
}

/** A lock that a living process holds for long: what waits for it is told who that is. */
export const heldLock: Check = {
  name: 'held-lock',
  run: ({ store, facts, now }) =>
    facts.locks.flatMap(({ name, since, isStale, pid }) => {
      const minutes = Math.floor((now.getTime() - Date.parse(since)) / 60_000)
      if (isStale || minutes < LONG_MINUTES) return []
      const who = pid === undefined ? 'a process' : `process ${pid}`
      const path = statePath(store, 'locks', `${name}.lock`)
      const mend = 'end it where it does nothing any more: what waits goes on then'
      return [remark(path, `is held by ${who} for ${minutes} minutes`, mend)]
    }),
}

/** A worker is ended after ten minutes. */
const LONG_MINUTES = 15
