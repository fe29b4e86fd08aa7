import { linkDirectory } from '../../../placement/link.js'
import { findExistingScope, toExistingProject } from '../../../placement/names.js'
import { formatJson } from '../../terminal/json.js'
import { oneLine } from '../../terminal/words.js'
import type { Call } from '../command.js'
import { openScopes } from './open.js'

/** `svc scope link SCOPE [DIR]`: DIR belongs to that project from now on. */
export async function runScopeLink(call: Call): Promise<void> {
  const store = await openScopes(call)
  const [name = '', directory = '.'] = call.operands
  const cwd = process.cwd()
  const scope = await findExistingScope(store, name, cwd)
  const linked = await linkDirectory(store, scope, toExistingProject(directory, cwd))
  if (call.json) return call.screen.print(formatJson(linked))
  call.screen.print(`${oneLine(linked.path)} belongs to ${oneLine(linked.folder)} now`)
}
