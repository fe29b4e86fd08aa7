import { createMatcher } from '../search/page.js'
import { selectPassages } from '../search/passages.js'
import { parseQuery } from '../search/query.js'
import { commandsOf, type PastTurn } from './turns.js'

const PASSAGE_CHARS = 240

/** The sentences of a turn's answer that tell most about a text; those of its prompt if it has no answer. */
export function tellingPassage({ asked, answered }: PastTurn, text: string): string {
  const said = answered === '' ? asked : answered
  return said.length <= PASSAGE_CHARS ? said : selectPassages(said, text, PASSAGE_CHARS)
}

/** A function that tells the words of turns that a text finds, as `createMatcher` does. */
export function createTurnMatcher(text: string): (turn: PastTurn) => string[] {
  const telling = parseQuery(text).terms.filter(({ weight }) => weight === 1)
  const matchesOf = createMatcher(new Set(telling.map(({ term }) => term)))
  return turn => {
    const steps = commandsOf(turn).flatMap(({ command, output = '' }) => [command, output])
    return matchesOf([turn.asked, turn.answered, ...steps])
  }
}
