import { SvcError } from '../../store/errors.js'
import { GLOBAL_SCOPE } from '../../store/types.js'
import type { Config } from '../config.js'
import { estimateTokens } from '../text.js'
import { entryOf } from './catalog.js'
import { renderReflectionPrompt } from './question.js'
import {
  ProviderFailure,
  type Provider,
  type ProviderAnswer,
  type Question,
  type Usage,
} from './types.js'

/** UTF-16 units of an answer that are looked at. */
const ANSWER_CHARS = 2_000_000
/** Places in a text that are tried as the start of an object: a bound keeps the work linear. */
const STARTS = 8

/**
 * The JSON value of a model's answer: bare, in a code fence, or with sentences around it. Linear
 * in the text's length. Throws PROVIDER_FAILED, never quoting the text, where there is none.
 */
export function parseAnswerText(text: string): unknown {
  if (text.length > ANSWER_CHARS) throw failed('the answer is too long')
  const answer = withoutThoughts(text).trim()
  for (const part of candidateParts(answer)) {
    const value = tryJson(part)
    if (value !== undefined && (part === answer || isObject(value))) return value
  }
  throw failed('the answer holds no JSON object')
}

/** Open models write what they think in front, and may draft the answer there. */
function withoutThoughts(text: string): string {
  const end = text.lastIndexOf('</think>')
  return end < 0 ? text : text.slice(end + '</think>'.length)
}

function* candidateParts(text: string): Generator<string> {
  yield text
  const fenced = insideFence(text)
  if (fenced !== undefined) yield fenced
  for (const start of objectStarts(text)) {
    const end = endOfObject(text, start)
    if (end !== undefined) yield text.slice(start, end)
  }
}

/** Cuts from the first fence to the last: texts inside the JSON may hold fences of their own. */
function insideFence(text: string): string | undefined {
  const open = text.indexOf('```')
  const close = text.lastIndexOf('```')
  const lineEnd = text.indexOf('\n', open)
  return open < 0 || lineEnd < 0 || close <= lineEnd ? undefined : text.slice(lineEnd + 1, close)
}

/** Finds starts of objects: a brace with a key or another brace after it. */
function* objectStarts(text: string): Generator<number> {
  let starts = 0
  for (const match of text.matchAll(/\{(?=\s{0,200}["}])/g)) {
    if (starts++ === STARTS) return
    yield match.index
  }
}

/** Index after the brace that closes the object at `start`; undefined where none does. */
function endOfObject(text: string, start: number): number | undefined {
  let depth = 0
  let isString = false
  for (let at = start; at < text.length; at++) {
    const unit = text[at]
    if (isString) {
      if (unit === '\\') at++
      else if (unit === '"') isString = false
    } else if (unit === '"') isString = true
    else if (unit === '{') depth++
    else if (unit === '}' && --depth === 0) return at + 1
  }
  return undefined
}

/** The JSON of a text; undefined where it is something else. */
export function tryJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function failed(message: string): SvcError {
  return new SvcError('PROVIDER_FAILED', message)
}

/** Tokens that an answer may have, a model's thinking included. */
export const ANSWER_TOKENS = 8_192

/** Answers one question; stops when the signal fires. Throws ProviderFailure. */
export type Complete = (question: Question, signal: AbortSignal) => Promise<ProviderAnswer>

/** A provider that reflects by asking a model. Whatever a signal ends throws the signal's reason. */
export function toProvider(name: string, model: string, complete: Complete): Provider {
  const ask: Complete = async (question, signal) => {
    try {
      return await complete(question, signal)
    } catch (error) {
      signal.throwIfAborted()
      throw error
    }
  }
  return {
    name,
    model,
    reflect: (request, signal) => ask(renderReflectionPrompt(request), signal),
    ask,
  }
}

/** A call that a provider was asked for, and what it puts to the model. */
export interface Asked {
  call: (signal: AbortSignal) => Promise<ProviderAnswer>
  signal: AbortSignal
  /** Written only where it is looked at. */
  question: () => Question
}

/** A provider of which every call is made by `around`. */
export function aroundCalls(
  provider: Provider,
  around: (asked: Asked) => Promise<ProviderAnswer>,
): Provider {
  const { name, model } = provider
  return {
    name,
    model,
    reflect: (request, signal) => {
      const question = () => renderReflectionPrompt(request)
      return around({ call: stop => provider.reflect(request, stop), signal, question })
    },
    ...(provider.ask !== undefined && {
      ask: (question, signal) =>
        around({ call: stop => provider.ask!(question, stop), signal, question: () => question }),
    }),
  }
}

/** The JSON of a model's text. Throws ProviderFailure with what the text has cost. */
export function toAnswer(
  name: string,
  { text, isCut }: { text: string; isCut: boolean },
  usage: Usage,
): ProviderAnswer {
  try {
    return { value: parseAnswerText(text), usage }
  } catch {
    const problem = isCut ? 'was cut at the limit of its length' : 'holds no JSON object'
    throw new ProviderFailure(`the answer of ${name} ${problem}`, usage)
  }
}

/** The tokens of a question that a provider does not count itself. */
export function questionTokens({ system, prompt, schema }: Question): number {
  return estimateTokens(system, prompt, JSON.stringify(schema))
}

/** The tokens that a provider is sent with a question: those of its own program too. */
export function sentTokens(provider: string, question: Question): number {
  return (entryOf(provider)?.overheadTokens ?? 0) + questionTokens(question)
}

/** A batch is closed at so many characters. */
const BATCH_CHARS = 24_000
/** Memories that a project knows, those sent whole, and the characters of a title and a text. */
const KNOWN = { titles: 60, near: 20, chars: 45, text: 150 }
/** Tokens of an answer with a few memories, about. */
const ANSWER = 600

/** About how many tokens a full batch takes at a provider, question, answer and overhead together. */
export function estimateBatchTokens(
  provider: string,
  { batchTurns, turnUserChars, turnAssistantChars }: BatchSize,
): number {
  const chars = Math.min(BATCH_CHARS, batchTurns * (turnUserChars + turnAssistantChars))
  const said = { session: '', turn: 1, at: '', prompt: 'x'.repeat(chars / 2) }
  const titles = Array.from({ length: KNOWN.titles }, () => 'x'.repeat(KNOWN.chars))
  const question = renderReflectionPrompt({
    scope: GLOBAL_SCOPE,
    turns: [{ ...said, reply: said.prompt }],
    own: { memories: titles, skills: [] },
    global: { memories: [], skills: [] },
    nearest: titles.slice(0, KNOWN.near).map((title, at) => {
      return {
        id: `${at}`,
        scope: 'project',
        title: `${at} ${title}`,
        content: 'x'.repeat(KNOWN.text),
      }
    }),
    maxMemories: 4,
    maxSkills: 1,
  })
  return sentTokens(provider, question) + ANSWER
}

type BatchSize = Pick<Config, 'batchTurns' | 'turnUserChars' | 'turnAssistantChars'>
