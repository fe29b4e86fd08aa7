import { findRequestParts } from './asked.js'
import { analyse, type Analysed } from './model/analyse.js'
import { createScorer, openModel, type Scorer } from './model/score.js'
import { placeOf } from './model/surroundings.js'
import { commandsIn } from './procedures/shown.js'
import { toldIn } from './procedures/told.js'
import { findReplaced, topicOf } from './retractions.js'
import { toSentences, type Sentence } from './sentences.js'

/** A sentence of a message, as it stands there, and what it is worth to later sessions. */
export interface Weighed {
  text: string
  /** True where the person asked to keep it, or asks for it, or names what they take back. */
  isAsked: boolean
  /** Above 0 where it looks lasting, more so the higher; -Infinity where nobody looked. */
  weight: number
}

/** Least log odds of a sentence that may be lasting: the provider looks at it again. */
const LEAST_KEEP = -2
const CHANGE = 3
/** Sentences of a long message that are scored at its beginning, and as many at its end. */
const MOST_SCORED = 150
/** Weight of a step that the person tells, and of a command in a sentence (logarithm of odds). */
const TOLD = 3
const SHOWN = 0.5

let own: Scorer | undefined

/** The sentences of a message in their order, without what is pasted or quoted. */
export function weighSentences(text: string, who: 'user' | 'agent'): Weighed[] {
  const sentences = toSentences(text, 0)
  const asked = who === 'user' ? findRequestParts(sentences) : new Set<Sentence>()
  const weights = scoreEnds(
    sentences.map(sentence => analyse(sentence.text)),
    who,
  )
  const told = who === 'user' ? toldIn(text).map(({ said }) => said) : []
  return sentences.map((sentence, at) => ({
    text: sentence.text,
    isAsked: asked.has(sentence) || (who === 'user' && topicOf(sentence.text) !== ''),
    weight: Math.max(
      (weights[at] ?? -Infinity) + forChange(sentence.text),
      weighSteps(sentence.text, told),
    ),
  }))
}

/** Adds weight to a sentence that replaces something older. */
function forChange(sentence: string): number {
  return findReplaced(sentence) === undefined ? 0 : CHANGE
}

/** A way of doing things stays whole, and so do the commands that a reply shows. */
function weighSteps(sentence: string, told: readonly string[]): number {
  if (told.some(part => part.includes(sentence))) return TOLD
  return told.length === 0 && commandsIn(sentence).length > 0 ? SHOWN : -Infinity
}

function scoreEnds(sentences: readonly Analysed[], who: 'user' | 'agent'): number[] {
  const score = (own ??= createScorer(openModel()))
  const messages = [{ who, sentences }]
  return sentences.map((sentence, at) => {
    const isLooked = at < MOST_SCORED || at >= sentences.length - MOST_SCORED
    return isLooked ? score(sentence, placeOf(messages, 0, at)).keep - LEAST_KEEP : -Infinity
  })
}
