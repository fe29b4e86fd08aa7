import { stateFolder } from '../../../store/store.js'
import { isServed } from '../../activity/mcp-servers.js'
import { locateStore } from '../../config.js'

/** True where the session that calls has its prompts answered by its own MCP server. */
export function isBesideServer(env: Record<string, string | undefined>): boolean {
  const parent = env.CLAUDE_PID ?? ''
  if (!/^[1-9]\d*$/.test(parent)) return false
  const { dataDir } = locateStore({ env, onProblem: () => undefined })
  return isServed({ state: stateFolder(dataDir) }, Number(parent))
}
