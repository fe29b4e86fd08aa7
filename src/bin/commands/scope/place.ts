import { openGit } from '../../../../store/git/git.js'
import { isInRepoIgnored } from '../../../placement/in-repo-ignored.js'
import { toExistingProject } from '../../../placement/names.js'
import { placeProject, type Placement } from '../../../placement/place.js'
import { formatJson } from '../../terminal/json.js'
import { renderCommit, renderMove, renderRemoval } from '../../terminal/moves.js'
import { oneLine } from '../../terminal/words.js'
import { UsageError, type Call } from '../command.js'
import { useDriver } from './driver.js'
import { MOVE_OPTIONS, openScopes } from './open.js'

/** `svc scope place in-repo|data-dir [DIR]`: where a project's memories lie from now on. */
export async function runScopePlace(call: Call): Promise<void> {
  const [placement, directory = '.'] = call.operands
  if (!isPlacement(placement)) {
    throw new UsageError(`${placement} is neither in-repo nor data-dir`, call.command)
  }
  const store = await openScopes(call)
  const scope = toExistingProject(directory, process.cwd())
  const moved = await placeProject(store, scope, placement, MOVE_OPTIONS)
  if (placement === 'in-repo') await useDriver(scope.id, call)
  if (call.json) return call.screen.print(formatJson({ placement, path: scope.id, ...moved }))
  const path = oneLine(scope.id)
  const where = placement === 'in-repo' ? `into ${path}/.svc` : 'into the data directory'
  const next = placement === 'in-repo' ? await nextIn(scope.id) : renderRemoval(moved, scope.id)
  call.screen.print([...renderMove(moved, where), ...next])
}

async function nextIn(workTree: string): Promise<string[]> {
  return renderCommit(await isInRepoIgnored(openGit(workTree, process.env)))
}

function isPlacement(text: string | undefined): text is Placement {
  return text === 'in-repo' || text === 'data-dir'
}
