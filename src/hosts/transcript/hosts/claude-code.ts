import { join } from 'node:path'
import { toBlockSteps } from '../steps.js'
import {
  blocksOf,
  joinTexts,
  toBlockCalls,
  toFields,
  toPrompt,
  toSessionHead,
  toText,
  type Entry,
  type Fields,
  type TranscriptFormat,
} from '../format.js'

const COMMAND = /<command-name>\s*(\/[^<]{1,200}?)\s*<\/command-name>/
const COMMAND_INPUT = /<command-args>([^<]*)<\/command-args>/

/**
 * Claude Code: one line a content block, joined by `message.id`. Side chains, summaries of a
 * compaction and API errors are no part of the conversation.
 */
export const CLAUDE_CODE: TranscriptFormat = {
  owns: record =>
    toFields(record.message).parts === undefined &&
    (typeof record.isSidechain === 'boolean' ||
      ((record.type === 'user' || record.type === 'assistant') &&
        toFields(record.message).content !== undefined)),
  toEntries: record => {
    if (record.isSidechain === true) return []
    if (record.subtype === 'stop_hook_summary') return [{ kind: 'end' }]
    if (record.type === 'assistant') return toReply(record)
    return record.type === 'user' ? toAsked(record) : []
  },
  toToolCalls: record => toBlockCalls(blocksIn(record)),
  toMessageId: record => toText(record.uuid),
  toHead: toSessionHead,
  toSteps: record =>
    record.isSidechain === true
      ? []
      : blocksIn(record).flatMap(block => toBlockSteps(block, REFUSED)),
  toSkills: record => {
    const name = record.type === 'user' ? COMMAND.exec(textOf(record))?.[1] : undefined
    return name === undefined ? [] : [name.slice(1)]
  },
  place: {
    folders: own => [join(own, 'projects')],
    path: /^[^/]+\/([\da-f]{8}-[\da-f-]{27})\.jsonl$/i,
    depth: 1,
  },
}

const REFUSED =
  /^(?:The user doesn't want to|\[Request interrupted|Claude requested permissions|Permission to use|<tool_use_error>)/

function toReply(record: Fields): Entry[] {
  const { id, model, stop_reason: stopped } = toFields(record.message)
  if (record.isApiErrorMessage === true || model === '<synthetic>') return []
  const open = stopped === 'tool_use'
  return blocksIn(record).flatMap((block): Entry[] => {
    if (block.type === 'tool_use') return [{ kind: 'work' }]
    const text = block.type === 'text' ? toText(block.text) : undefined
    return text === undefined ? [] : [{ kind: 'reply', text, id: toText(id), open }]
  })
}

function toAsked(record: Fields): Entry[] {
  if (blocksIn(record).some(block => block.type === 'tool_result')) return [{ kind: 'work' }]
  if (record.isMeta === true || record.isCompactSummary === true) return []
  const text = textOf(record).trim()
  if (text.startsWith('<task-notification>')) return [{ kind: 'unasked' }]
  if (/^<command-(?:name|message)>/.test(text)) return toCommand(text)
  return toPrompt(text)
}

function toCommand(text: string): Entry[] {
  const name = COMMAND.exec(text)?.[1]
  if (name === undefined) return [{ kind: 'unasked' }]
  return [{ kind: 'command', text: `${name} ${COMMAND_INPUT.exec(text)?.[1] ?? ''}`.trim() }]
}

function textOf(record: Fields): string {
  const { content } = toFields(record.message)
  return toText(content) ?? joinTexts(blocksIn(record).filter(block => block.type === 'text'))
}

function blocksIn(record: Fields): Fields[] {
  return blocksOf(toFields(record.message))
}
