import {
  gitIn,
  howToAddRemote,
  howToChooseRemote,
  operationIn,
  type Operation,
} from '../../../store/git/repository.js'
import { openStore } from '../../../store/store.js'
import { listChanges, summariseChanges, type StoreChange } from '../../git/changes.js'
import type { CloneResult } from '../../git/clone.js'
import type { CommitResult } from '../../git/commit.js'
import { describeIgnored } from '../../git/ignored.js'
import { describeReturned } from '../../git/returned.js'
import { withGitLock } from '../../git/store.js'
import type { SyncResult } from '../../git/sync.js'
import type { Resolution } from '../../merge/settle.js'
import { readConfigFile } from '../../settings/accepted.js'
import {
  describeHeldBack,
  mergeEntries,
  type Consent,
  type HeldBack,
} from '../../settings/entries.js'
import { findUnknownKeys } from '../../settings/faults.js'
import { toTerminal } from '../../text.js'
import { UsageError, type Action, type Call } from '../cli/command.js'
import { locateProgram } from '../cli/program.js'
import { readSettled } from '../settings.js'
import { withAsker } from '../terminal/asker.js'
import { cutToWidth, hangText } from '../terminal/layout.js'
import type { Screen } from '../terminal/screen.js'
import { count, oneLine } from '../terminal/words.js'
import { storeInGit } from './store.js'

/** A clone with what it holds. */
interface Cloned extends CloneResult, HeldBackSettings {
  memories: number
  scopes: number
}

/** Settings that came along: those that are held back, or that a person has accepted then. */
interface HeldBackSettings {
  /** Absent for none. */
  heldBack?: readonly HeldBack[]
  accepted?: Consent
}

/** `svc git clone URL`: begins with the store of another machine. */
export const gitClone: Action<Cloned> = {
  async *run(call) {
    const { databasePath } = call.config()
    const { cloneStore } = await import('../../git/clone.js')
    const options = { env: process.env, program: locateProgram(), cwd: process.cwd() }
    const result = await cloneStore(call.operands[0] ?? '', databasePath, options)
    for (const note of result.notes) call.note(`svc: ${note}`)
    const { Collections } = await import('../../memories/collections.js')
    const all = await new Collections(openStore(databasePath, process.env)).all()
    const memories = all.reduce((sum, collection) => sum + collection.memories.size, 0)
    const heldBack = findHeldBack(call)
    const cloned = { ...result, memories, scopes: all.length, ...heldBack }
    yield cloned
    const accepted = heldBack && (await askToAccept(call))
    if (accepted) yield { ...cloned, accepted }
  },
  toJson: ({ accepted, scopes: _, ...cloned }) => (accepted ? undefined : cloned),
  render: cloned => (cloned.accepted ? renderAccepted(cloned.accepted) : renderClone(cloned)),
}

function renderClone(cloned: Cloned): string[] {
  const { store, empty, memories, scopes } = cloned
  const held = empty
    ? 'the remote is empty: svc git sync fills it'
    : `${count(memories, 'memory', 'memories')} in ${count(scopes, 'scope')}`
  return [`cloned into ${oneLine(store)}`, held, ...renderHeldBack(cloned)]
}

function renderHeldBack({ heldBack = [] }: HeldBackSettings): string[] {
  return heldBack.length === 0 ? [] : [oneLine(describeHeldBack(heldBack))]
}

/** `svc git accept`: what config.json says on sending, spending and starting holds here. */
export const gitAccept: Action<{ accepted: Consent }> = {
  run: async call => ({ accepted: await accept((await storeInGit(call)).store.root) }),
  render: ({ accepted }) => renderAccepted(accepted),
}

async function accept(dataDir: string): Promise<Consent> {
  const { acceptStanding } = await import('../../settings/accepted.js')
  return acceptStanding(dataDir) ?? {}
}

function renderAccepted(accepted: Consent): string[] {
  const named = Object.entries(accepted).map(([key, value]) => `${key} ${JSON.stringify(value)}`)
  return named.length === 0
    ? ['config.json names nothing that has to be accepted']
    : [oneLine(`these settings hold on this machine: ${named.join(', ')}`)]
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

/** Asks a person on a terminal whether it is to hold here; undefined unless they agree. */
async function askToAccept(call: Call): Promise<Consent | undefined> {
  const question = 'Accept these settings on this machine?'
  const isAgreed = !call.on('json') && (await withAsker(asker => asker.confirm(question)))
  return isAgreed ? accept(call.config().dataDir) : undefined
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

/** Tells the changes that a commit took up. */
export function renderCommit({ commit, changes }: CommitResult, screen: Screen): string[] {
  if (commit === undefined) return ['nothing to commit']
  const summary = summariseChanges(changes)
  const head = `committed ${commit.slice(0, 7)}${summary === '' ? '' : `: ${summary}`}`
  return [head, ...renderChanges(changes, screen)]
}

/** A line for each change, cut to the screen; of many the first 50 and how many more. */
export function renderChanges(changes: readonly StoreChange[], { columns }: Screen): string[] {
  return listChanges(changes).map(line => `  ${cutToWidth(oneLine(line), columns - 2)}`)
}

type Synced = SyncResult & HeldBackSettings

/**
 * `svc git sync`: exit code 1 where a person must settle a conflict, or choose a remote, or say that
 * it may push over a later format, or git leaves memories out.
 */
export const gitSync: Action<Synced> = {
  async *run(call) {
    const gitStore = await storeInGit(call)
    const { syncStore } = await import('../../git/sync.js')
    const { resolveConflicts } = await import('../../git/resolve.js')
    const result = await syncStore(gitStore, resolveConflicts)
    for (const note of result.notes) call.note(`svc: ${note}`)
    const hasArrived = result.merged.some(({ path }) => path === 'config.json')
    if (hasArrived) for (const note of tellUnknown(gitStore.store.root)) call.note(`svc: ${note}`)
    const heldBack = findHeldBack(call)
    yield { ...result, ...heldBack }
    const accepted = heldBack && hasArrived && (await askToAccept(call))
    if (accepted) yield { ...result, accepted }
  },
  toJson: synced => (synced.accepted ? undefined : synced),
  render: (synced, screen) =>
    synced.accepted ? renderAccepted(synced.accepted) : renderSync(synced, screen),
  footnotes: synced => (synced.accepted ? [] : tellIgnored(synced)),
  exitCode: ({ left, ignored = [], undecided = [], withheld }) =>
    left.length + ignored.length + undecided.length === 0 && withheld === undefined ? 0 : 1,
}

/** Names the keys that have arrived in a config.json and that no setting has. */
function tellUnknown(dataDir: string): string[] {
  const read = readConfigFile(dataDir)
  const entries = read !== undefined && 'entries' in read ? read.entries : undefined
  return findUnknownKeys(mergeEntries(entries)).map(
    key => `config.json names ${oneLine(key)}, which no setting of this svc has: it has no effect`,
  )
}

/** Tells what a sync did; if a person must decide, what and how. */
export function renderSync(result: Synced, screen: Screen): string[] {
  const { committed, merged, settled, left } = result
  const lines = [
    ...committed.flatMap(commit => renderCommit(commit, screen)),
    ...(merged.length > 0 ? [`merged: ${summariseChanges(merged)}`] : []),
    ...renderChanges(merged, screen),
    ...renderSettled(settled, screen),
  ]
  const end = result.open ? [] : renderEnd(result, lines.length === 0, screen)
  const rest = left.length > 0 ? renderLeft(result, screen) : []
  return [...lines, ...end, ...rest, ...renderNotices(result, screen), ...renderHeldBack(result)]
}

function renderEnd(result: SyncResult, isQuiet: boolean, screen: Screen): string[] {
  const { remote, undecided, branch, pushed, store, withheld } = result
  if (withheld !== undefined) return hangText(withheld, screen, screen.styles.bad)
  if (remote === undefined) {
    return [
      ...(isQuiet ? ['nothing to commit'] : []),
      ...(undecided === undefined
        ? ['there is no remote to share with; add one:', toTerminal(`  ${howToAddRemote(store)}`)]
        : tellUndecided(undecided, result)),
    ]
  }
  const there = oneLine(`${remote}/${branch}`)
  if (pushed > 0) return [`pushed ${count(pushed, 'commit')} to ${there}`]
  return isQuiet ? [`nothing to do: in step with ${there}`] : [`in step with ${there}`]
}

/** Advises on the choice among several remotes. */
function tellUndecided(undecided: string[], { branch, store }: SyncResult): string[] {
  const names = undecided.map(oneLine).join(', ')
  return [
    `nothing is shared: there are several remotes (${names})`,
    `and ${oneLine(branch)} follows none of them; choose one:`,
    toTerminal(`  ${howToChooseRemote(store, branch, undecided[0] ?? '')}`),
  ]
}

function renderLeft({ left, open, store }: SyncResult, screen: Screen): string[] {
  return [
    screen.styles.bad(`left for you to settle: ${count(left.length, 'file')}`),
    ...renderReasons(left, screen),
    ...(open ? describeOpen(store) : ['edit them, then svc git sync']),
  ]
}

function describeOpen(store: string): string[] {
  return [
    'svc git resolve tries again; or edit them, git add them, svc git commit, svc git sync;',
    toTerminal(`or give the merge up: ${gitIn(store)} merge --abort`),
  ]
}

/** Tells what a person should know of a merge: the number of files does not show it. */
function renderNotices({ review, returned }: SyncResult, screen: Screen): string[] {
  return [
    ...review.flatMap(({ id, title }) => {
      const what = `changed on both sides, look at it: ${title} (svc show ${id})`
      return hangText(what, screen, screen.styles.warn)
    }),
    ...renderReturned(returned, screen),
  ]
}

/** Conflicts that were settled and left, and the operation of git that they belong to. */
type Resolved = Resolution & { operation?: Operation }

/** `svc git resolve`: exit code 1 where something is left for a person to settle. */
export const gitResolve: Action<Resolved> = {
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

function renderResolution({ settled, left, operation }: Resolved, screen: Screen): string[] {
  if (settled.length === 0 && left.length === 0) return ['nothing to settle', ...goOn(operation)]
  return [
    ...renderSettled(settled, screen),
    ...(left.length === 0
      ? goOn(operation, settled.length)
      : [
          screen.styles.bad(`left: ${count(left.length, 'file')} for you to settle`),
          ...renderReasons(left, screen),
          'edit them, then svc git resolve',
        ]),
  ]
}

function goOn(operation: Operation | undefined, settled = 0): string[] {
  if (operation !== undefined && operation !== 'merge')
    return [`go on: git ${operation} --continue`]
  return operation === 'merge' || settled > 0 ? ['go on: svc git commit'] : []
}

function renderSettled(settled: Resolution['settled'], screen: Screen): string[] {
  return settled.flatMap(({ path, how }) => hangText(`settled ${path}: ${how}`, screen))
}

function renderReasons(left: Resolution['left'], screen: Screen): string[] {
  return left.flatMap(({ path, reason }) => hangText(`${path}: ${reason}`, screen))
}

/** Tells of memories that a merge brought back. */
export function renderReturned(returned: SyncResult['returned'], screen: Screen): string[] {
  return returned.flatMap(memory => hangText(describeReturned(memory), screen))
}
