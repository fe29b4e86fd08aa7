import { saidByPerson } from '../../../redact/index.js'
import { toShellCall } from '../commands.js'
import {
  joinTexts,
  toFields,
  toFieldsList,
  toText,
  type Entry,
  type ShellRecord,
  type ToolCall,
  type Fields,
  type TranscriptFormat,
} from '../format.js'

/** Qwen Code: messages in parts; `displayText` is what the person typed. */
export const QWEN: TranscriptFormat = {
  owns: record =>
    toText(record.uuid) !== undefined && Array.isArray(toFields(record.message).parts),
  toEntries: record => {
    if (record.isSidechain === true || record.agentId !== undefined) return []
    const parts = partsOf(record)
    if (record.type === 'assistant') return toReply(parts)
    if (record.type === 'tool_result' || parts.some(isAnswer)) return [{ kind: 'work' }]
    return record.type === 'user' ? toPrompt(record, parts) : []
  },
  toToolCalls: record =>
    partsOf(record)
      .map(part => toFields(part.functionCall))
      .map((call): ToolCall => ({ name: toText(call.name) ?? '', input: call.args })),
  toShell: record =>
    record.isSidechain === true || record.agentId !== undefined
      ? []
      : partsOf(record).flatMap(part => toShell(part, toFields(record.toolCallResult))),
}

function toShell(part: Fields, { status }: Fields): ShellRecord[] {
  const { id, name, args } = toFields(part.functionCall)
  if (part.functionCall !== undefined) return toShellCall(id, name, args)
  if (!isAnswer(part)) return []
  const answer = toFields(part.functionResponse)
  const { output, error } = toFields(answer.response)
  return [
    {
      id: toText(answer.id) ?? '',
      output: toText(output) ?? toText(error) ?? '',
      isError: error !== undefined || status === 'error',
      isRefused: status === 'cancelled',
    },
  ]
}

function toPrompt(record: Fields, parts: readonly Fields[]): Entry[] {
  if (record.provenance !== undefined && record.provenance !== 'real_user') {
    return [{ kind: 'unasked' }]
  }
  const shown = toText(toFields(record.systemPayload).displayText)
  const said = saidByPerson(shown ?? joinTexts(parts))
  return said === '' ? [] : [{ kind: 'prompt', text: said }]
}

function toReply(parts: readonly Fields[]): Entry[] {
  const text = joinTexts(parts.filter(part => part.thought !== true))
  const reply: Entry[] = text === '' ? [] : [{ kind: 'reply', text }]
  return parts.some(part => part.functionCall !== undefined) ? [...reply, { kind: 'work' }] : reply
}

function isAnswer(part: Fields): boolean {
  return part.functionResponse !== undefined
}

function partsOf(record: Fields): Fields[] {
  return toFieldsList(toFields(record.message).parts)
}
