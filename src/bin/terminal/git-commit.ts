import type { CommitResult } from '../../git/commit.js'
import { summariseChanges } from '../../git/commit-message.js'
import { renderChanges } from './git-changes.js'
import type { Screen } from './screen.js'

/** What a commit took up. */
export function renderCommit({ commit, changes }: CommitResult, screen: Screen): string[] {
  if (commit === undefined) return ['nothing to commit']
  const summary = summariseChanges(changes)
  const head = `committed ${commit.slice(0, 7)}${summary === '' ? '' : `: ${summary}`}`
  return [head, ...renderChanges(changes, screen)]
}
