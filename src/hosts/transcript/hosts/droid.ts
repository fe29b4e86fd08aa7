import { toBlockShell } from '../commands.js'
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
  toShell: record => blocksOf(toFields(record.message)).flatMap(block => toBlockShell(block)),
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
