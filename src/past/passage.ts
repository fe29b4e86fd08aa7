import { stemAmong } from '../../store/index/analyse.js'
import { createMatcher } from '../search/matcher.js'
import { selectPassages, toPassageTerms } from '../search/passages.js'
import { commandsOf, type PastTurn } from './turns.js'

const PASSAGE_CHARS = 240

/** The words of a turn that a text finds. */
export interface Telling {
  /** The sentences of its answer that tell most about the text; of its prompt if it has no answer. */
  passage: string
  /** Its words that the text finds, as `createMatcher` tells them. */
  matches: string[]
}

/** A function that tells what of turns a text finds. */
export function createTelling(text: string): (turn: PastTurn) => Telling {
  const terms = toPassageTerms(text)
  const rated = { terms, stemOf: stemAmong(new Set(terms.map(({ term }) => term))) }
  const own = terms.filter(({ weight, kind }) => weight === 1 && kind === 'own')
  const matchesOf = createMatcher(new Set(own.map(({ term }) => term)))
  return turn => {
    const { asked, answered } = turn
    const said = answered === '' ? asked : answered
    const steps = commandsOf(turn).flatMap(({ command, output = '' }) => [command, output])
    return {
      passage: said.length <= PASSAGE_CHARS ? said : selectPassages(said, rated, PASSAGE_CHARS),
      matches: matchesOf([asked, answered, ...steps]),
    }
  }
}
