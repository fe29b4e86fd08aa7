import { statfsSync, statSync } from 'node:fs'
import { release } from 'node:os'
import { join, relative, sep } from 'node:path'
import { orElse } from '../../store/errors.js'
import { LOCK_STALE_MS, lockAge } from '../../store/files/lock.js'
import { listFolderNames, sizesBelow, statOrNothing } from '../../store/files/read.js'
import { openGit, type Environment } from '../../store/git/git.js'
import { lockNames, readHolder } from '../../store/locks.js'
import {
  readManifest,
  type Store,
  placesOf,
  STORE_FORMAT,
  statePath,
  turnSpool,
} from '../../store/store.js'
import { type Config, VERSION } from '../config.js'
import type { Collection } from '../memories/collection.js'
import { indexFilePath, isIndexFileRight } from '../memories/index-file.js'
import { reachProvider } from '../provider/http.js'
import type { DoctorFacts, DoctorFinding, DoctorReport, ProviderFacts } from '../report.js'
import type { Check, Examined } from './check.js'
import { brokenEntry, lostProject, manifest, misplaced } from './damage.js'
import { conflict, gitState, leftLock, localFolders, readGitFacts } from './git.js'
import { deadState, diskSpace, futureDate, heldLock, indexFile, unwritable } from './machine.js'
import {
  clashingName,
  linkedMemory,
  unreadableMemory,
  needsReview,
  returnedMemory,
  duplicateId,
  duplicateTitle,
} from './memories.js'
import { damagedPast } from './past.js'
import { unreachableProvider, unsoundProvider } from './provider.js'
import { failingBatch, hookFailure, replayQueue, turnQueue, oldestIn } from './queues.js'
import { isWaiting, readQueue } from './standing.js'
import {
  configDocument,
  scopeDocument,
  stateDocument,
  leftOver,
  staleLock,
  readableByOthers,
  linkedInRepo,
  setAside,
  unusedInRepo,
  brokenPointer,
  interruptedMove,
  twinFolder,
  conflictedSkill,
  storedSecret,
} from './store.js'

/** Every check of a store, in the order in which its findings are shown. */
export const CHECKS: readonly Check[] = [
  manifest,
  misplaced,
  leftLock,
  conflict,
  unreadableMemory,
  linkedMemory,
  clashingName,
  configDocument,
  scopeDocument,
  stateDocument,
  diskSpace,
  unwritable,
  brokenEntry,
  damagedPast,
  turnQueue,
  unsoundProvider,
  unreachableProvider,
  failingBatch,
  replayQueue,
  duplicateId,
  duplicateTitle,
  returnedMemory,
  needsReview,
  conflictedSkill,
  futureDate,
  gitState,
  localFolders,
  indexFile,
  heldLock,
  staleLock,
  leftOver,
  deadState,
  brokenPointer,
  lostProject,
  twinFolder,
  interruptedMove,
  unusedInRepo,
  linkedInRepo,
  setAside,
  hookFailure,
  storedSecret,
  readableByOthers,
]

/** Options of an examination. */
interface ExamineOptions extends Pick<Examined, 'fix' | 'now' | 'config' | 'env'> {
  /** Examines the agent hosts too, launchers mended with `fix`; without it nothing is said of them. */
  hosts?:
    | {
        facts(): Promise<Pick<DoctorFacts, 'hosts' | 'launcher'>>
        check(options: { fix: boolean }): Promise<DoctorFinding[]>
      }
    | undefined
}

/**
 * Examines a store: every check's findings, in the order of the table, and then the hosts', and how
 * things stand. `ok` is false where a failure is left. Never throws for what it finds; a check that fails is a finding.
 */
export async function examineStore(
  store: Store,
  collections: readonly Collection[],
  { hosts, ...options }: ExamineOptions,
): Promise<DoctorReport> {
  // A store of a later svc is mended by a later svc.
  const manifest = readManifest(store.manifest)
  const fix = options.fix && (typeof manifest === 'string' || manifest.is !== 'later')
  const [ofStore, ofHosts] = await Promise.all([
    readFacts({ store, collections, ...options }),
    hosts?.facts().catch(() => undefined),
  ])
  const facts = { ...ofStore, ...ofHosts }
  const examined = { store, collections, facts, ...options, fix }
  const findings: DoctorFinding[] = []
  for (const { name, run } of CHECKS) {
    const found = await orFailure(name, async () => run(examined))
    findings.push(...found.map(finding => ({ ...finding, check: name })))
  }
  if (hosts) findings.push(...(await orFailure('hosts', () => hosts.check({ fix }))))
  return { ok: findings.every(({ level, fixed }) => level === 'remark' || fixed), findings, facts }
}

/** The findings of a check, or one that it could not be made. */
async function orFailure<Finding>(
  check: string,
  run: () => Promise<Finding[]>,
): Promise<(Finding | DoctorFinding)[]> {
  try {
    return await run()
  } catch (error) {
    const message = error instanceof Error ? error.message : 'unknown error'
    return [{ level: 'failure', check, message: `could not be checked: ${message}` }]
  }
}

/** The store, and the settings and environment, if known, to tell facts of. */
type FactSources = Omit<Examined, 'fix' | 'facts'>

/** Reads the facts of a store; those that cannot be found out are left out. Never throws. */
async function readFacts(sources: FactSources): Promise<DoctorFacts> {
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

async function readGitVersion({ root }: Store, env: Environment): Promise<string | undefined> {
  const said = await openGit(root, env)
    .run(['--version'], { timeoutMs: 2_000 })
    .catch(() => undefined)
  return said?.stdout.trim().replace(/^git version /, '')
}

async function readProvider(config: Config, env: Environment): Promise<ProviderFacts> {
  const name = config.provider
  const service = config.reflect ? await reachProvider(config, env) : undefined
  return { name, ...(service && { service }) }
}

/** Folders in the data directory and in its `state`, with all that lies in them. */
function measure(store: Store): DoctorFacts['dataDir'] {
  const sums = new Map<string, { bytes: number; files: number }>()
  const whole = { ...EMPTY }
  for (const { path, bytes } of sizesBelow(store.root)) {
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
  const isRight = () => orElse(() => isIndexFileRight(store, folder), false)
  const state = bytes === undefined ? 'none' : isRight() ? 'fresh' : 'behind'
  return [{ key: folder.key, memories: count, state, bytes: bytes ?? 0 }]
}
