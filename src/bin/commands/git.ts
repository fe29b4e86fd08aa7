import { operationIn, type Operation } from '../../../store/git/repository.js'
import { openStore } from '../../../store/store.js'
import type { CommitResult } from '../../git/commit.js'
import { describeIgnored } from '../../git/ignored.js'
import type { InitResult } from '../../git/init.js'
import { withGitLock } from '../../git/store.js'
import type { StoreGitStatus, SyncResult } from '../../git/sync.js'
import type { Resolution } from '../../merge/settle.js'
import type { HeldBack } from '../../settings/entries.js'
import { type Action, type Call, UsageError } from '../cli/command.js'
import { locateProgram } from '../cli/program.js'
import { readSettled } from '../settings.js'
import { Asker } from '../terminal/asker.js'
import {
  renderAccepted,
  renderClone,
  renderCommit,
  renderGitStatus,
  renderInit,
  renderResolution,
  renderSync,
  type Accepted,
  type Cloned,
  type Synced,
} from '../terminal/git.js'
import { storeInGit } from './store.js'

/** `svc git init`: makes the data directory a repository, or joins the one it lies in. */
export const gitInit: Action<InitResult> = {
  async run(call) {
    const { databasePath } = call.config()
    const { initStore } = await import('../../git/init.js')
    return initStore(databasePath, { env: process.env, program: locateProgram() })
  },
  render: renderInit,
}

/** `svc git clone URL`: begins with the store of another machine. */
export const gitClone: Action<Cloned | Accepted> = {
  async *run(call) {
    const { databasePath } = call.config()
    const { cloneStore } = await import('../../git/clone.js')
    const options = { env: process.env, program: locateProgram(), cwd: process.cwd() }
    const result = await cloneStore(call.operands[0] ?? '', databasePath, options)
    const { Collections } = await import('../../memories/collections.js')
    const all = await new Collections(openStore(databasePath, process.env)).all()
    const memories = all.reduce((sum, collection) => sum + collection.memories.size, 0)
    const heldBack = findHeldBack(call)
    yield { ...result, memories, scopes: all.length, ...heldBack }
    if (heldBack !== undefined) yield* askToAccept(call)
  },
  toJson: step => {
    if ('accepted' in step) return undefined
    const { scopes: _, ...cloned } = step
    return cloned
  },
  render: step => ('accepted' in step ? renderAccepted(step) : renderClone(step)),
}

/** `svc git accept`: what config.json says on sending, spending and starting holds here. */
export const gitAccept: Action<Accepted> = {
  async run(call) {
    const { store } = await storeInGit(call)
    const { acceptStanding } = await import('../../settings/accepted.js')
    return { accepted: acceptStanding(store.root) ?? {} }
  },
  render: renderAccepted,
}

/** A commit, and the store that it was made of. */
interface Committed extends CommitResult {
  store: string
}

/** `svc git commit`: exit code 1 where git leaves the memories out, so that nothing ever will be. */
export const gitCommit: Action<Committed> = {
  async run(call) {
    const message = call.text('message')
    if (message?.trim() === '') throw new UsageError('--message is empty', call.command)
    const gitStore = await storeInGit(call)
    const { commitStore } = await import('../../git/commit.js')
    const options = message === undefined ? {} : { message }
    const result = await withGitLock(gitStore.store, () => commitStore(gitStore, options))
    if (result.note !== undefined) call.note(`svc: ${result.note}`)
    return { ...result, store: gitStore.store.root }
  },
  toJson: ({ store: _, ...result }) => result,
  render: renderCommit,
  footnotes: tellIgnored,
  exitCode: ({ ignored = [] }) => (ignored.length === 0 ? 0 : 1),
}

function tellIgnored({ store, ignored = [] }: Pick<Committed, 'store' | 'ignored'>): string[] {
  return describeIgnored(store, ignored).map(line => `svc: ${line}`)
}

/**
 * `svc git sync`: exit code 1 where a person must settle a conflict, or choose a remote, or git
 * leaves memories out.
 */
export const gitSync: Action<Synced | (Accepted & SyncEnd)> = {
  async *run(call) {
    const gitStore = await storeInGit(call)
    const { syncStore } = await import('../../git/sync.js')
    const { resolveConflicts } = await import('../../git/resolve.js')
    const result = await syncStore(gitStore, resolveConflicts)
    for (const note of result.notes) call.note(`svc: ${note}`)
    const heldBack = findHeldBack(call)
    yield { ...result, ...heldBack }
    const hasArrived = result.merged.some(({ path }) => path === 'config.json')
    if (heldBack === undefined || !hasArrived) return
    for await (const accepted of askToAccept(call)) yield { ...accepted, ...pickEnd(result) }
  },
  toJson: step => ('accepted' in step ? undefined : step),
  render: (step, screen) => ('accepted' in step ? renderAccepted(step) : renderSync(step, screen)),
  footnotes: step => ('accepted' in step ? [] : tellIgnored(step)),
  exitCode: ({ left, ignored = [], undecided = [] }) =>
    left.length + ignored.length + undecided.length === 0 ? 0 : 1,
}

/** The fields of a sync that its exit code depends on. */
type SyncEnd = Pick<SyncResult, 'left' | 'ignored' | 'undecided'>

function pickEnd({ left, ignored, undecided }: SyncResult): SyncEnd {
  return { left, ...(ignored && { ignored }), ...(undecided && { undecided }) }
}

/** Finds the values of config.json that this machine has not accepted; undefined for none. */
function findHeldBack(call: Call): { heldBack: readonly HeldBack[] } | undefined {
  let found: readonly HeldBack[] = []
  const tell = (heldBack: readonly HeldBack[]) => {
    found = heldBack
  }
  const given = { dataDir: call.text('data-dir') }
  readSettled(given, { onProblem: () => undefined, onHeldBack: tell })
  return found.length === 0 ? undefined : { heldBack: found }
}

/** Asks a person on a terminal whether it is to hold here; nothing where nobody sits there. */
async function* askToAccept(call: Call): AsyncIterable<Accepted> {
  const asker = new Asker()
  try {
    if (call.on('json') || !asker.isHeard) return
    if ((await asker.confirm('Accept these settings on this machine?')) !== true) return
    const { acceptStanding } = await import('../../settings/accepted.js')
    yield { accepted: acceptStanding(call.config().dataDir) ?? {} }
  } finally {
    asker.close()
  }
}

/** `svc git resolve`: exit code 1 where something is left for a person to settle. */
export const gitResolve: Action<Resolution & { operation?: Operation }> = {
  async run(call) {
    const gitStore = await storeInGit(call)
    const { resolveConflicts } = await import('../../git/resolve.js')
    const resolution = await withGitLock(gitStore.store, () => resolveConflicts(gitStore))
    const operation = operationIn(gitStore.repository)
    return { ...resolution, ...(operation && { operation }) }
  },
  render: renderResolution,
  exitCode: ({ left }) => (left.length === 0 ? 0 : 1),
}

/** `svc git status`: what is not committed, pushed or merged. */
export const gitStatus: Action<StoreGitStatus> = {
  async run(call) {
    const gitStore = await storeInGit(call)
    const { readStoreStatus } = await import('../../git/sync.js')
    return readStoreStatus(gitStore)
  },
  render: renderGitStatus,
}
