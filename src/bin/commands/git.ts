import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { SvcError } from '../../../store/errors.js'
import { operationIn } from '../../../store/git/repository.js'
import { openStore } from '../../../store/store.js'
import { checkStore } from '../../git/check.js'
import { cloneStore } from '../../git/clone.js'
import { commitStore } from '../../git/commit.js'
import { initStore, describeIgnored } from '../../git/init.js'
import { readMemoryLog, readStoreLog, restoreFromGit } from '../../git/log.js'
import { runMergeDriver } from '../../git/merge-driver.js'
import { resolveConflicts } from '../../git/resolve.js'
import { openGitStore, type GitStore, withGitLock } from '../../git/store.js'
import { syncStore, readStoreStatus } from '../../git/sync.js'
import { Collections } from '../../memories/collections.js'
import { type Call, UsageError } from '../cli/command.js'
import { locateProgram } from '../cli/program.js'
import {
  renderInit,
  renderCommit,
  renderSync,
  renderResolution,
  renderGitStatus,
  renderMemoryLog,
  renderStoreLog,
  renderCheck,
} from '../terminal/git.js'
import { renderOutcome } from '../terminal/memories.js'
import { formatJson, count, oneLine } from '../terminal/words.js'

/**
 * The store of a call as it lies in git. Throws NOT_AVAILABLE where there is no store yet, and where
 * it lies in no repository: looking at one makes none.
 */
export function openCalled(call: Call): GitStore {
  const { databasePath, dataDir } = call.config()
  refuseAbsent(databasePath, dataDir)
  return openGitStore(databasePath, { env: process.env })
}

/** Throws NOT_AVAILABLE where there is no store at all. */
export function refuseAbsent(databasePath: string, dataDir: string): void {
  if (existsSync(databasePath)) return
  throw new SvcError('NOT_AVAILABLE', `there is no store at ${dataDir} yet; svc git init makes one`)
}

/** `svc git init`: makes the data directory a repository, or joins the one it lies in. */
export async function runGitInit(call: Call): Promise<void> {
  const { databasePath } = call.config()
  const result = await initStore(databasePath, { env: process.env, program: locateProgram() })
  call.screen.print(call.json ? formatJson(result) : renderInit(result, call.screen))
}

/** `svc git clone URL`: begins with the store of another machine. */
export async function runGitClone(call: Call): Promise<void> {
  const { databasePath } = call.config()
  const options = { env: process.env, program: locateProgram(), cwd: process.cwd() }
  const result = await cloneStore(call.operands[0] ?? '', databasePath, options)
  const all = await new Collections(openStore(databasePath)).all()
  const memories = all.reduce((sum, collection) => sum + collection.memories.size, 0)
  if (call.json) return call.screen.print(formatJson({ ...result, memories }))
  const held = result.empty
    ? 'the remote is empty: svc git sync fills it'
    : `${count(memories, 'memory', 'memories')} in ${count(all.length, 'scope')}`
  call.screen.print([`cloned into ${oneLine(result.store)}`, held])
}

/** `svc git commit`: exit code 1 where git leaves the memories out, so that nothing ever will be. */
export async function runGitCommit(call: Call): Promise<number> {
  const message = call.text('message')
  if (message?.trim() === '') throw new UsageError('--message is empty', call.command)
  const gitStore = openCalled(call)
  const options = message === undefined ? {} : { message }
  const result = await withGitLock(gitStore.store, () => commitStore(gitStore, options))
  const { screen } = call
  if (result.note !== undefined) screen.note(`svc: ${result.note}`)
  screen.print(call.json ? formatJson(result) : renderCommit(result, screen))
  const { ignored = [] } = result
  for (const line of describeIgnored(gitStore.store.root, ignored)) screen.note(`svc: ${line}`)
  return ignored.length === 0 ? 0 : 1
}

/** `svc git sync`: exit code 1 where a person must settle a conflict, or git leaves memories out. */
export async function runGitSync(call: Call): Promise<number> {
  const result = await syncStore(openCalled(call), resolveConflicts)
  const { screen } = call
  for (const note of result.notes) screen.note(`svc: ${note}`)
  screen.print(call.json ? formatJson(result) : renderSync(result, screen))
  const { ignored = [], left, store } = result
  for (const line of describeIgnored(store, ignored)) screen.note(`svc: ${line}`)
  return left.length + ignored.length === 0 ? 0 : 1
}

/** `svc git resolve`: exit code 1 where something is left for a person to settle. */
export async function runGitResolve(call: Call): Promise<number> {
  const gitStore = openCalled(call)
  const resolution = await withGitLock(gitStore.store, () => resolveConflicts(gitStore))
  const operation = operationIn(gitStore.repository)
  const { screen } = call
  screen.print(
    call.json
      ? formatJson({ ...resolution, ...(operation && { operation }) })
      : renderResolution(resolution, operation, screen),
  )
  return resolution.left.length === 0 ? 0 : 1
}

/** `svc git status`: what is not committed, pushed or merged. */
export async function runGitStatus(call: Call): Promise<void> {
  const status = await readStoreStatus(openCalled(call))
  call.screen.print(call.json ? formatJson(status) : renderGitStatus(status, call.screen))
}

const DEFAULT_LIMIT = 20

/** `svc git log [ID]`: the commits that touched the store, or what became of one memory. */
export async function runGitLog(call: Call): Promise<void> {
  const { screen, json } = call
  const [id] = call.operands
  const limit = call.number('limit') ?? DEFAULT_LIMIT
  const gitStore = openCalled(call)
  if (id === undefined) {
    const commits = await readStoreLog(gitStore, limit)
    if (json) return screen.print(formatJson({ commits }))
    return screen.print(
      commits.length === 0 ? 'nothing is committed yet' : renderStoreLog(commits, screen),
    )
  }
  const commits = await readMemoryLog(gitStore, id, limit)
  if (json) return screen.print(formatJson({ commits }))
  screen.print(
    commits.length === 0 ? 'not committed yet; svc git commit' : renderMemoryLog(commits, screen),
  )
}

/** `svc git restore ID[@REV]`: brings a memory back as it was committed. */
export async function runGitRestore(call: Call): Promise<void> {
  const restored = await restoreFromGit(openCalled(call), call.operands[0] ?? '')
  const { memory, commit, sharesTitleWith } = restored
  const { screen } = call
  if (call.json) return screen.print(formatJson(restored))
  const from = commit === 'HEAD' ? 'the last commit' : `commit ${commit.slice(0, 10)}`
  screen.print(renderOutcome('restored', memory, screen))
  screen.note(`from ${from}; svc git commit records it`)
  if (sharesTitleWith.length === 0) return
  const others = sharesTitleWith.join(', ')
  screen.note(`its title is that of ${others} too; svc doctor --fix makes one of them`)
}

/** `svc git check [DIR]`: checks the files of a store for a team's CI. Exit 0 or 1. */
export async function runGitCheck(call: Call): Promise<number> {
  const { screen, json } = call
  const [given] = call.operands
  const report = await checkStore(given === undefined ? ownStore(call) : resolve(given))
  screen.print(json ? formatJson(report) : renderCheck(report, given, screen))
  return report.ok ? 0 : 1
}

function ownStore(call: Call): string {
  const { databasePath, dataDir } = call.config()
  refuseAbsent(databasePath, dataDir)
  return dataDir
}

/** `svc git merge-driver`: what git runs to merge a memory. Exit code 0, 1 or 65. */
export async function runGitMergeDriver({ operands }: Call): Promise<number> {
  const [base = '', ours = '', theirs = '', size, path] = operands
  const markerSize = Number(size ?? 7)
  const isSize = Number.isInteger(markerSize) && markerSize > 0
  return runMergeDriver({
    ...{ base, ours, theirs },
    ...(isSize && { markerSize }),
    ...(path !== undefined && { path }),
  })
}
