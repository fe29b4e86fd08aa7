import { join } from 'node:path'
import { toStepCall } from '../steps.js'
import {
  joinTexts,
  toFields,
  toFieldsList,
  toPrompt,
  toText,
  toToolCall,
  type Entry,
  type Fields,
  type StepRecord,
  type TranscriptFormat,
} from '../format.js'

const CALLS = new Set(['function_call', 'custom_tool_call', 'local_shell_call'])
const SKILL = /^<skill>\s*<name>([^<]{1,100})<\/name>/

/**
 * Codex rollouts. What was said stands in events (`item_completed` since 0.169, `user_message` and
 * `agent_message` before) and in response items, of which the person's are marked `user.text`.
 */
export const CODEX: TranscriptFormat = {
  owns: record => typeof record.type === 'string' && typeof record.payload === 'object',
  toEntries: record => {
    const payload = toFields(record.payload)
    if (record.type === 'event_msg') return toEvent(payload)
    return record.type === 'response_item' ? toItem(payload) : []
  },
  toToolCalls: record => {
    const payload = toFields(record.payload)
    if (!CALLS.has(String(payload.type))) return []
    const input = payload.arguments ?? payload.input ?? payload.action
    return [toToolCall(toText(payload.name) ?? 'shell', input)]
  },
  toSteps: record => toSteps(toFields(record.payload)),
  beginsSubagent: record => {
    const { source, thread_source: thread, parent_thread_id: parent } = toFields(record.payload)
    const isStarted = thread === 'subagent' || toFields(source).subagent !== undefined
    return record.type === 'session_meta' && (isStarted || typeof parent === 'string')
  },
  toHead: record => {
    if (record.type !== 'session_meta') return {}
    const { id, cwd, timestamp } = toFields(record.payload)
    return {
      session: toText(id),
      cwd: toText(cwd),
      startedAt: toText(timestamp) ?? toText(record.timestamp),
    }
  },
  toSkills: record => {
    const payload = toFields(record.payload)
    if (payload.type !== 'message' || payload.role !== 'user') return []
    return toFieldsList(payload.content).flatMap(
      part => SKILL.exec(toText(part.text) ?? '')?.[1]?.trim() ?? [],
    )
  },
  place: {
    folders: own => ['sessions', 'archived_sessions'].map(name => join(own, name)),
    path: /(?:^|\/)rollout-[^/]*?([\da-f]{8}-[\da-f-]{27})\.jsonl$/i,
    depth: 3,
  },
}

function toSteps(payload: Fields): StepRecord[] {
  const id = toText(payload.call_id) ?? ''
  const item = toFields(payload.item)
  if (payload.type === 'item_completed' && item.type === 'CommandExecution') {
    const output = toText(item.aggregated_output) ?? ''
    return [{ id: toText(item.id) ?? '', output, ...toExitCode(item.exit_code) }]
  }
  if (payload.type === 'item_completed' && item.type === 'FileChange') {
    return [{ id: toText(item.id) ?? '', output: '', isError: item.status !== 'completed' }]
  }
  if (payload.type === 'patch_apply_end') {
    return [{ id, output: '', isError: payload.success === false }]
  }
  if (payload.type === 'exec_command_end') {
    const output = toText(payload.aggregated_output) ?? ''
    return [{ id, output, ...toExitCode(payload.exit_code) }]
  }
  if (CALLS.has(String(payload.type))) {
    const input = payload.arguments ?? payload.input ?? payload.action
    return toStepCall(id, payload.name ?? 'shell', input)
  }
  return /_call_output$/.test(String(payload.type)) ? [toEnd(id, payload.output)] : []
}

/** Older versions write the output as JSON with the exit code beside it. */
function toEnd(id: string, given: unknown): StepRecord {
  const text = toText(given) ?? joinTexts(toFieldsList(given))
  const isRefused = /^(?:exec command )?rejected by user/i.test(text)
  const code = /"exit_code":\s*(-?\d+)/.exec(text.slice(-300))?.[1]
  const isError = text.startsWith('apply_patch verification failed')
  return {
    id,
    output: text,
    isError,
    isRefused,
    ...(code !== undefined && { exitCode: Number(code) }),
  }
}

function toExitCode(code: unknown): { exitCode?: number } {
  return typeof code === 'number' ? { exitCode: code } : {}
}

function toEvent(payload: Fields): Entry[] {
  switch (payload.type) {
    case 'task_complete':
      return [{ kind: 'end', reply: toText(payload.last_agent_message) }]
    case 'turn_aborted':
      return [{ kind: 'end' }]
    case 'thread_rolled_back': {
      const turns = payload.num_turns
      return typeof turns === 'number' ? [{ kind: 'undone', turns }] : []
    }
    case 'user_message':
      return toPrompt(toText(payload.message) ?? '')
    case 'agent_message':
      return [{ kind: 'reply', text: toText(payload.message) ?? '' }]
    case 'item_completed':
      return toCompleted(toFields(payload.item), toText(payload.turn_id))
    default:
      return []
  }
}

function toCompleted(item: Fields, turn: string | undefined): Entry[] {
  const text = joinTexts(toFieldsList(item.content))
  if (item.type === 'UserMessage') return toPrompt(text, turn)
  if (item.type === 'AgentMessage') return [{ kind: 'reply', text, open: true }]
  // A compaction by itself comes before the prompt of its turn: it is no work of the turn before.
  return item.type === 'Reasoning' || item.type === 'ContextCompaction' ? [] : [{ kind: 'work' }]
}

function toItem(payload: Fields): Entry[] {
  if (/_(?:call|output)$/.test(String(payload.type))) return [{ kind: 'work' }]
  if (payload.type !== 'message' || payload.role !== 'user') return []
  const { content_item_kinds: kinds, turn_id: turn } = toFields(
    payload.internal_chat_message_metadata_passthrough,
  )
  if (!Array.isArray(kinds)) return []
  const said = toFieldsList(payload.content).filter((_, at) => kinds[at] === 'user.text')
  return toPrompt(joinTexts(said), toText(turn))
}
