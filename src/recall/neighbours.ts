import type { Candidate } from './first-stage.js'
import type { Selection } from './preselect.js'

const TURN_WEIGHT = 0.4
const SESSION_WEIGHT = 0.15

interface Member {
  group: string
  candidate: Candidate
  lift: number
}

/**
 * Lifts candidates by their session: by 0.4 of the best of the two turns before and after, and by
 * 0.15 of the session's best, for the answer often stands next to the turn that has the words.
 * Returns the documents that were not among the candidates and now have a score.
 */
export function liftNeighbours(
  selections: readonly Selection[],
  candidates: readonly Candidate[],
  depth: number,
): Candidate[] {
  const known = new Map(candidates.map(candidate => [keyOf(candidate), candidate]))
  const members = new Map<string, Member>()
  const best = new Map<string, number>()
  for (const { index, document, score } of candidates.slice(0, depth)) {
    const { group, neighbours } = (selections[index] as Selection).index.place(document)
    if (group === 0) continue
    const session = `${index} ${group}`
    best.set(session, Math.max(best.get(session) ?? 0, score))
    join({ index, document }, session, 0)
    for (const neighbour of neighbours)
      if (neighbour >= 0) join({ index, document: neighbour }, session, TURN_WEIGHT * score)
  }
  const added: Candidate[] = []
  for (const { group, candidate, lift } of members.values()) {
    candidate.score += lift + SESSION_WEIGHT * (best.get(group) ?? 0)
    if (!known.has(keyOf(candidate))) added.push(candidate)
  }
  return added

  function join(ref: { index: number; document: number }, group: string, lift: number): void {
    const key = keyOf(ref)
    const member = members.get(key)
    if (member) {
      member.lift = Math.max(member.lift, lift)
      return
    }
    const rough = (selections[ref.index] as Selection).scores[ref.document] ?? 0
    if (rough === 0) return
    const candidate = known.get(key) ?? { ...ref, score: rough, terms: [] }
    members.set(key, { group, candidate, lift })
  }
}

function keyOf({ index, document }: { index: number; document: number }): string {
  return `${index}.${document}`
}
