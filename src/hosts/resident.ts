import { withHookKey } from './hook-key.js'
import { PROFILES, type HostName } from './profiles.js'

/** The name under which hosts' settings register svc's MCP server. */
export const MCP_SERVER = 'svc'

/** The tool of that server that answers hook calls; its list of tools leaves it out. */
export const HOOK_TOOL = 'hook'

/** Time that a host waits for the answer of the tool, in its settings (seconds). */
const TIMEOUT_SECONDS = 3

/** The events that hosts have the session's own MCP server answer. */
export const RESIDENT_EVENTS = ['SessionStart', 'UserPromptSubmit'] as const

type ResidentEvent = (typeof RESIDENT_EVENTS)[number]

/** A hook handler that calls a tool of an MCP server; the host fills in what stands in `${…}`. */
interface ResidentHandler {
  type: 'mcp_tool'
  server: string
  tool: string
  timeout: number
  input: Record<string, string>
}

/**
 * The handler by which a host's settings have an event answered by the session's own MCP server;
 * undefined where the host has none for it. A plugin names its server otherwise. With `key` its calls
 * carry the installation's word, without which they are refused.
 */
export function residentHandler(
  host: HostName,
  event: ResidentEvent,
  server = MCP_SERVER,
  key?: string,
): ResidentHandler | undefined {
  const fields = PROFILES[host].resident?.fields[event]
  if (fields === undefined) return undefined
  const filled = Object.fromEntries(fields.map(field => [field, `\${${field}}`]))
  const input = key === undefined ? filled : withHookKey(filled, key)
  return { type: 'mcp_tool', server, tool: HOOK_TOOL, timeout: TIMEOUT_SECONDS, input }
}
