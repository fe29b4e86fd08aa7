import { resolve } from 'node:path'
import { SvcError } from '../../../store/errors.js'
import { createCommitTimes } from '../../../store/git/times.js'
import { resolveProject } from '../../../store/projects/scope.js'
import { openStore } from '../../../store/store.js'
import { learnFromGit, type GitLearned } from '../../backfill/git/index.js'
import { Collections } from '../../memories/collections.js'
import type { Action, Call } from '../cli/command.js'
import { readSince } from '../cli/flags.js'
import { indentText } from '../terminal/layout.js'
import type { Screen } from '../terminal/screen.js'
import { count, nameScope, oneLine } from '../terminal/words.js'

/** The answer of `svc learn --from git`. */
interface Answer extends GitLearned {
  isDry: boolean
}

/** `svc learn --from git`: proposes what the commits of a project settle, for svc review. */
export const learnGit: Action<Answer> = {
  async run(call) {
    const isDry = call.on('dry-run')
    const controller = new AbortController()
    const ended = new SvcError('NOT_AVAILABLE', 'it was ended; nothing was learned')
    // The process goes on until all is written that it has begun to write.
    const end = () => controller.abort(ended)
    process.once('SIGINT', end)
    try {
      return { ...(await learn(call, isDry, controller.signal)), isDry }
    } finally {
      process.off('SIGINT', end)
      call.progress('')
    }
  },
  toJson: ({ isDry, ...learned }) => ({ ok: true, dryRun: isDry, ...learned }),
  render: renderLearned,
  footnotes: ({ isDry, proposed }, json) =>
    json || isDry || proposed.length === 0
      ? []
      : ['svc review shows each with its commit; none holds until you accept it'],
}

function learn(call: Call, isDry: boolean, signal: AbortSignal): Promise<GitLearned> {
  const { env } = process
  const store = openStore(call.config().databasePath, env)
  const since = readSince(call)
  return learnFromGit({
    collections: new Collections(store, undefined, createCommitTimes(env)),
    scope: resolveProject(resolve(call.text('project') ?? '.')),
    ...{ env, isDry, signal, now: () => new Date() },
    ...(since !== undefined && { since }),
    onProgress: commits => call.progress(`${commits} commits read`),
  })
}

/** Lines that a list on a terminal shows of a rule. */
const LIST_LINES = 2

function renderLearned(
  { scope, commits, proposed, withdrawn, left, isDry }: Answer,
  screen: Screen,
): string[] {
  const { dim } = screen.styles
  const verb = isDry ? 'would be proposed' : 'proposed'
  const head = `${count(commits, 'commit')} of ${nameScope(scope)}: ${count(proposed.length, 'rule')} ${verb}`
  const most = { most: LIST_LINES }
  const shown = proposed.flatMap(({ commit, at, title, content }) => [
    `${commit.slice(0, 8)}  ${at.slice(0, 10)}  ${oneLine(title)}`,
    ...indentText(oneLine(content), screen, most).map(dim),
  ])
  const gone = `${count(withdrawn.length, 'proposal')} withdrawn: a later commit took it back`
  const rest = `${count(left, 'more')} when these are looked at`
  return [head, ...shown, ...(withdrawn.length > 0 ? [gone] : []), ...(left > 0 ? [rest] : [])]
}
