import type { SyncResult } from '../../git/sync.js'
import { summariseChanges } from '../../git/commit-message.js'
import { describeReturned } from '../../git/returned.js'
import { addRemote, gitIn } from '../../git/words.js'
import { hang, renderChanges } from './git-changes.js'
import { renderCommit } from './git-commit.js'
import type { Screen } from './screen.js'
import { count, oneLine } from './words.js'

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
  const rest = left.length > 0 ? renderLeft(result, screen) : []
  return [...lines, ...end, ...rest, ...renderNotices(result, screen)]
}

/** What a merge did that a person should know of: it looks no different in the files' number. */
function renderNotices({ review, returned }: SyncResult, screen: Screen): string[] {
  return [
    ...review.flatMap(({ id, title }) => {
      const what = `changed on both sides, look at it: ${title} (svc show ${id})`
      return hang(screen.styles.warn(what), screen)
    }),
    ...returned.flatMap(memory => hang(describeReturned(memory), screen)),
  ]
}

function renderEnd({ remote, branch, pushed, store }: SyncResult, isQuiet: boolean): string[] {
  if (remote === undefined) {
    return [
      ...(isQuiet ? ['nothing to commit'] : []),
      'there is no remote to share with; add one:',
      `  ${addRemote(store)}`,
    ]
  }
  const there = oneLine(`${remote}/${branch}`)
  if (pushed > 0) return [`pushed ${count(pushed, 'commit')} to ${there}`]
  return isQuiet ? [`nothing to do: in step with ${there}`] : [`in step with ${there}`]
}

function describeOpen(store: string): string[] {
  return [
    'svc git resolve tries again; or edit them, git add them, svc git commit, svc git sync;',
    `or give the merge up: ${gitIn(store)} merge --abort`,
  ]
}

function renderLeft({ left, open, store }: SyncResult, screen: Screen): string[] {
  return [
    screen.styles.bad(`left for you to settle: ${count(left.length, 'file')}`),
    ...left.flatMap(({ path, reason }) => hang(`${path}: ${reason}`, screen)),
    ...(open ? describeOpen(store) : ['edit them, then svc git sync']),
  ]
}
