import type { MemoryCandidate, Provider, ReflectionRequest } from '../types.js'
import { readStatements } from './assembly.js'
import { fitTo, withoutKnown, type Found } from './found.js'
import { holdsSecret } from './gates.js'
import { createScorer, openModel, type Model } from './model/score.js'
import { findProcedures, withProcedures } from './procedures/index.js'
import { findSkills } from './procedures/skills.js'

/** What a batch states as lasting, surest first, and what it takes back. */
function distill(request: ReflectionRequest, model: Model) {
  const stated = readStatements(request, createScorer(model), model.least)
  const procedures = findProcedures(request.turns, request.scope)
  const all = withProcedures(stated.found, procedures)
  const clean = all.filter(({ title, content }) => !holdsSecret(`${title}\n${content}`))
  const best = fitTo(request.maxMemories, withoutKnown(clean, request))
  return {
    memories: best.sort((a, b) => b.score - a.score).map(toCandidate),
    skills: findSkills(request.turns).slice(0, request.maxSkills),
    retractions: stated.retractions,
  }
}

function toCandidate({
  score: _score,
  turn: _turn,
  topic: _topic,
  aliases = [],
  ...rest
}: Found): MemoryCandidate {
  return { ...rest, aliases }
}

/**
 * The provider that needs no language model: a small trained one finds what people state as
 * lasting, in seven languages. Deterministic, no I/O, no cost; it cannot answer questions, so it
 * has no `ask`. Another trained model may be given, for measurements.
 */
export function createBuiltinProvider(model?: Model): Provider {
  return {
    name: 'builtin',
    model: 'sentences',
    reflect: async request => ({
      value: distill(request, model ?? openModel()),
      usage: { inputTokens: 0, outputTokens: 0, usd: 0 },
    }),
  }
}
