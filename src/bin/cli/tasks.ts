import type { DetachedTask } from '../../../handlers/hooks/context.js'
import { createCommitTimes } from '../../../store/git/times.js'
import type { ScopeFolder } from '../../../store/projects/folder.js'
import { findScope, listScopes, makeScope } from '../../../store/projects/projects.js'
import { parseScopeKey } from '../../../store/projects/scope.js'
import { openStore, stateFolder, type Store } from '../../../store/store.js'
import { GLOBAL_SCOPE } from '../../../store/types.js'
import { AUTOMATIC_COMMIT, noteFailure } from '../../activity/failures.js'
import { foldUsage } from '../../activity/usage.js'
import { locateStore, toConfig, withoutEviction, type Config } from '../../config.js'
import { importWhole } from '../../import/nested.js'
import { Collections } from '../../memories/collections.js'
import { refreshIndexFile } from '../../memories/index-upkeep.js'
import { readSettled } from '../settings.js'

/** Time to distil, the next worker does the rest; time until the process ends (milliseconds). */
const WORKER_MS = 10 * 60_000
const END_MS = WORKER_MS + 10_000

/**
 * Does what hooks and commands leave behind, a JSON list of tasks; runs detached, with nobody to
 * answer to. Notes what goes wrong and never throws.
 */
export async function runTasks(given = '[]'): Promise<void> {
  try {
    await runAll(JSON.parse(given) as DetachedTask[])
  } catch (error) {
    noteFailure({ state: stateFolder(locateStore({ env: process.env }).dataDir) }, error)
  }
}

async function runAll(tasks: readonly DetachedTask[]): Promise<void> {
  setTimeout(() => process.exit(1), END_MS).unref()
  const config = readOwnSettings()
  const store = openStore(config.databasePath, process.env)
  for (const task of tasks) await run(store, task, config)
  if (config.gitAutoCommit && tasks.some(({ task }) => task === 'reflect')) await commit(store)
  await foldUsage(store)
}

function readOwnSettings(): Config {
  let isWrong = false
  const onBadFile = () => {
    isWrong = true
  }
  const settled = readSettled({}, { onProblem: () => undefined, onBadFile })
  return toConfig(isWrong ? withoutEviction(settled) : settled)
}

async function run(store: Store, task: DetachedTask, config: Config): Promise<void> {
  if (task.task === 'import') return importRest(store, task.scope)
  if (task.task === 'commit') return commit(store)
  if (task.task === 'sweep') return sweep(store, config)
  const folders = await foldersOf(store, task.scopes)
  if (task.task === 'index') return refreshIndexes(store, folders)
  await reflect(store, folders, config)
}

async function commit(store: Store): Promise<void> {
  const { commitWhenQuiet } = await import('../../git/auto-commit.js')
  await commitWhenQuiet(store, { env: process.env }).catch((error: unknown) =>
    noteFailure(store, error, AUTOMATIC_COMMIT),
  )
}

async function sweep(store: Store, config: Config): Promise<void> {
  const { sweepState } = await import('../../work/sweep.js')
  sweepState(store)
  const { sweepPast } = await import('../../work/past.js')
  await sweepPast(store, config)
}

async function foldersOf(store: Store, keys: readonly string[]): Promise<ScopeFolder[]> {
  if (keys.includes('*')) return listScopes(store)
  const found = await Promise.all(keys.map(key => findScope(store, parseScopeKey(key))))
  return found.filter(folder => folder !== undefined)
}

async function importRest(store: Store, scopeKey: string): Promise<void> {
  const scope = parseScopeKey(scopeKey)
  if (scope.type !== 'project') return
  const folder = await makeScope(store, scope)
  await importWhole(store, folder, { isRest: true, now: new Date() })
  await refreshIndexes(store, [{ scope }], {})
}

async function refreshIndexes(
  store: Store,
  folders: readonly Pick<ScopeFolder, 'scope'>[],
  options: { isForced?: boolean } = { isForced: true },
): Promise<void> {
  // Unlike a hook, a worker may ask git when files came.
  const collections = new Collections(store, undefined, createCommitTimes(process.env))
  for (const { scope } of folders) {
    const collection = await collections.find(scope)
    if (collection) await refreshIndexFile(collection, options)
  }
}

/** Distils the scopes and refreshes their indexes, even if one fails: the next prompt uses them. */
async function reflect(
  store: Store,
  folders: readonly ScopeFolder[],
  config: Config,
): Promise<void> {
  const { Reflection } = await import('../../work/reflection.js')
  const reflection = new Reflection(store, config, { env: process.env })
  setTimeout(() => reflection.close(), WORKER_MS).unref()
  try {
    await reflection.finishInterrupted()
    for (const folder of folders) await reflection.runTwice(folder)
  } finally {
    await refreshIndexes(store, folders)
    await refreshIndexes(store, [{ scope: GLOBAL_SCOPE }], {})
  }
}
