import { detectHost, HOST_NAMES, type HostName } from './hosts.js'

/** The events that a hook answers, under one name for all hosts. */
export type HookEvent = 'SessionStart' | 'UserPromptSubmit' | 'Stop' | 'SessionEnd'

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
  SessionEnd: 'SessionEnd',
  sessionEnd: 'SessionEnd',
  session_end: 'SessionEnd',
}

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
  /** Of a session start: startup, resume, clear, compact, fork, … */
  source: string | undefined
}

/** What the command line says of a hook call. */
export interface HookFlags {
  host?: string | undefined
  event?: string | undefined
}

/**
 * Reads a payload of any host; undefined where it is no object or no event that svc answers. An
 * unknown `--host` counts as none.
 */
export function parseHookCall(payload: unknown, flags: HookFlags): HookCall | undefined {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return undefined
  const fields = payload as Record<string, unknown>
  const text = (...names: string[]) => firstText(fields, names)
  const eventName = flags.event ?? text('hook_event_name', 'hookEventName')
  const event = eventName === undefined ? undefined : lookUp(EVENTS, eventName)
  if (event === undefined || eventName === undefined) return undefined
  return {
    event,
    eventName,
    host: lookUp(HOST_NAMES, flags.host ?? '') ?? detectHost(fields),
    session: text('session_id', 'sessionId', 'conversation_id') ?? '',
    cwd: text('cwd') ?? firstText(toObject(fields.workspace_roots), ['0']),
    prompt: text('prompt', 'initialPrompt'),
    reply: text('last_assistant_message', 'prompt_response'),
    transcriptPath: text('transcript_path', 'transcriptPath'),
    turn: text('turn_id', 'prompt_id'),
    message: text('message_id'),
    source: text('source'),
  }
}

/**
 * What the host must be told: the context in the place where it looks for it, or nothing. Never
 * more than that: Codex drops an answer with an unknown field, and text on Stop makes hosts go on.
 */
export function renderHookAnswer(call: HookCall | undefined, context: string): string {
  if (call === undefined) return '{}'
  const { event, host } = call
  if (host === 'cursor' && event === 'UserPromptSubmit') return '{"continue":true}'
  const takesContext = event === 'SessionStart' || event === 'UserPromptSubmit'
  if (context === '' || !takesContext) return host === 'codex' ? '' : '{}'
  return JSON.stringify(contextAnswer(call, context))
}

function contextAnswer({ host, event, eventName, transcriptPath }: HookCall, context: string) {
  const nested = {
    hookSpecificOutput: {
      hookEventName: host === 'gemini-cli' ? eventName : event,
      additionalContext: context,
    },
  }
  if (host === 'copilot-cli' || host === 'opencode') return { additionalContext: context }
  if (host === 'cursor') return { additional_context: context }
  // Copilot runs the hooks of a project's .claude/settings.json too: it alone sends no transcript.
  const isMaybeCopilot = host === 'claude-code' && transcriptPath === undefined
  return isMaybeCopilot ? { additionalContext: context, ...nested } : nested
}

function firstText(fields: Record<string, unknown>, names: readonly string[]): string | undefined {
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
