import { operationIn } from '../../../../store/git/repository.js'
import { withGitLock } from '../../../git/git-store.js'
import { resolveConflicts } from '../../../git/resolve.js'
import { renderResolution } from '../../terminal/git-resolve.js'
import { formatJson } from '../../terminal/json.js'
import type { Call } from '../command.js'
import { openCalled } from './open.js'

/** `svc git resolve`: exit code 1 where something is left for a person to settle. */
export async function runGitResolve(call: Call): Promise<number> {
  const gitStore = openCalled(call)
  const resolution = await withGitLock(gitStore.store, () => resolveConflicts(gitStore))
  const operation = operationIn(gitStore.repository)
  const { screen } = call
  screen.print(
    call.json
      ? formatJson({ ...resolution, ...(operation && { operation }) })
      : renderResolution(resolution, operation, screen),
  )
  return resolution.left.length === 0 ? 0 : 1
}
