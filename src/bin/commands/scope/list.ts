import { openStore } from '../../../../store/store.js'
import { resolveProject } from '../../../projects.js'
import { listScopes } from '../../../scope-list.js'
import { formatJson } from '../../terminal/json.js'
import { renderScopes } from '../../terminal/scopes.js'
import type { Call } from '../command.js'

/** `svc scope list`: every scope with what it holds, where it lies and what it is known by. */
export async function runScopeList(call: Call): Promise<void> {
  const store = openStore(call.config().databasePath)
  const here = resolveProject(process.cwd())
  const listing = await listScopes(store, here.id ?? undefined)
  call.screen.print(call.json ? formatJson(listing) : renderScopes(listing, call.screen))
}
