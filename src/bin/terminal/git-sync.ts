import type { SyncResult } from '../../git/sync.js'
import { summariseChanges } from '../../git/commit-message.js'
import { hang, renderChanges } from './git-changes.js'
import { renderCommit } from './git-commit.js'
import type { Screen } from './screen.js'
import { count, oneLine } from './words.js'

const OPEN = [
  'svc git resolve tries again; or edit them, git add them, svc git commit, svc git sync;',
  'or give the merge up: git merge --abort',
]

/** What a sync did; where a person must decide, what and how. */
export function renderSync(result: SyncResult, screen: Screen): string[] {
  const { committed, merged, settled, left } = result
  const lines = [
    ...committed.flatMap(commit => renderCommit(commit, screen)),
    ...(merged.length > 0 ? [`merged: ${summariseChanges(merged)}`] : []),
    ...renderChanges(merged, screen),
    ...settled.flatMap(({ path, how }) => hang(`settled ${path}: ${how}`, screen)),
  ]
  const end = result.open ? [] : renderEnd(result, lines.length === 0)
  return [...lines, ...end, ...(left.length > 0 ? renderLeft(result, screen) : [])]
}

function renderEnd({ remote, branch, pushed }: SyncResult, isQuiet: boolean): string[] {
  if (remote === undefined) {
    return [
      ...(isQuiet ? ['nothing to commit'] : []),
      'there is no remote to share with; add one: git remote add origin URL',
    ]
  }
  const there = oneLine(`${remote}/${branch}`)
  if (pushed > 0) return [`pushed ${count(pushed, 'commit')} to ${there}`]
  return isQuiet ? [`nothing to do: in step with ${there}`] : [`in step with ${there}`]
}

function renderLeft({ left, open }: SyncResult, screen: Screen): string[] {
  return [
    screen.styles.bad(`left for you to settle: ${count(left.length, 'file')}`),
    ...left.flatMap(({ path, reason }) => hang(`${path}: ${reason}`, screen)),
    ...(open ? OPEN : ['edit them, then svc git sync']),
  ]
}
