import { LENDER } from '../../src/hosts/lender.js'
import type { HostName } from '../../src/hosts/loaded.js'

/** The events that a hook answers, under one name for all hosts. */
export type HookEvent = 'SessionStart' | 'UserPromptSubmit' | 'Stop' | 'SessionEnd'

/** A hook call, whatever host it came from. */
export interface HookCall {
  event: HookEvent
  /** The event as the host calls it. */
  eventName: string
  host: HostName | undefined
  session: string
  /** Undefined where the host did not say. */
  cwd: string | undefined
  prompt: string | undefined
  reply: string | undefined
  transcriptPath: string | undefined
  /** What the host calls this turn: `turn_id` or `prompt_id`. */
  turn: string | undefined
  /** What the host calls the reply: `message_id`, where it names no turn. */
  message: string | undefined
  /** Of a session start: startup, resume, clear, compact, fork, …; of a prompt: who sent it. */
  source: string | undefined
  /** An agent that the model started, which calls for itself; undefined for the user's own session. */
  agent: string | undefined
  /** True for a reply of a turn whose end the host tells in another call. */
  isReply: boolean
  /** True for a turn that ended before it was done. */
  isAborted: boolean
  /** True where one host runs the hook of another. */
  isBorrowed: boolean
  /** By what the model can save and look up; undefined where nobody said. */
  tools: ToolAccess | undefined
}

/** How a model reaches svc: the tools of its MCP server, the same brought by a plugin, or commands. */
type ToolAccess = 'mcp' | 'plugin' | 'cli'

const TOOL_ACCESS: readonly ToolAccess[] = ['mcp', 'plugin', 'cli']

/** What the command line says of a hook call. */
export interface HookFlags {
  host?: string | undefined
  event?: string | undefined
  tools?: string | undefined
}

/**
 * Reads a payload of any host; undefined where it is no object or no event that svc answers. An
 * unknown `--host` counts as none, and so does an unknown `--tools`.
 */
export function parseHookCall(payload: unknown, flags: HookFlags): HookCall | undefined {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return undefined
  const fields = payload as Record<string, unknown>
  const text = (...names: string[]) => firstText(fields, names)
  const eventName = flags.event ?? text('hook_event_name', 'hookEventName')
  const event = eventName === undefined ? undefined : lookUp(EVENTS, eventName)
  if (event === undefined || eventName === undefined) return undefined
  const borrower =
    lookUp(HOST_FLAGS, flags.host ?? '') === LENDER ? findBorrower(fields) : undefined
  const host = borrower ?? lookUp(HOST_FLAGS, flags.host ?? '') ?? detectHost(fields)
  const agent = text(...AGENT_FIELDS, ...(host === 'opencode' ? PARENT_FIELDS : []))
  const session = text('session_id', 'sessionId', 'conversation_id') ?? ''
  const isReply = eventName === REPLY
  const prompt = text('submitted_prompt', 'prompt', 'initialPrompt')
  return {
    event,
    eventName,
    host,
    // What an agent is given must not count as given to the session that started it.
    session: agent === undefined || session === '' ? session : `${session} ${agent}`,
    cwd: text('cwd') ?? firstText(toObject(fields.workspace_roots), ['0']),
    prompt: host === 'opencode' ? prompt && unquote(prompt) : prompt,
    reply: text('last_assistant_message', 'prompt_response', ...(isReply ? ['text'] : [])),
    transcriptPath: text('transcript_path', 'transcriptPath'),
    turn: text('turn_id', 'prompt_id', 'generation_id'),
    message: text('message_id'),
    source: text('source'),
    agent,
    isReply,
    isAborted: !isReply && ['aborted', 'error'].includes(text('status') ?? ''),
    isBorrowed: borrower !== undefined,
    tools: TOOL_ACCESS.find(access => access === flags.tools),
  }
}

/** What names an agent that the model started, or the one that started it. */
const AGENT_FIELDS = ['agent_id', 'agentId', 'parent_agent_id', 'parentAgentId']
/** OpenCode runs such an agent in a session of its own. */
const PARENT_FIELDS = ['parentID', 'parent_id', 'parent_session_id']
/** Cursor tells what was replied and that a turn is over in two calls. */
const REPLY = 'afterAgentResponse'

/** `opencode run "a b"` sends an argument with blanks in quotes, and escapes those within. */
function unquote(prompt: string): string {
  const inner = /^"((?:\\"|[^"])*)"$/.exec(prompt.trim())?.[1]
  return inner?.includes(' ') ? inner.replaceAll('\\"', '"') : prompt
}

function firstText(fields: Payload, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = fields[name]
    if (typeof value === 'string' && value !== '') return value
  }
  return undefined
}

function lookUp<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}

function toObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

const EVENTS: Readonly<Record<string, HookEvent>> = {
  SessionStart: 'SessionStart',
  sessionStart: 'SessionStart',
  session_start: 'SessionStart',
  UserPromptSubmit: 'UserPromptSubmit',
  userPromptSubmitted: 'UserPromptSubmit',
  userPromptSubmit: 'UserPromptSubmit',
  user_prompt_submit: 'UserPromptSubmit',
  beforeSubmitPrompt: 'UserPromptSubmit',
  BeforeAgent: 'UserPromptSubmit',
  Stop: 'Stop',
  stop: 'Stop',
  agentStop: 'Stop',
  AfterAgent: 'Stop',
  afterAgentResponse: 'Stop',
  SessionEnd: 'SessionEnd',
  sessionEnd: 'SessionEnd',
  session_end: 'SessionEnd',
}

/** Names that `--host` accepts, each with the host it means. */
const HOST_FLAGS: Readonly<Record<string, HostName>> = {
  'claude-code': 'claude-code',
  claude: 'claude-code',
  codex: 'codex',
  'gemini-cli': 'gemini-cli',
  gemini: 'gemini-cli',
  'qwen-code': 'qwen-code',
  qwen: 'qwen-code',
  'copilot-cli': 'copilot-cli',
  copilot: 'copilot-cli',
  cursor: 'cursor',
  opencode: 'opencode',
  droid: 'droid',
  vscode: 'vscode',
}

type Payload = Readonly<Record<string, unknown>>

/** The shapes that give a host away, in the order they are tried. */
const SIGNS: readonly [HostName, (payload: Payload) => boolean][] = [
  ['cursor', payload => 'cursor_version' in payload],
  ['codex', payload => 'turn_id' in payload || transcriptHas(payload, '/rollout-')],
  ['gemini-cli', ({ hook_event_name: name }) => name === 'BeforeAgent' || name === 'AfterAgent'],
  ['gemini-cli', payload => transcriptHas(payload, '/.gemini/tmp/')],
  ['qwen-code', payload => 'submitted_prompt' in payload || transcriptHas(payload, '/.qwen/')],
  ['copilot-cli', payload => 'initial_prompt' in payload || 'stop_reason' in payload],
  ['copilot-cli', payload => transcriptHas(payload, '/.copilot/')],
  ['droid', payload => transcriptHas(payload, '/.factory/')],
  ['vscode', payload => 'hookEventName' in payload && 'sessionId' in payload],
  ['copilot-cli', payload => 'sessionId' in payload],
]

/**
 * Which host sent a payload, by its shape alone: environment markers leak into hosts that are
 * started from one another. Undefined for a plain payload, which is Claude Code's shape.
 */
export function detectHost(payload: Payload): HostName | undefined {
  return SIGNS.find(([, isSign]) => isSign(payload))?.[0]
}

/** What none but one host sends, even to a hook that is installed for another. */
const BORROWERS: readonly [HostName, (payload: Payload) => boolean][] = [
  ['cursor', payload => 'cursor_version' in payload],
  ['copilot-cli', payload => 'initial_prompt' in payload || 'stop_reason' in payload],
  [
    'copilot-cli',
    payload => !payload.transcript_path && firstText(payload, ['timestamp']) !== undefined,
  ],
  ['droid', payload => transcriptHas(payload, '/.factory/')],
  ['codex', payload => transcriptHas(payload, '/.codex/sessions/')],
  ['vscode', payload => 'hookEventName' in payload && 'sessionId' in payload],
]

/** Which other host runs a hook of Claude Code; undefined where it is not certain. */
function findBorrower(payload: Payload): HostName | undefined {
  return BORROWERS.find(([, isSign]) => isSign(payload))?.[0]
}

function transcriptHas(payload: Payload, part: string): boolean {
  const path = payload.transcript_path
  return typeof path === 'string' && path.replaceAll('\\', '/').includes(part)
}
