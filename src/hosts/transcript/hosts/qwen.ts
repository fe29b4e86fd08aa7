import { join } from 'node:path'
import { toPartSteps } from '../steps.js'
import {
  joinTexts,
  toFields,
  toFieldsList,
  toPartsReply,
  toPrompt,
  toSessionHead,
  toText,
  toToolCall,
  type Entry,
  type Fields,
  type StepRecord,
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
  toMessageId: record => toText(record.uuid),
  toHead: toSessionHead,
  toSteps: record =>
    record.isSidechain === true || record.agentId !== undefined
      ? []
      : partsOf(record).flatMap(part => toSteps(part, toFields(record.toolCallResult))),
  place: {
    folders: (own, { QWEN_RUNTIME_DIR: runtime }) => [join(runtime || own, 'projects')],
    path: /^[^/]+\/chats\/(?:archive\/)?([^/]+)\.jsonl$/,
    depth: 3,
  },
}

function toSteps(part: Fields, { status, resultDisplay: shown }: Fields): StepRecord[] {
  const { exitCode } = toFields(shown)
  const { error } = toFields(toFields(part.functionResponse).response)
  const isError = error !== undefined || status === 'error'
  return toPartSteps(part).map(record =>
    'output' in record
      ? {
          ...record,
          isError,
          isRefused: status === 'cancelled',
          ...(typeof exitCode === 'number' && { exitCode }),
        }
      : record,
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
