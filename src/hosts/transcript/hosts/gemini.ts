import { join, resolve } from 'node:path'
import { readSmallFile } from '../../../../store/files/read.js'
import { outputOf, toPartSteps, toStepCall } from '../steps.js'
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
  type StepRecord,
  type TranscriptFormat,
} from '../format.js'

/**
 * Gemini CLI: a journal in which a later record of an id replaces the earlier one, `$rewindTo`
 * takes messages back and `$set` writes the history anew. The older form is one object with all
 * `messages`.
 */
export const GEMINI: TranscriptFormat = {
  owns: record =>
    toText(record.$rewindTo) !== undefined ||
    messagesOf(record) !== undefined ||
    (toText(record.id) !== undefined &&
      (record.type === 'gemini' || record.type === 'user') &&
      record.content !== undefined),
  toEntries: record => {
    const to = toText(record.$rewindTo)
    return to === undefined ? toEntries(record) : [{ kind: 'rewind', to }]
  },
  toHistory: messagesOf,
  toMessageId: record => toText(record.id),
  beginsSubagent: ({ kind }) => kind === 'subagent',
  toHead: ({ sessionId, startTime }) => ({
    session: toText(sessionId),
    startedAt: toText(startTime),
  }),
  toToolCalls: record =>
    (messagesOf(record) ?? [record]).flatMap(message =>
      toFieldsList(message.toolCalls).map(({ name, args }) => toToolCall(name, args)),
    ),
  toSteps: message => [
    ...toFieldsList(message.toolCalls).flatMap(toSteps),
    // A history that is written anew has calls and results as parts of messages.
    ...partsOf(message.content).flatMap(toPartSteps),
  ],
  place: {
    folders: own => [join(own, 'tmp')],
    path: /^[^/]+\/chats\/session-[^/]+\.jsonl?$/,
    depth: 2,
    findCwd: path => readSmallFile(resolve(path, '../../.project_root'))?.trim(),
  },
}

/** A call that is kept with its result. */
function toSteps(call: Fields): StepRecord[] {
  const id = toText(call.id) ?? ''
  const started = toStepCall(id, call.name, call.args)
  if (started.length === 0) return []
  const output = toFieldsList(call.result).map(outputOf).join('\n')
  const { status } = call
  return [
    ...started,
    { id, output, isError: status === 'error', isRefused: status === 'cancelled' },
  ]
}

function messagesOf(record: Fields): Fields[] | undefined {
  const messages = record.messages ?? toFields(record.$set).messages
  return Array.isArray(messages) ? messages.map(toFields) : undefined
}

function toEntries(message: Fields): Entry[] {
  const parts = partsOf(message.content)
  if (message.type === 'gemini')
    return toPartsReply(parts, toFieldsList(message.toolCalls).length > 0)
  if (message.type !== 'user') return []
  if (parts.some(part => part.functionResponse !== undefined)) return [{ kind: 'work' }]
  const shown = joinTexts(partsOf(message.displayContent))
  return toPrompt(shown === '' ? joinTexts(parts) : shown)
}

function partsOf(content: unknown): Fields[] {
  return typeof content === 'string' ? [{ text: content }] : toFieldsList(content)
}
