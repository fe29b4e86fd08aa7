import type { StoreGitStatus } from '../../git/store-status.js'
import { summariseChanges } from '../../git/commit-message.js'
import { describeIgnored } from '../../git/ignored.js'
import { describeReturned } from '../../git/returned.js'
import { addRemote } from '../../git/words.js'
import { renderFields } from './fields.js'
import { hang, renderChanges } from './git-changes.js'
import type { Screen } from './screen.js'
import { cutToWidth } from './width.js'
import { oneLine } from './words.js'

const DRIVER = {
  registered: 'registered',
  missing: 'not registered; svc git init does it',
  'without its program': 'its program is gone; svc git init finds it again',
}

/** How a store stands in git. */
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
    ['state/', status.stateTracked ? warn('tracked: git rm -r --cached state') : undefined],
  ] as const
  return [
    ...renderFields(rows, styles),
    ...(status.remote === undefined ? [`add a remote: ${addRemote(status.store)}`] : []),
    ...describeIgnored(status.store, status.ignored).flatMap(line => hang(warn(line), screen)),
    ...unmerged.map(path => `  ! ${fit(path)}`),
    ...renderChanges(changes, screen),
    ...returned.flatMap(memory => hang(describeReturned(memory), screen)),
  ]
}

function placeOf({ store, workTree }: StoreGitStatus): string {
  return store === workTree ? store : `${store} in ${workTree}`
}

function remoteOf({ remote, url }: StoreGitStatus): string {
  return remote === undefined ? 'none' : `${remote} (${url})`
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
