import { howToAddRemote, howToChooseRemote } from '../../../store/git/repository.js'
import { summariseChanges } from '../../git/changes.js'
import { describeIgnored } from '../../git/ignored.js'
import type { InitResult } from '../../git/init.js'
import type { StoreGitStatus } from '../../git/sync.js'
import { toTerminal } from '../../text.js'
import type { Action } from '../cli/command.js'
import { locateProgram } from '../cli/program.js'
import { cutToWidth, hangText, renderFields } from '../terminal/layout.js'
import type { Screen } from '../terminal/screen.js'
import { oneLine } from '../terminal/words.js'
import { renderChanges, renderReturned } from './git.js'
import { storeInGit } from './store.js'

const LOCAL_IN_GIT = 'files of bin/ or state/: svc doctor --fix takes them out'

/** `svc git init`: makes the data directory a repository, or joins the one it lies in. */
export const gitInit: Action<InitResult> = {
  async run(call) {
    const { databasePath } = call.config()
    const { initStore } = await import('../../git/init.js')
    return initStore(databasePath, { env: process.env, program: locateProgram() })
  },
  render: renderInit,
}

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

/** `svc git status`: what is not committed, pushed or merged. */
export const gitStatus: Action<StoreGitStatus> = {
  async run(call) {
    const gitStore = await storeInGit(call)
    const { readStoreStatus } = await import('../../git/sync.js')
    return readStoreStatus(gitStore)
  },
  render: renderGitStatus,
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
    ...describeIgnored(status.store, status.ignored).flatMap(line => hangText(line, screen, warn)),
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
