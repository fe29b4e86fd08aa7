import { toPartShell } from '../commands.js'
import {
  joinTexts,
  toFields,
  toFieldsList,
  toPartsReply,
  toPrompt,
  toText,
  toToolCall,
  type Entry,
  type Fields,
  type ShellRecord,
  type TranscriptFormat,
} from '../format.js'

/** Qwen Code: messages in parts; `displayText` is what the person typed. */
export const QWEN: TranscriptFormat = {
  owns: record =>
    toText(record.uuid) !== undefined && Array.isArray(toFields(record.message).parts),
  toEntries: record => {
    if (record.isSidechain === true || record.agentId !== undefined) return []
    const parts = partsOf(record)
    if (record.type === 'assistant') return toPartsReply(parts)
    if (record.type === 'tool_result' || parts.some(isAnswer)) return [{ kind: 'work' }]
    return record.type === 'user' ? toAsked(record, parts) : []
  },
  toToolCalls: record =>
    partsOf(record)
      .map(part => toFields(part.functionCall))
      .map(({ name, args }) => toToolCall(name, args)),
  toShell: record =>
    record.isSidechain === true || record.agentId !== undefined
      ? []
      : partsOf(record).flatMap(part => toShell(part, toFields(record.toolCallResult))),
}

function toShell(part: Fields, { status }: Fields): ShellRecord[] {
  const { error } = toFields(toFields(part.functionResponse).response)
  const isError = error !== undefined || status === 'error'
  return toPartShell(part).map(record =>
    'command' in record ? record : { ...record, isError, isRefused: status === 'cancelled' },
  )
}

function toAsked(record: Fields, parts: readonly Fields[]): Entry[] {
  if (record.provenance !== undefined && record.provenance !== 'real_user') {
    return [{ kind: 'unasked' }]
  }
  const shown = toText(toFields(record.systemPayload).displayText)
  return toPrompt(shown ?? joinTexts(parts))
}

function isAnswer(part: Fields): boolean {
  return part.functionResponse !== undefined
}

function partsOf(record: Fields): Fields[] {
  return toFieldsList(toFields(record.message).parts)
}
