import type { Ranked } from './rank.js'
import type { Selection } from './preselect.js'

/**
 * The ranked candidates, then, where more are asked for, the other matches by rough score: at
 * least as many as make `most` in all.
 */
export function* withRest(
  selections: readonly Selection[],
  ranked: readonly Ranked[],
  most: number,
): Generator<Ranked> {
  yield* ranked
  yield* listRest(selections, ranked, most - ranked.length)
}

/** Matches that were not ranked, best first; none scores above the last that was. */
function listRest(
  selections: readonly Selection[],
  ranked: readonly Ranked[],
  most: number,
): Ranked[] {
  const done = selections.map(({ index }) => new Uint8Array(index.bound))
  for (const { index, document } of ranked) (done[index] as Uint8Array)[document] = 1
  const highest = ranked.at(-1)?.score ?? 0
  const least = leastScore(selections, done, most)
  const rest: { candidate: Ranked; hash: number }[] = []
  selections.forEach(({ matches, scores, index: source }, index) => {
    for (const document of matches) {
      const rough = scores[document] as number
      if (rough < least || done[index]?.[document] === 1) continue
      const score = Math.min(roundScore(rough), highest)
      const hash = source.idHash(document)
      rest.push({ candidate: { index, document, score, terms: [], pairs: 0 }, hash })
    }
  })
  rest.sort((a, b) => b.candidate.score - a.candidate.score || a.hash - b.hash)
  return rest.map(({ candidate }) => candidate)
}

/** A rough score that at least `most` of the rest reach: most pages need a few of thousands. */
function leastScore(
  selections: readonly Selection[],
  done: readonly Uint8Array[],
  most: number,
): number {
  const scores = selections.flatMap((selection, at) =>
    selection.matches
      .filter(document => done[at]?.[document] !== 1)
      .map(document => selection.scores[document] as number),
  )
  if (scores.length <= most) return 0
  const sorted = Float64Array.from(scores).sort()
  // Scores that are equal once rounded are ordered by their hash: all of them are needed.
  return (sorted[sorted.length - most] as number) - 1e-6
}

function roundScore(score: number): number {
  return Math.round(score * 1e6) / 1e6
}
