import { readMemoryLog, readStoreLog } from '../../../git/log.js'
import { renderMemoryLog, renderStoreLog } from '../../terminal/git-log.js'
import { formatJson } from '../../terminal/json.js'
import type { Call } from '../command.js'
import { openCalled } from './open.js'

const DEFAULT_LIMIT = 20

/** `svc git log [ID]`: the commits that touched the store, or what became of one memory. */
export async function runGitLog(call: Call): Promise<void> {
  const { screen, json } = call
  const [id] = call.operands
  const limit = call.number('limit') ?? DEFAULT_LIMIT
  const gitStore = openCalled(call)
  if (id === undefined) {
    const commits = await readStoreLog(gitStore, limit)
    if (json) return screen.print(formatJson({ commits }))
    return screen.print(
      commits.length === 0 ? 'nothing is committed yet' : renderStoreLog(commits, screen),
    )
  }
  const commits = await readMemoryLog(gitStore, id, limit)
  if (json) return screen.print(formatJson({ commits }))
  screen.print(
    commits.length === 0 ? 'not committed yet; svc git commit' : renderMemoryLog(commits, screen),
  )
}
