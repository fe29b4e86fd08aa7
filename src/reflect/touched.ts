import { remembering } from '../provider/builtin/remembering.js'
import { readModel, scoreFeatures, type Heads } from '../provider/builtin/model/score.js'
import type { Known } from './changes.js'
import type { Relation } from './compare.js'
import { PAIR_WEIGHTS } from './pair-weights.js'
import { featuresOfPair, overlapOf, RANKS } from './pair.js'

/**
 * Questions about a sentence and a known statement, each a logarithm of odds: whether the sentence says
 * that the other does not hold any more as it stands, and if so, whether nothing comes in its place.
 */
type Question = 'touches' | 'ends'

/** A known memory that a sentence changes or ends. */
export interface Touched<K> {
  relation: Extract<Relation, 'replaces' | 'gone'>
  memory: K
  isSure: boolean
}

/** Least scores: of what may be meant, and of what surely is (of pairs by other writers that reach it .86 are). */
const UNSURE = 0.2
const SURE = 0.8

/** Each part of one text is looked for in the others: longer ones are read up to here. */
const READ_CHARS = 4_000
const begin = (text: string) => text.slice(0, READ_CHARS)

let own: Heads<Question> | undefined

/** Texts of which it is remembered what they were scored with. */
const MOST_SAID = 20

/** Words are asked about among several memories in turn, of which many are the same. */
const scoresOf = remembering(
  said =>
    remembering(around => {
      const model = (own ??= readModel<Question>(Buffer.from(PAIR_WEIGHTS, 'base64')))
      const ranks = Array.from({ length: RANKS + 1 }, (_, rank) =>
        remembering(known => scoreFeatures(model, featuresOfPair({ said, around, known, rank }))),
      )
      return (rank: number, known: string) => ranks[Math.min(rank, RANKS)]!(known)
    }, MOST_SAID),
  MOST_SAID,
)

/** The memory that a sentence within a message is likeliest to change or end; undefined for none. */
export function findTouched<K extends Known>(
  said: string,
  around: string,
  known: readonly K[],
): Touched<K> | undefined {
  const [sentence, message] = [begin(said), begin(around)]
  const score = scoresOf(sentence)(message)
  const near = known
    .map(memory => ({ memory, overlap: overlapOf(message, begin(memory.document.content)) }))
    .sort((a, b) => b.overlap - a.overlap)
  const scored = near.map(({ memory }, rank) => {
    return { memory, ...score(rank, begin(memory.document.content)) }
  })
  const [best] = scored.sort((a, b) => b.touches - a.touches)
  if (best === undefined || best.touches < UNSURE) return undefined
  const { memory, touches, ends } = best
  return { relation: ends > 0 ? 'gone' : 'replaces', memory, isSure: touches >= SURE }
}
