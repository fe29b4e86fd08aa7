import { join } from 'node:path'
import { toBlockSteps } from '../steps.js'
import {
  blocksOf,
  joinTexts,
  toBlockCalls,
  toFields,
  toPrompt,
  toText,
  type Entry,
  type Fields,
  type TranscriptFormat,
} from '../format.js'

/** Droid's sessions. Lines for the person's eyes alone and `context-` messages are not said. */
export const DROID: TranscriptFormat = {
  owns: record =>
    record.type === 'agent_turn_outcome' ||
    (record.type === 'message' && toText(toFields(record.message).role) !== undefined),
  toEntries: record => {
    if (record.type === 'agent_turn_outcome') return [{ kind: 'end' }]
    const message = toFields(record.message)
    if (record.type !== 'message' || !isSaid(record, message)) return []
    const blocks = blocksOf(message)
    if (message.role === 'assistant') return toReply(blocks)
    if (blocks.some(({ type }) => type === 'tool_result')) return [{ kind: 'work' }]
    return toPrompt(joinTexts(blocks))
  },
  toToolCalls: record => toBlockCalls(blocksOf(toFields(record.message))),
  toSteps: record => blocksOf(toFields(record.message)).flatMap(block => toBlockSteps(block)),
  toMessageId: record => (record.type === 'message' ? toText(record.id) : undefined),
  beginsSubagent: ({ type, callingSessionId: caller, callingToolUseId: call }) =>
    type === 'session_start' && [caller, call].some(isName),
  toHead: ({ type, id, cwd, timestamp }) =>
    type === 'session_start'
      ? { session: toText(id), cwd: toText(cwd) }
      : { startedAt: toText(timestamp) },
  place: {
    folders: own => [join(own, 'sessions')],
    path: /^(?:[^/]+\/)?([^/]+)\.jsonl$/,
    depth: 1,
  },
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && value !== ''
}

function isSaid(record: Fields, message: Fields): boolean {
  if (message.visibility !== undefined && message.visibility !== 'both') return false
  return toText(record.id)?.startsWith('context-') !== true
}

function toReply(blocks: readonly Fields[]): Entry[] {
  const text = joinTexts(blocks.filter(({ type }) => type === 'text'))
  const calls = blocks.filter(({ type }) => type === 'tool_use')
  const reply: Entry[] = text === '' ? [] : [{ kind: 'reply', text }]
  return [...reply, ...calls.map((): Entry => ({ kind: 'work' }))]
}
