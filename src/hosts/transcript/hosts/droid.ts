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
    const said = saidByPerson(joinTexts(blocks))
    return said === '' ? [] : [{ kind: 'prompt', text: said }]
  },
  toToolCalls: record =>
    blocksOf(toFields(record.message))
      .filter(({ type }) => type === 'tool_use')
      .map((block): ToolCall => ({ name: toText(block.name) ?? '', input: block.input })),
  toShell: record => blocksOf(toFields(record.message)).flatMap(toShell),
}

function toShell(block: Fields): ShellRecord[] {
  if (block.type === 'tool_use') return toShellCall(block.id, block.name, block.input)
  if (block.type !== 'tool_result') return []
  const { tool_use_id: id, content, is_error: isError } = block
  const output = toText(content) ?? joinTexts(toFieldsList(content))
  return [{ id: toText(id) ?? '', output, isError: isError === true }]
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

function blocksOf({ content }: Fields): Fields[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : toFieldsList(content)
}
