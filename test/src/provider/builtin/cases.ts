import type {
  MemoryCandidate,
  Retraction,
  SkillCandidate,
  Turn,
} from '../../../../src/provider/types.js'
import { createBuiltinProvider } from '../../../../src/provider/builtin/index.js'

export interface Answer {
  memories: MemoryCandidate[]
  skills: SkillCandidate[]
  retractions: Retraction[]
}

export interface Known {
  own?: string[]
  global?: string[]
  maxMemories?: number
  /** The session's first prompt, where an earlier batch had it. */
  opening?: string
}

type Exchange = string | readonly [prompt: string, reply?: string]

const provider = createBuiltinProvider()

/** What the provider makes of a conversation: prompts, or prompts with replies. */
export async function reflectOn(
  exchanges: readonly Exchange[],
  known: Known = {},
): Promise<Answer> {
  const turns = exchanges.map((exchange, index): Turn => {
    const [prompt, reply = 'OK.'] = typeof exchange === 'string' ? [exchange] : exchange
    return { session: 's1', turn: index + 1, at: '2026-11-20T10:00:00.000Z', prompt, reply }
  })
  const request = {
    scope: { type: 'project' as const, id: '/work/shop' },
    turns,
    own: { memories: known.own ?? [], skills: [] },
    global: { memories: known.global ?? [], skills: [] },
    nearest: [],
    maxMemories: known.maxMemories ?? 4,
    maxSkills: 1,
    ...(known.opening !== undefined && { opening: known.opening }),
  }
  const answer = await provider.reflect(request, AbortSignal.timeout(60_000))
  return answer.value as Answer
}

/** `kind scope` of every memory, best first. */
export async function kindsOf(...exchanges: Exchange[]): Promise<string[]> {
  const { memories } = await reflectOn(exchanges)
  return memories.map(({ kind, scope }) => `${kind} ${scope}`)
}

/** The titles of what a conversation states. */
export async function titlesOf(...exchanges: Exchange[]): Promise<string[]> {
  return (await reflectOn(exchanges)).memories.map(memory => memory.title)
}
