import type { HostName } from './loaded.js'

/** The name under which hosts' settings register svc's MCP server. */
export const MCP_SERVER = 'svc'

/** The tool of that server that answers hook calls; its list of tools leaves it out. */
export const HOOK_TOOL = 'hook'

/** How long a host waits for the answer of the tool, in its settings (seconds). */
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

const EVERY_EVENT = ['hook_event_name', 'session_id', 'cwd', 'transcript_path']

/**
 * The fields of the payload that each event is given. Codex fails a hook over a field that an event
 * does not have; Claude Code fills in ''. What a Stop says is learned from, and who says it stands
 * in fields that only some payloads have: it stays with the command.
 */
const FIELDS: Partial<Record<HostName, Partial<Record<ResidentEvent, readonly string[]>>>> = {
  'claude-code': {
    UserPromptSubmit: [...EVERY_EVENT, 'prompt_id', 'agent_id', 'source', 'prompt'],
  },
  codex: {
    SessionStart: [...EVERY_EVENT, 'source'],
    UserPromptSubmit: [...EVERY_EVENT, 'turn_id', 'prompt'],
  },
}

/**
 * The handler by which a host's settings have an event answered by the session's own MCP server;
 * undefined where the host has none for it. A plugin names its server otherwise.
 */
export function residentHandler(
  host: HostName,
  event: ResidentEvent,
  server = MCP_SERVER,
): ResidentHandler | undefined {
  const fields = FIELDS[host]?.[event]
  if (fields === undefined) return undefined
  const input = Object.fromEntries(fields.map(field => [field, `\${${field}}`]))
  return { type: 'mcp_tool', server, tool: HOOK_TOOL, timeout: TIMEOUT_SECONDS, input }
}
