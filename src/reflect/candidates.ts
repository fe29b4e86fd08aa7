import { SvcError } from '../../store/errors.js'
import { titleKey } from '../text.js'
import { parseMemoryCandidate, parseSkillCandidate } from './candidate.js'
import type { Candidates, ReflectionRequest } from './types.js'

export { parseAnswerText } from './answer-text.js'

/** So many entries of a list are looked at; a model that gives more has lost its way. */
const MOST_ENTRIES = 100

/** Why a candidate was not taken: its place in the answer and the rule, never its text. */
export interface Dropped {
  reason: string
}

/**
 * Checks what a provider proposes, one candidate after the other: a bad one is dropped, not the
 * answer. Of two with one title or name the first counts, and no more are taken than were asked
 * for. A missing list is empty. Throws PROVIDER_FAILED where the answer is no object.
 */
export function checkCandidates(
  value: unknown,
  { maxMemories, maxSkills }: Pick<ReflectionRequest, 'maxMemories' | 'maxSkills'>,
): { candidates: Candidates; dropped: Dropped[] } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new SvcError('PROVIDER_FAILED', 'the answer is not a JSON object')
  }
  const { memories, skills } = value as { memories?: unknown; skills?: unknown }
  const dropped: Dropped[] = []
  const drop = (reason: string) => dropped.push({ reason })
  const candidates = {
    memories: checkList('memories', memories, {
      most: maxMemories,
      parse: parseMemoryCandidate,
      keyOf: ({ title }) => titleKey(title),
      drop,
    }),
    skills: checkList('skills', skills, {
      most: maxSkills,
      parse: parseSkillCandidate,
      keyOf: ({ name }) => name,
      drop,
    }),
  }
  return { candidates, dropped }
}

interface ListRules<T> {
  most: number
  /** Throws SvcError naming the rule that a candidate breaks. */
  parse: (entry: unknown) => T
  keyOf: (candidate: T) => string
  drop: (reason: string) => void
}

function checkList<T>(
  list: string,
  given: unknown,
  { most, parse, keyOf, drop }: ListRules<T>,
): T[] {
  if (given === undefined || given === null) return []
  if (!Array.isArray(given)) {
    drop(`${list}: must be an array`)
    return []
  }
  const kept = new Map<string, T>()
  for (const [index, entry] of given.slice(0, MOST_ENTRIES).entries()) {
    const place = `${list}[${index}]`
    if (kept.size >= most) drop(`${place}: more than the ${most} asked for`)
    else {
      const candidate = tryParse(parse, entry, reason => drop(`${place}: ${reason}`))
      if (candidate === undefined) continue
      if (kept.has(keyOf(candidate))) drop(`${place}: repeats an earlier one`)
      else kept.set(keyOf(candidate), candidate)
    }
  }
  if (given.length > MOST_ENTRIES) drop(`${list}: ${given.length - MOST_ENTRIES} more`)
  return [...kept.values()]
}

function tryParse<T>(
  parse: (entry: unknown) => T,
  entry: unknown,
  drop: (reason: string) => void,
): T | undefined {
  try {
    return parse(entry)
  } catch (error) {
    if (!(error instanceof SvcError)) throw error
    drop(error.message)
    return undefined
  }
}
