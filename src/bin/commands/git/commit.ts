import { commitStore } from '../../../git/commit.js'
import { withGitLock } from '../../../git/git-store.js'
import { describeIgnored } from '../../../git/ignored.js'
import { renderCommit } from '../../terminal/git-commit.js'
import { formatJson } from '../../terminal/json.js'
import type { Call } from '../command.js'
import { UsageError } from '../command.js'
import { openCalled } from './open.js'

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
