import { LIST_FILTER, NEW_MEMORY } from '../../src/memories/fields.js'
import { tellEach, type Asked, type Given } from '../../src/memories/forms.js'
import { SvcError } from '../../store/errors.js'
import { isProposal, isWaiting, type Memory } from '../../store/types.js'
import {
  nameFile,
  NOTE,
  OLD_WORDS,
  renderFull,
  renderOldWords,
  renderShort,
  toFull,
  toOldWords,
  toShort,
  type ToolAnswer,
} from './answers.js'
import {
  readArguments,
  readRequiredText,
  readNumber,
  scopesForRead,
  readWord,
  toArguments,
  scopeForWrite,
  type ToolContext,
} from './arguments.js'
import { recallFixes } from './fixes.js'

interface Argument {
  type: 'string' | 'integer' | 'array' | 'boolean'
  description: string
  items?: { type: 'string' }
  enum?: readonly string[]
}

/** A tool as a model sees it, and what it does. */
interface Tool {
  name: string
  description: string
  inputSchema: { type: 'object'; properties: Record<string, Argument>; required?: string[] }
  annotations: Readonly<Record<string, boolean>>
  _meta?: Readonly<Record<string, boolean>>
  run: (context: ToolContext, given: Given) => Promise<ToolAnswer>
}

const READS = { readOnlyHint: true }
/** Hosts ask before a tool that may destroy something or reach outside; saving does neither. */
const SAVES = { destructiveHint: false, idempotentHint: true, openWorldHint: false }
const REMOVES = { destructiveHint: true, idempotentHint: true, openWorldHint: false }

/**
 * Claude Code names tools to the model and has it ask for the rest: it would not look up or save
 * by itself what it has to look up first how to.
 */
const ALWAYS = { 'anthropic/alwaysLoad': true }

const TYPES = {
  text: { type: 'string' },
  list: { type: 'array', items: { type: 'string' } },
  number: { type: 'integer' },
  switch: { type: 'boolean' },
} as const
const text = (description: string): Argument => ({ ...TYPES.text, description })
const number = (description: string): Argument => ({ ...TYPES.number, description })
const texts = (description: string): Argument => ({ ...TYPES.list, description })

/** The arguments of fields that have one, by name. */
export function argumentsOf(fields: Readonly<Record<string, Asked>>): Record<string, Argument> {
  return tellEach(fields, ({ type, takesOne, argument }) => {
    if (argument === undefined) return undefined
    return { ...TYPES[takesOne ? 'text' : type], description: argument }
  })
}

const readsScope = text('project or global; default both')
const id = text('Its id')

/** Number of memories in an answer: at least, at most, and if no limit is given. */
const RECALLED = { least: 1, most: 40, fallback: 8 }
const LISTED = { least: 1, most: 200, fallback: 50 }
const OFFSET = { least: 0, most: Number.MAX_SAFE_INTEGER, fallback: 0 }
/** Number of recalled memories that come with their text. */
const IN_FULL = 3
const RECALLED_CHARS = 1_200
/** Hosts cut longer answers. */
const GOT_CHARS = 20_000

/** Places that `recall` looks into; the first where none is named. */
const PLACES = ['memories', 'sessions', 'fixes'] as const

/** The tools that are listed, in the order in which a session needs them. */
export const TOOLS: readonly Tool[] = [
  {
    name: 'recall',
    description:
      'Search what earlier sessions learned: rules, preferences, decisions, commands, causes of failures. The best come in full, others as titles; get reads one.',
    inputSchema: {
      type: 'object',
      properties: {
        question: text('What to find, or the error'),
        in: {
          ...text('sessions: past turns; fixes: what mended this error'),
          enum: [...PLACES],
        },
        limit: number('Most; default 8'),
        kinds: texts('Only these kinds'),
        scope: readsScope,
      },
      required: ['question'],
    },
    annotations: READS,
    _meta: ALWAYS,
    run: recall,
  },
  {
    name: 'remember',
    description:
      'Save what later sessions need: a lasting preference, rule, decision, correction, command that worked, cause of a failure. One memory a fact; recall first, since the same title updates.',
    inputSchema: {
      type: 'object',
      properties: {
        ...argumentsOf(NEW_MEMORY),
        scope: text('project (default), or global if true in every project'),
      },
      required: ['title', 'content'],
    },
    annotations: SAVES,
    _meta: ALWAYS,
    run: remember,
  },
  {
    name: 'get',
    description: 'Read one memory in full.',
    inputSchema: { type: 'object', properties: { id }, required: ['id'] },
    annotations: READS,
    run: get,
  },
  {
    name: 'list',
    description: 'List titles and ids, newest first.',
    inputSchema: {
      type: 'object',
      properties: {
        scope: readsScope,
        ...argumentsOf(LIST_FILTER),
        limit: number('Most; default 50'),
        offset: number('Leave out the first'),
      },
    },
    annotations: READS,
    run: list,
  },
  {
    name: 'feedback',
    description:
      'Say that a memory is wrong or outdated: it is archived and not learned again. Then remember what is true.',
    inputSchema: {
      type: 'object',
      properties: { id, verdict: { ...text('What it is'), enum: ['wrong', 'outdated'] } },
      required: ['id', 'verdict'],
    },
    annotations: REMOVES,
    run: feedback,
  },
  {
    name: 'forget',
    description: 'Remove a memory because the user asks for it. A person can restore it.',
    inputSchema: { type: 'object', properties: { id }, required: ['id'] },
    annotations: REMOVES,
    run: forget,
  },
]

/** The list of tools as the protocol has it. */
export function describeTools() {
  return TOOLS.map(({ run: _, ...tool }) => tool)
}

/** Does what a tool does. Throws SvcError, INVALID_REQUEST for arguments that it does not take. */
export async function runTool(
  tool: Tool,
  context: ToolContext,
  given: unknown,
): Promise<ToolAnswer> {
  return tool.run(context, toArguments(given))
}

async function recall(context: ToolContext, given: Given): Promise<ToolAnswer> {
  const place = given.in === undefined ? 'memories' : readWord(given, 'in', PLACES)
  if (place === 'memories') return recallMemories(context, given)
  return place === 'fixes' ? recallFixes(context, given) : recallSessions(context, given)
}

async function recallSessions(context: ToolContext, given: Given): Promise<ToolAnswer> {
  const text = readRequiredText(given, 'question')
  const limit = readNumber(given, 'limit', RECALLED)
  const scopes = await scopesForRead(context, given)
  const service = await context.service()
  const found = await service.past.search({ text, scopes, limit, only: 'sessions' })
  if (found.sessions.length === 0)
    return { value: { items: [] }, text: 'No past session tells of that.' }
  const items = found.sessions.map(toOldWords)
  return {
    value: { note: OLD_WORDS, items },
    text: [OLD_WORDS, '', ...items.map(renderOldWords)].join('\n'),
  }
}

async function recallMemories(context: ToolContext, given: Given): Promise<ToolAnswer> {
  const question = readRequiredText(given, 'question')
  const limit = readNumber(given, 'limit', RECALLED)
  const { kinds } = given as { kinds?: string[] }
  const scopes = await scopesForRead(context, given)
  const service = await context.service()
  const found = await service.recall({ text: question, scopes, limit, ...(kinds && { kinds }) })
  const project = await context.project()
  const full = found.slice(0, IN_FULL).map(memory => {
    return toFull(memory, project, { maxChars: RECALLED_CHARS, text: question })
  })
  const more = found.slice(IN_FULL).map(memory => toShort(memory, project))
  if (found.length === 0) return { value: { items: [] }, text: 'Nothing is known about that.' }
  const titles = more.length === 0 ? [] : ['', 'More; read one with get:', ...more.map(renderShort)]
  return {
    value: { note: NOTE, items: [...full, ...more] },
    text: [NOTE, '', ...full.map(renderFull), ...titles].join('\n'),
  }
}

const DONE = {
  created: 'Remembered',
  updated: 'Updated',
  global: 'Nothing stored: a global memory of that title stands, which get reads',
}

async function remember(context: ToolContext, given: Given): Promise<ToolAnswer> {
  const scope = await scopeForWrite(context, given)
  const service = await context.service()
  const saver = context.host ? { host: context.host } : {}
  const { memory, outcome } = await service.memories.save('mcp', { ...given, scope }, saver)
  context.onWrite?.()
  const short = toShort(memory, await context.project())
  if (!isWaiting(memory)) {
    // The model that saved it knows whose words it has.
    const { mark: _, ...told } = short
    return { value: { outcome, ...short }, text: `${DONE[outcome]}: ${renderShort(told).slice(2)}` }
  }
  const accept = `svc review accept ${memory.id}`
  return {
    value: { outcome, ...short, accept },
    text: `${DONE[outcome]}, and waits for the user: ${accept}: ${renderShort(short).slice(2)}`,
  }
}

async function get(context: ToolContext, given: Given): Promise<ToolAnswer> {
  const memory = await getGiven(context, readRequiredText(given, 'id'))
  const full = toFull(memory, await context.project(), { maxChars: GOT_CHARS })
  const { tags, aliases, updatedAt, source } = memory
  const file = source.path === undefined ? {} : { file: source.path }
  const value = {
    note: NOTE,
    ...full,
    ...(tags.length > 0 && { tags }),
    ...(aliases.length > 0 && { aliases }),
    updatedAt,
    ...file,
  }
  return { value, text: [NOTE, '', renderFull(full)].join('\n') }
}

/** A memory that may be given to a model. Throws MEMORY_NOT_FOUND, also for a proposal. */
export async function getGiven(context: ToolContext, id: string): Promise<Memory> {
  const memory = await (await context.service()).memories.get(id)
  if (!isProposal(memory)) return memory
  throw new SvcError('MEMORY_NOT_FOUND', `${id} waits until the user accepts it in svc review`)
}

async function list(context: ToolContext, given: Given): Promise<ToolAnswer> {
  const limit = readNumber(given, 'limit', LISTED)
  const offset = readNumber(given, 'offset', OFFSET)
  const narrow = readArguments(given, LIST_FILTER)
  const scopes = await scopesForRead(context, given)
  const service = await context.service()
  const filter = { ...narrow, scopes, limit, offset, isForModel: true }
  const { items, total } = await service.memories.list(filter)
  const project = await context.project()
  const short = items.map(memory => toShort(memory, project))
  const left = total - offset - short.length
  const rest = left > 0 ? [`${left} more: offset ${offset + short.length}`] : []
  return {
    value: { items: short, total },
    text: [...short.map(renderShort), ...rest].join('\n') || 'Nothing is stored there.',
  }
}

async function forget(context: ToolContext, given: Given): Promise<ToolAnswer> {
  const memory = await remove(context, given, {})
  return toRemoved(context, memory, 'Forgotten')
}

/** Forgets as wrong, also if outdated: to a learner both are the same, neither is to come back. */
async function feedback(context: ToolContext, given: Given): Promise<ToolAnswer> {
  const verdict = readWord(given, 'verdict', ['wrong', 'outdated'])
  const memory = await remove(context, given, { wrong: true })
  return toRemoved(context, memory, `Archived as ${verdict}`)
}

async function remove(
  context: ToolContext,
  given: Given,
  options: { wrong?: boolean },
): Promise<Memory> {
  const id = readRequiredText(given, 'id')
  const service = await context.service()
  const memory = await getGiven(context, id)
  try {
    await service.memories.forget(id, options)
  } catch (error) {
    throw nameFile(error, memory)
  }
  context.onWrite?.()
  return memory
}

async function toRemoved(context: ToolContext, memory: Memory, done: string): Promise<ToolAnswer> {
  const { id, title, scope } = toShort(memory, await context.project())
  const undo = `svc archive restore ${id}`
  return { value: { id, title, scope, undo }, text: `${done}: ${title} (${id}). Undo: ${undo}` }
}
