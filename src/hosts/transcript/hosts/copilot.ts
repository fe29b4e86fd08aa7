import { join } from 'node:path'
import { toStepCall } from '../steps.js'
import {
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

/**
 * Copilot CLI's events. A reply is there only once `assistant.turn_end` follows it: the file lags
 * behind the Stop call. Messages of a subagent name the tool call that started it.
 */
export const COPILOT: TranscriptFormat = {
  owns: record => /^[a-z_]+\.[a-z_.]+$/.test(toText(record.type) ?? '') && isObject(record.data),
  toEntries: record => {
    const content = toFields(record.data)
    if (isBySubagent(record)) return []
    switch (record.type) {
      case 'user.message':
        return toAsked(content)
      case 'assistant.message':
        return toReply(content)
      case 'assistant.turn_end':
        return [{ kind: 'settled' }]
      case 'tool.execution_complete':
        return [{ kind: 'work' }]
      case 'abort':
      case 'session.shutdown':
        return [{ kind: 'end' }]
      default:
        return []
    }
  },
  toToolCalls: record =>
    toFieldsList(toFields(record.data).toolRequests).map(call =>
      toToolCall(call.name, call.arguments),
    ),
  toSteps: record => {
    const content = toFields(record.data)
    if (isBySubagent(record)) return []
    if (record.type === 'tool.execution_complete') return [toEnd(content)]
    return toFieldsList(content.toolRequests).flatMap(call =>
      toStepCall(call.toolCallId, call.name, call.arguments),
    )
  },
  toMessageId: record => toText(record.id),
  toHead: ({ type, data, timestamp }) => {
    const { sessionId, context } = toFields(type === 'session.start' ? data : undefined)
    return {
      session: toText(sessionId),
      cwd: toText(toFields(context).cwd),
      startedAt: toText(timestamp),
    }
  },
  toSkills: record => {
    if (record.type !== 'skill.invoked') return []
    const { path, name } = toFields(record.data)
    return [toText(path) ?? toText(name) ?? '']
  },
  place: {
    folders: own => [join(own, 'session-state')],
    path: /^([^/]+)\/events\.jsonl$/,
    depth: 1,
  },
}

/** Records of a sub-agent stand between those of the session. */
function isBySubagent({ agentId, data }: Fields): boolean {
  return typeof agentId === 'string' || typeof toFields(data).parentToolCallId === 'string'
}

/** A command that failed is a call that succeeded: its exit code stands beside. */
function toEnd({ toolCallId, success, shellExecution, result, error }: Fields): StepRecord {
  const { exitCode } = toFields(shellExecution)
  const output = toText(toFields(result).content) ?? toText(toFields(error).message) ?? ''
  const isRefused = /denied|rejected/.test(toText(toFields(error).code) ?? '')
  const isError = success === false
  const code = typeof exitCode === 'number' ? { exitCode } : {}
  return { id: toText(toolCallId) ?? '', output, isError, isRefused, ...code }
}

/** A message with a source other than the person carries a skill's text or the like. */
function toAsked(content: Fields): Entry[] {
  const source = toText(content.source) ?? 'user'
  return source === 'user' ? toPrompt(toText(content.content) ?? '') : []
}

function toReply(content: Fields): Entry[] {
  const text = toText(content.content) ?? ''
  const calls = toFieldsList(content.toolRequests)
  return [{ kind: 'reply', text, open: true }, ...calls.map((): Entry => ({ kind: 'work' }))]
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}
