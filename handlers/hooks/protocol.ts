import type { HostProfile, Payload, PayloadSigns, ToolAccess } from '../../src/hosts/profile.js'
import { HOST_NAMES, PROFILES, unquotePrompt, type HostName } from '../../src/hosts/profiles.js'

/** The events that a hook answers, under one name for all hosts. */
export type HookEvent = 'SessionStart' | 'UserPromptSubmit' | 'Stop' | 'SessionEnd'

/** A hook call, whatever host it came from. */
export interface HookCall {
  event: HookEvent
  /** The event as the host calls it. */
  eventName: string
  host?: HostName | undefined
  /** The host's row of PROFILES. */
  profile?: HostProfile | undefined
  session: string
  /** Undefined where the host did not say. */
  cwd?: string | undefined
  prompt?: string | undefined
  reply?: string | undefined
  transcriptPath?: string | undefined
  /** The host's name of this turn: `turn_id` or `prompt_id`. */
  turn?: string | undefined
  /** The host's name of the reply: `message_id`, if it names no turn. */
  message?: string | undefined
  /** Kind of a session start (startup, resume, clear, compact, fork, …), or sender of a prompt. */
  source?: string | undefined
  /** An agent that the model started, which calls for itself; undefined for the user's own session. */
  agent?: string | undefined
  /** True for a reply of a turn whose end the host tells in another call. */
  isReply?: boolean
  /** True for a turn that ended before it was done. */
  isAborted?: boolean
  /** True where one host runs the hook of another. */
  isBorrowed?: boolean
  /** By what the model can save and look up; undefined where nobody said. */
  tools?: ToolAccess | undefined
}

const TOOL_ACCESS: readonly ToolAccess[] = ['mcp', 'plugin', 'cli']

/** The flags of a hook's command line. */
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
  const named = lookUp(HOST_FLAGS, flags.host ?? '')
  const borrower = named && PROFILES[named].isLent ? detectHost(fields, 'borrowerSigns') : undefined
  const host = borrower ?? named ?? detectHost(fields)
  const profile = host && PROFILES[host]
  const agent = text(...AGENT_FIELDS, ...(profile?.parentFields ?? []))
  const session = text('session_id', 'sessionId', 'conversation_id') ?? ''
  const isReply = REPLIES.includes(eventName)
  const prompt = text('submitted_prompt', 'prompt', 'initialPrompt')
  return {
    event,
    eventName,
    host,
    profile,
    // Memories given to an agent must not count as given to the session that started it.
    session: agent === undefined || session === '' ? session : `${session} ${agent}`,
    cwd: text('cwd') ?? firstText(toObject(fields.workspace_roots), ['0']),
    prompt: profile?.quotesPrompts ? prompt && unquotePrompt(prompt) : prompt,
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

/** Fields that name an agent that the model started, or the one that started it. */
const AGENT_FIELDS = ['agent_id', 'agentId', 'parent_agent_id', 'parentAgentId']
const ROWS = Object.values(PROFILES)
/** Events that tell a reply, of hosts that tell the end of the turn in a second call. */
const REPLIES = ROWS.flatMap(({ replyEvent }) => replyEvent ?? [])

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

/** Events by the names that several hosts use, and by those of one. */
const EVENTS: Readonly<Record<string, HookEvent>> = {
  SessionStart: 'SessionStart',
  sessionStart: 'SessionStart',
  session_start: 'SessionStart',
  UserPromptSubmit: 'UserPromptSubmit',
  userPromptSubmit: 'UserPromptSubmit',
  user_prompt_submit: 'UserPromptSubmit',
  Stop: 'Stop',
  stop: 'Stop',
  SessionEnd: 'SessionEnd',
  sessionEnd: 'SessionEnd',
  session_end: 'SessionEnd',
  ...(Object.assign({}, ...ROWS.map(({ events }) => events)) as Record<string, HookEvent>),
}

/** Names that `--host` accepts, each with the host it means: all that run hooks. */
const HOST_FLAGS: Readonly<Record<string, HostName>> = Object.fromEntries(
  HOST_NAMES.filter(name => PROFILES[name].reach !== 'plugin').flatMap(name =>
    [name, ...PROFILES[name].aliases].map(flag => [flag, name]),
  ),
)

/**
 * The host that sent a payload, by its shape alone: environment markers leak into hosts that are
 * started from one another. Undefined for a plain payload, which is Claude Code's shape; of
 * `borrowerSigns` where it is not certain that another host runs the hook.
 */
export function detectHost(
  payload: Payload,
  kind: 'signs' | 'borrowerSigns' = 'signs',
): HostName | undefined {
  for (const strength of STRENGTHS) {
    const isOf = (name: HostName) => PROFILES[name][kind][strength]?.some(isIn => isIn(payload))
    const found = HOST_NAMES.find(isOf)
    if (found !== undefined) return found
  }
  return undefined
}

const STRENGTHS = ['strong', 'usual', 'weak'] as const satisfies (keyof PayloadSigns)[]
