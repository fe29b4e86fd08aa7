import { describeIgnored } from '../../../git/ignored.js'
import { resolveConflicts } from '../../../git/resolve.js'
import { syncStore } from '../../../git/sync.js'
import { renderSync } from '../../terminal/git-sync.js'
import { formatJson } from '../../terminal/json.js'
import type { Call } from '../command.js'
import { openCalled } from './open.js'

/** `svc git sync`: exit code 1 where a person must settle a conflict, or git leaves memories out. */
export async function runGitSync(call: Call): Promise<number> {
  const result = await syncStore(openCalled(call), resolveConflicts)
  const { screen } = call
  for (const note of result.notes) screen.note(`svc: ${note}`)
  screen.print(call.json ? formatJson(result) : renderSync(result, screen))
  const { ignored = [], left, store } = result
  for (const line of describeIgnored(store, ignored)) screen.note(`svc: ${line}`)
  return left.length + ignored.length === 0 ? 0 : 1
}
