import { readStoreStatus } from '../../../git/store-status.js'
import { renderGitStatus } from '../../terminal/git-status.js'
import { formatJson } from '../../terminal/json.js'
import type { Call } from '../command.js'
import { openCalled } from './open.js'

/** `svc git status`: what is not committed, pushed or merged. */
export async function runGitStatus(call: Call): Promise<void> {
  const status = await readStoreStatus(openCalled(call))
  call.screen.print(call.json ? formatJson(status) : renderGitStatus(status, call.screen))
}
