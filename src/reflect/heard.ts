import { findRequestParts } from '../provider/builtin/asked.js'
import { createBuiltinProvider } from '../provider/builtin/index.js'
import { isPersonal, isUniversal, widensPrevious } from '../provider/builtin/scope.js'
import { toSentences } from '../provider/builtin/sentences.js'
import type { MemoryCandidate, ReflectionRequest, Retraction } from '../provider/types.js'
import { checkCandidates } from './candidates.js'
import { shareIn, toWords } from './words.js'

/** Proposals of a model, as far as the conversation bears them out, and those that it does not. */
interface Heard {
  memories: MemoryCandidate[]
  retractions: Retraction[]
  /** The titles of what goes; of a retraction its words. */
  unheard: string[]
}

/** Proposals of a model. */
type Proposed = Pick<Heard, 'memories' | 'retractions'>

/**
 * Weighs a model's proposals against the conversation: one that quotes words which nobody said goes,
 * what was asked for and what holds everywhere are so where the person's words say it, and ids name
 * memories that the model was sent. What the person asked in so many words to keep counts towards no
 * cap; what the model left out of it is added in the person's words. A proposal that quotes nothing
 * is taken as it is.
 */
export async function hearModel(
  { memories, retractions }: Proposed,
  request: ReflectionRequest,
  signal: AbortSignal,
): Promise<Heard> {
  const texts = textsOf(request)
  const isHeard = (said = '') => said === '' || texts.some(text => holds(text, said))
  const sound = memories.filter(({ said }) => isHeard(said)).map(one => toMeant(one, request))
  const backed = retractions.filter(({ statement }) => isHeard(statement))
  const unheard = [
    ...memories.filter(({ said }) => !isHeard(said)).map(({ title }) => title),
    ...retractions.filter(one => !backed.includes(one)).map(({ statement }) => statement),
  ]
  return {
    memories: await withAsked(sound, request, signal),
    retractions: backed.map(one => withoutStrange(one, request)),
    unheard,
  }
}

/** All that a model was sent of a conversation, as words. */
function textsOf({ turns, scope }: ReflectionRequest): string[] {
  const place = scope.id ?? ''
  const shown = (text: string) => (place === '' ? text : text.replaceAll(place, '.'))
  return turns
    .flatMap(({ prompt, reply, commands = [] }) => [
      prompt,
      reply,
      ...commands.map(({ command, error = '' }) => shown(`${command} ${error}`)),
    ])
    .map(toPlain)
}

/** The words of a text in lower case, with blanks between, and without signs. */
function toPlain(text: string): string {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return ` ${words.join(' ')} `
}

/** Stands where a quotation leaves something out. */
const GAP = /\[…\]|\[?\.{3,}\]?|…/
/** Signs of languages without blanks between their words. */
const UNSPACED = /[\u3040-\u30ff\u3400-\u9fff]/

/** True where a text has the words of a quotation, or all parts of one that leaves something out. */
function holds(text: string, said: string): boolean {
  const parts = said.split(GAP).map(toPlain)
  // A quotation that was cut off at a bound may end within a word.
  const whole = said.endsWith('…') ? [...parts.slice(0, -2), withoutLast(parts.at(-2))] : parts
  const filled = whole.filter(part => part.trim() !== '')
  return filled.length > 0 && filled.every(part => text.includes(trimUnspaced(part)))
}

function withoutLast(part = ''): string {
  const cut = part.trimEnd().replace(/\S+$/, '')
  return cut.trim() === '' ? part : cut
}

function trimUnspaced(part: string): string {
  return UNSPACED.test(part) ? part.trim() : part
}

/** A proposal with the scope, the request and the target that the person's words bear out. */
function toMeant(candidate: MemoryCandidate, request: ReflectionRequest): MemoryCandidate {
  const { isAsked, said, updates, ...rest } = candidate
  if (said === undefined) return withTarget(candidate, request)
  const parts = sentencesOf(said, request)
  const isGlobal = parts.some(({ text }) => isUniversal(text) || isPersonal(text))
  const scope = candidate.scope === 'global' && isGlobal ? 'global' : 'project'
  const isRequested = isAsked === true && parts.some(part => part.isRequested)
  const checked: MemoryCandidate = {
    ...rest,
    ...{ scope, said },
    ...(isRequested && { isAsked: true }),
    ...(updates !== undefined && { updates }),
  }
  return withTarget(checked, request)
}

/** The sentences of the person's prompts that a quotation is of, and those that widen them. */
function sentencesOf(said: string, { turns }: ReflectionRequest): PersonsSentence[] {
  const quoted = toPlain(said)
  const isOf = ({ text }: { text: string }) =>
    holds(toPlain(text), said) || quoted.includes(trimUnspaced(toPlain(text)))
  return turns.flatMap(({ prompt }, turn) => {
    if (!holds(toPlain(prompt), said)) return []
    const sentences = toSentences(prompt, turn)
    const requested = findRequestParts(sentences)
    const own = sentences.filter(isOf)
    const widening = own
      .flatMap(({ index }) => sentences[index + 1] ?? [])
      .filter(({ text }) => widensPrevious(text))
    return [...own, ...widening].map(one => ({ text: one.text, isRequested: requested.has(one) }))
  })
}

interface PersonsSentence {
  text: string
  /** True where it asks to keep something, or is what such a request points to. */
  isRequested: boolean
}

/**
 * A proposal that updates a memory which the model was sent, and may change: what a project says
 * changes no global memory. Without another id it is new.
 */
function withTarget(candidate: MemoryCandidate, { nearest }: ReflectionRequest): MemoryCandidate {
  const { updates, ...rest } = candidate
  if (updates === undefined) return candidate
  const target = nearest.find(({ id }) => id === updates)
  if (target === undefined) return rest
  if (target.scope === 'global' && candidate.scope !== 'global') return rest
  return { ...candidate, isChange: true }
}

function withoutStrange(retraction: Retraction, { nearest }: ReflectionRequest): Retraction {
  const { id, ...rest } = retraction
  return nearest.some(one => one.id === id) ? retraction : rest
}

/** Share of a request's words by which a candidate shows that the model has heard it. */
const HEARD = 0.6

async function withAsked(
  proposed: readonly MemoryCandidate[],
  request: ReflectionRequest,
  signal: AbortSignal,
): Promise<MemoryCandidate[]> {
  const asked = await findAskedFor(request, signal)
  const heard = proposed.map(one => (asked.some(other => says(one, other)) ? toAsked(one) : one))
  return [...heard, ...asked.filter(other => !proposed.some(one => says(one, other)))]
}

async function findAskedFor(
  request: ReflectionRequest,
  signal: AbortSignal,
): Promise<MemoryCandidate[]> {
  const none = { maxMemories: 0, maxSkills: 0 }
  const { value } = await createBuiltinProvider().reflect({ ...request, ...none }, signal)
  const { memories } = checkCandidates(value, none).candidates
  return memories.filter(({ isAsked }) => isAsked === true)
}

function says({ title, content, said = '' }: MemoryCandidate, asked: MemoryCandidate): boolean {
  return shareIn(toWords([title, content, said].join('\n')), toWords(asked.content)) >= HEARD
}

function toAsked(candidate: MemoryCandidate): MemoryCandidate {
  return { ...candidate, isAsked: true }
}
