import { lstatSync, statfsSync, statSync } from 'node:fs'
import { release } from 'node:os'
import { join, relative, sep } from 'node:path'
import { LOCK_STALE_MS, lockAge } from '../../store/files/lock.js'
import { listEntries, listFolderNames, statOrNothing } from '../../store/files/read.js'
import { openGit } from '../../store/git/git.js'
import { lockNames, readHolder } from '../../store/locks.js'
import { placesOf, STORE_FORMAT, statePath, turnSpool, type Store } from '../../store/store.js'
import { VERSION, type Config } from '../config.js'
import type { Collection } from '../memories/collection.js'
import { indexFilePath, isIndexFileRight } from '../memories/index-file.js'
import { reachProvider } from '../provider/reach.js'
import type { DoctorFacts, ProviderFacts } from '../report.js'
import { readGitFacts } from './git.js'
import { oldestIn } from './queues.js'
import { isWaiting, readQueue } from './standing.js'

type Env = Readonly<Record<string, string | undefined>>

/** The store, and the settings and environment, if known, to tell facts of. */
interface FactSources {
  store: Store
  collections: readonly Collection[]
  now: Date
  config?: Config | undefined
  env?: Env | undefined
}

/** Reads the facts of a store; those that cannot be found out are left out. Never throws. */
export async function readFacts(sources: FactSources): Promise<DoctorFacts> {
  const { store, collections, now, config, env } = sources
  const [git, gitVersion, provider] = await Promise.all([
    env && readGitFacts(store, env),
    env && readGitVersion(store, env),
    config && readProvider(config, env ?? {}),
  ])
  return {
    versions: {
      svc: VERSION,
      node: process.version,
      ...(gitVersion !== undefined && { git: gitVersion }),
      platform: `${process.platform} ${release()} ${process.arch}`,
      storeFormat: STORE_FORMAT,
    },
    dataDir: orElse(() => measure(store), { path: store.root, mode: '', ...EMPTY, folders: [] }),
    locks: orElse(() => listLocks(store), []),
    queues: orElse(() => listQueues(store, collections, now), []),
    indexes: orElse(() => collections.flatMap(one => readIndex(store, one)), []),
    ...(provider && { provider }),
    ...(git && { git }),
  }
}

const EMPTY = { bytes: 0, files: 0 }

function orElse<T>(read: () => T, otherwise: T): T {
  try {
    return read()
  } catch {
    return otherwise
  }
}

async function readGitVersion({ root }: Store, env: Env): Promise<string | undefined> {
  const said = await openGit(root, env)
    .run(['--version'], { timeoutMs: 2_000 })
    .catch(() => undefined)
  return said?.stdout.trim().replace(/^git version /, '')
}

async function readProvider(config: Config, env: Env): Promise<ProviderFacts> {
  const name = config.provider
  const service = config.reflect ? await reachProvider(config, env) : undefined
  return { name, ...(service && { service }) }
}

/** Folders in the data directory and in its `state`, with all that lies in them. */
function measure(store: Store): DoctorFacts['dataDir'] {
  const sums = new Map<string, { bytes: number; files: number }>()
  const whole = { ...EMPTY }
  for (const { path, bytes } of filesBelow(store.root)) {
    const parts = relative(store.root, path).split(sep)
    const name = parts.slice(0, Math.min(parts.length - 1, parts[0] === 'state' ? 2 : 1)).join('/')
    const sum = sums.get(name) ?? { ...EMPTY }
    sums.set(name, { bytes: sum.bytes + bytes, files: sum.files + 1 })
    whole.bytes += bytes
    whole.files++
  }
  const folders = [...sums].map(([name, sum]) => ({ name: name || '.', ...sum }))
  folders.sort((a, b) => b.bytes - a.bytes)
  const mode = process.platform === 'win32' ? '' : (statSync(store.root).mode & 0o777).toString(8)
  const freeBytes = orElse(() => readFree(store.root), undefined)
  return {
    path: store.root,
    mode,
    ...whole,
    folders,
    ...(freeBytes !== undefined && { freeBytes }),
  }
}

function readFree(path: string): number {
  const { bavail, bsize } = statfsSync(path)
  return bavail * bsize
}

/** Links are not followed; a version that is a hard link of a file that was replaced counts. */
function* filesBelow(directory: string): Generator<{ path: string; bytes: number }> {
  for (const entry of orElse(() => listEntries(directory), [])) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) yield* filesBelow(path)
    else if (entry.isFile())
      yield { path, bytes: lstatSync(path, { throwIfNoEntry: false })?.size ?? 0 }
  }
}

function listLocks(store: Store): DoctorFacts['locks'] {
  const folder = statePath(store, 'locks')
  return lockNames(folder).flatMap(name => {
    const path = join(folder, name)
    const stats = statOrNothing(`${path}.lock`)
    if (stats === undefined) return []
    const isStale = Math.abs(lockAge(path) ?? 0) > LOCK_STALE_MS
    const pid = readHolder(path)
    const since = stats.birthtime.toISOString()
    return [{ name, since, isStale, ...(pid !== undefined && { pid }) }]
  })
}

function listQueues(
  store: Store,
  collections: readonly Collection[],
  now: Date,
): DoctorFacts['queues'] {
  const keys = new Set(collections.map(({ folder }) => folder.key))
  for (const place of placesOf('queues'))
    for (const key of listFolderNames(statePath(store, place))) keys.add(key)
  return [...keys].map(key => readDated(store, key, now)).filter(isWaiting)
}

function readDated(store: Store, key: string, now: Date): DoctorFacts['queues'][number] {
  const { turns, ...rest } = readQueue(store, key, now)
  const oldest = oldestIn(turnSpool(store, key))
  const since = oldest === Infinity ? {} : { oldest: new Date(oldest).toISOString() }
  return { key, turns, ...since, ...rest }
}

function readIndex(store: Store, { folder, count }: Collection): DoctorFacts['indexes'] {
  if (count === 0) return []
  const path = indexFilePath(store, folder.localKey)
  const bytes = statOrNothing(path)?.size
  const state = bytes === undefined ? 'none' : isRight(store, folder) ? 'fresh' : 'behind'
  return [{ key: folder.key, memories: count, state, bytes: bytes ?? 0 }]
}

function isRight(store: Store, folder: Collection['folder']): boolean {
  return orElse(() => isIndexFileRight(store, folder), false)
}
