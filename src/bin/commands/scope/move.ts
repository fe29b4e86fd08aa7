import type { ScopeFolder } from '../../../../store/scope-folders.js'
import { moveScope, type MoveOutcome } from '../../../placement/move.js'
import { findExistingScope, findNamedScope } from '../../../placement/names.js'
import { formatJson } from '../../terminal/json.js'
import { renderMove, renderRemoval } from '../../terminal/moves.js'
import { oneLine } from '../../terminal/words.js'
import type { Call } from '../command.js'
import { MOVE_OPTIONS, openScopes } from './open.js'

/** `svc scope move FROM TO`: a project's new directory, or one scope into another. */
export async function runScopeMove(call: Call): Promise<void> {
  const store = await openScopes(call)
  const [from = '', to = ''] = call.operands
  const cwd = process.cwd()
  const source = await findExistingScope(store, from, cwd)
  const target = await findNamedScope(store, to, cwd)
  const moved = await moveScope(store, source, target, MOVE_OPTIONS)
  call.screen.print(call.json ? formatJson(moved) : describe(moved, source))
}

function describe(moved: MoveOutcome, { placement, scope }: ScopeFolder): string[] {
  if (moved.outcome === 'merged') {
    const next = placement === 'in-repo' ? renderRemoval(moved, scope.id ?? '') : []
    return [...renderMove(moved, `to ${oneLine(moved.folder)}`), ...next]
  }
  return [`${oneLine(moved.path)} is the project of ${oneLine(moved.folder)} now`]
}
