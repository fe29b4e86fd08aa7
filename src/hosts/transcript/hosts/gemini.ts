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
  toToolCalls: record =>
    (messagesOf(record) ?? [record]).flatMap(message =>
      toFieldsList(message.toolCalls).map((call): ToolCall => ({
        name: toText(call.name) ?? '',
        input: call.args,
      })),
    ),
  toShell: message => [
    ...toFieldsList(message.toolCalls).flatMap(toShell),
    ...partsOf(message.content).flatMap(toPartShell),
  ],
}

/** A call that is kept with its result. */
function toShell(call: Fields): ShellRecord[] {
  const id = toText(call.id) ?? ''
  const started = toShellCall(id, call.name, call.args)
  if (started.length === 0) return []
  const output = toFieldsList(call.result).map(outputOf).join('\n')
  const { status } = call
  return [
    ...started,
    { id, output, isError: status === 'error', isRefused: status === 'cancelled' },
  ]
}

/** A history that is written anew has calls and results as parts of messages. */
function toPartShell(part: Fields): ShellRecord[] {
  const { id, name, args } = toFields(part.functionCall)
  if (part.functionCall !== undefined) return toShellCall(id, name, args)
  if (part.functionResponse === undefined) return []
  return [{ id: toText(toFields(part.functionResponse).id) ?? '', output: outputOf(part) }]
}

function outputOf(part: Fields): string {
  const { output, error } = toFields(toFields(part.functionResponse).response)
  return toText(output) ?? toText(error) ?? ''
}

function messagesOf(record: Fields): Fields[] | undefined {
  const messages = record.messages ?? toFields(record.$set).messages
  return Array.isArray(messages) ? messages.map(toFields) : undefined
}

function toEntries(message: Fields): Entry[] {
  const parts = partsOf(message.content)
  if (message.type === 'gemini') return toReply(message, parts)
  if (message.type !== 'user') return []
  if (parts.some(part => part.functionResponse !== undefined)) return [{ kind: 'work' }]
  const shown = joinTexts(partsOf(message.displayContent))
  const said = saidByPerson(shown === '' ? joinTexts(parts) : shown)
  return said === '' ? [] : [{ kind: 'prompt', text: said }]
}

function toReply(message: Fields, parts: readonly Fields[]): Entry[] {
  const text = joinTexts(parts.filter(part => part.thought !== true))
  const isCalling =
    toFieldsList(message.toolCalls).length > 0 ||
    parts.some(part => part.functionCall !== undefined)
  const reply: Entry[] = text === '' ? [] : [{ kind: 'reply', text }]
  return isCalling ? [...reply, { kind: 'work' }] : reply
}

function partsOf(content: unknown): Fields[] {
  return typeof content === 'string' ? [{ text: content }] : toFieldsList(content)
}
