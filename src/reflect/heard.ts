import { createBuiltinProvider } from '../provider/builtin/index.js'
import type { MemoryCandidate, ReflectionRequest } from '../provider/types.js'
import { checkCandidates } from './candidates.js'
import { shareIn, toWords } from './words.js'

/** Share of a request's words by which a candidate shows that the model has heard it. */
const HEARD = 0.6

/**
 * Adds to a model's proposals all that the person asked in so many words to keep: where the model
 * has it, it counts towards no cap; what it left out is added in the person's words.
 */
export async function withAsked(
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
  return checkCandidates(value, none).candidates.memories
}

function says({ title, content, said = '' }: MemoryCandidate, asked: MemoryCandidate): boolean {
  return shareIn(toWords([title, content, said].join('\n')), toWords(asked.content)) >= HEARD
}

function toAsked(candidate: MemoryCandidate): MemoryCandidate {
  return { ...candidate, isAsked: true }
}
