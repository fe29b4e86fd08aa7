import { toShellCall } from '../commands.js'
import {
  toFields,
  toFieldsList,
  toPrompt,
  toText,
  toToolCall,
  type Entry,
  type Fields,
  type ShellRecord,
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
    if (typeof content.parentToolCallId === 'string') return []
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
  toShell: record => {
    const content = toFields(record.data)
    if (typeof content.parentToolCallId === 'string') return []
    if (record.type === 'tool.execution_complete') return [toEnd(content)]
    return toFieldsList(content.toolRequests).flatMap(call =>
      toShellCall(call.toolCallId, call.name, call.arguments),
    )
  },
  toSkills: record => {
    if (record.type !== 'skill.invoked') return []
    const { path, name } = toFields(record.data)
    return [toText(path) ?? toText(name) ?? '']
  },
}

function toEnd({ toolCallId, success, result, error }: Fields): ShellRecord {
  const output = toText(toFields(result).content) ?? toText(toFields(error).message) ?? ''
  const isRefused = /denied|rejected/.test(toText(toFields(error).code) ?? '')
  return { id: toText(toolCallId) ?? '', output, isError: success === false, isRefused }
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
