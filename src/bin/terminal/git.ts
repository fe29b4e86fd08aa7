import {
  howToAddRemote,
  howToChooseRemote,
  gitIn,
  type Operation,
} from '../../../store/git/repository.js'
import { listChanges, summariseChanges, type StoreChange } from '../../git/changes.js'
import type { CloneResult } from '../../git/clone.js'
import type { CommitResult } from '../../git/commit.js'
import { describeIgnored } from '../../git/ignored.js'
import type { InitResult } from '../../git/init.js'
import type { StoreGitStatus, SyncResult } from '../../git/sync.js'
import { describeReturned } from '../../memories/returned.js'
import type { Resolution } from '../../merge/settle.js'
import { describeHeldBack, type Consent, type HeldBack } from '../../settings/entries.js'
import { toTerminal } from '../../text.js'
import { cutToWidth, renderFields, wrapText } from './layout.js'
import type { Screen } from './screen.js'
import { count, oneLine } from './words.js'

const LOCAL_IN_GIT = 'files of bin/ or state/: svc doctor --fix takes them out'

/** Tells what `svc git init` did, and what comes next. */
export function renderInit(result: InitResult, { styles }: Screen): string[] {
  const { around, store, created, driver, files, localTracked, ignored } = result
  const { remote, undecided, isGuarded } = result
  const isNew = created || driver || files.length > 0
  const done = created ? 'made a repository of' : isNew ? 'prepared' : 'nothing to do for'
  return [
    `${done} ${oneLine(placeOf(result))}`,
    ...(around === undefined
      ? []
      : [`a repository of its own, because ${oneLine(around)} ignores this folder`]),
    ...files.map(renderFile),
    ...(driver ? ['registered the merge driver'] : []),
    ...(isGuarded && !created ? ['closed bin/ and state/ to what a git pull brings'] : []),
    ...(localTracked ? [styles.warn(`git tracks ${LOCAL_IN_GIT}`)] : []),
    ...describeIgnored(store, ignored).map(line => styles.warn(oneLine(line))),
    ...(remote === undefined && undecided === undefined
      ? [toTerminal(`next: ${howToAddRemote(store)}`), 'then: svc git sync']
      : []),
    ...(remote !== undefined && isNew ? ['next: svc git sync'] : []),
    ...(undecided === undefined ? [] : ['next: svc git sync, which tells how to choose a remote']),
  ]
}

function renderFile({ name, lines, isLink }: InitResult['files'][number]): string {
  if (!isLink) return `added to ${name}: ${lines.join(', ')}`
  return `${name} is a symbolic link; add to it yourself: ${lines.join(', ')}`
}

/** A clone with what it holds. */
export interface Cloned extends CloneResult, HeldBackSettings {
  memories: number
  scopes: number
}

/** Settings that came along and are held back; absent for none. */
interface HeldBackSettings {
  heldBack?: readonly HeldBack[]
}

/** A sync with what it left to a person to accept. */
export interface Synced extends SyncResult, HeldBackSettings {}

/** Values of config.json that hold on this machine from now on. */
export interface Accepted {
  accepted: Consent
}

/** The settings that were accepted, in one line. */
export function renderAccepted({ accepted }: Accepted): string[] {
  const named = Object.entries(accepted).map(([key, value]) => `${key} ${JSON.stringify(value)}`)
  return named.length === 0
    ? ['config.json names nothing that has to be accepted']
    : [oneLine(`these settings hold on this machine: ${named.join(', ')}`)]
}

function renderHeldBack({ heldBack = [] }: HeldBackSettings): string[] {
  return heldBack.length === 0 ? [] : [oneLine(describeHeldBack(heldBack))]
}

/** Tells what a clone brought. */
export function renderClone(cloned: Cloned): string[] {
  const { store, empty, memories, scopes } = cloned
  const held = empty
    ? 'the remote is empty: svc git sync fills it'
    : `${count(memories, 'memory', 'memories')} in ${count(scopes, 'scope')}`
  return [`cloned into ${oneLine(store)}`, held, ...renderHeldBack(cloned)]
}

/** Tells the changes that a commit took up. */
export function renderCommit({ commit, changes }: CommitResult, screen: Screen): string[] {
  if (commit === undefined) return ['nothing to commit']
  const summary = summariseChanges(changes)
  const head = `committed ${commit.slice(0, 7)}${summary === '' ? '' : `: ${summary}`}`
  return [head, ...renderChanges(changes, screen)]
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
  const end = result.open ? [] : renderEnd(result, lines.length === 0)
  const rest = left.length > 0 ? renderLeft(result, screen) : []
  return [...lines, ...end, ...rest, ...renderNotices(result, screen), ...renderHeldBack(result)]
}

function renderEnd(
  { remote, undecided, branch, pushed, store }: SyncResult,
  isQuiet: boolean,
): string[] {
  if (remote === undefined) {
    return [
      ...(isQuiet ? ['nothing to commit'] : []),
      ...(undecided === undefined
        ? ['there is no remote to share with; add one:', toTerminal(`  ${howToAddRemote(store)}`)]
        : tellUndecided({ undecided, branch, store })),
    ]
  }
  const there = oneLine(`${remote}/${branch}`)
  if (pushed > 0) return [`pushed ${count(pushed, 'commit')} to ${there}`]
  return isQuiet ? [`nothing to do: in step with ${there}`] : [`in step with ${there}`]
}

/** Advises on the choice among several remotes. */
function tellUndecided(found: { undecided: string[]; branch: string; store: string }): string[] {
  const { undecided, branch, store } = found
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
      return hang(what, screen, screen.styles.warn)
    }),
    ...renderReturned(returned, screen),
  ]
}

/** Tells what was settled, what is left for a person, and the way on. */
export function renderResolution(
  { settled, left, operation }: Resolution & { operation?: Operation },
  screen: Screen,
): string[] {
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

const DRIVER = {
  registered: 'registered',
  missing: 'not registered; svc git init does it',
  'without its program': 'its program is gone; svc git init finds it again',
}

/** Renders the state of a store in git. */
export function renderGitStatus(status: StoreGitStatus, screen: Screen): string[] {
  const { styles } = screen
  const { branch, head, operation, unmerged, driver, changes, returned } = status
  const { warn } = styles
  const fit = (text: string) => cutToWidth(oneLine(text), screen.columns - 10)
  const rows = [
    ['store', fit(placeOf(status))],
    ['branch', branch === undefined ? warn('none (HEAD is detached)') : fit(branch)],
    ['remote', fit(remoteOf(status))],
    ['commits', head === undefined ? 'none yet' : distanceOf(status)],
    ['changes', changes.length === 0 ? 'none' : summariseChanges(changes)],
    ['open', operation && warn(fit(openOf(operation)))],
    ['unmerged', unmerged.length > 0 ? warn(`${unmerged.length}; svc git resolve`) : undefined],
    ['driver', driver === 'registered' ? DRIVER[driver] : warn(DRIVER[driver])],
    ['tracked', status.localTracked ? warn(LOCAL_IN_GIT) : undefined],
  ] as const
  return [
    ...renderFields(rows, styles),
    ...tellNoRemote(status),
    ...describeIgnored(status.store, status.ignored).flatMap(line => hang(line, screen, warn)),
    ...unmerged.map(path => `  ! ${fit(path)}`),
    ...renderChanges(changes, screen),
    ...renderReturned(returned, screen),
  ]
}

function remoteOf({ remote, url, undecided }: StoreGitStatus): string {
  if (undecided !== undefined) return `none chosen of ${undecided.join(', ')}`
  return remote === undefined ? 'none' : `${remote} (${url})`
}

function tellNoRemote({ remote, undecided, branch = '', store }: StoreGitStatus): string[] {
  if (remote !== undefined) return []
  if (undecided === undefined) return [toTerminal(`add a remote: ${howToAddRemote(store)}`)]
  return [toTerminal(`choose one: ${howToChooseRemote(store, branch, undecided[0] ?? '')}`)]
}

/** Undefined where there is nobody to compare with. */
function distanceOf({ distance, remote }: StoreGitStatus): string | undefined {
  if (remote === undefined) return undefined
  if (distance === undefined) return 'never synced; svc git sync'
  const { ahead, behind } = distance
  if (ahead === 0 && behind === 0) return 'in step with the remote, as last fetched'
  return `${ahead} to push, ${behind} to take in, as last fetched`
}

function openOf(operation: string): string {
  const close = operation === 'merge' ? 'svc git commit' : `git ${operation} --continue`
  return `${operation}; finish it (${close}) or git ${operation} --abort`
}

function placeOf({ store, workTree }: { store: string; workTree: string }): string {
  return store === workTree ? store : `${store} in ${workTree}`
}

function renderSettled(settled: Resolution['settled'], screen: Screen): string[] {
  return settled.flatMap(({ path, how }) => hang(`settled ${path}: ${how}`, screen))
}

function renderReasons(left: Resolution['left'], screen: Screen): string[] {
  return left.flatMap(({ path, reason }) => hang(`${path}: ${reason}`, screen))
}

function renderReturned(returned: SyncResult['returned'], screen: Screen): string[] {
  return returned.flatMap(memory => hang(describeReturned(memory), screen))
}

/** A line for each change, cut to the screen; of many the first 50 and how many more. */
function renderChanges(changes: readonly StoreChange[], { columns }: Screen): string[] {
  return listChanges(changes).map(line => `  ${cutToWidth(oneLine(line), columns - 2)}`)
}

/**
 * A sentence, indented, over as many lines as it needs. The style comes last, because escaping takes
 * its codes for stored control characters.
 */
function hang(text: string, { columns }: Screen, style = (line: string) => line): string[] {
  return wrapText(oneLine(text), columns - 4).map(
    (line, row) => (row === 0 ? '  ' : '    ') + style(line),
  )
}
