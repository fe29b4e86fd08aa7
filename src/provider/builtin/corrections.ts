import { bounded, pattern, spaced, unspaced } from '../../languages/combined.js'
import type { Found } from './found.js'
import { withoutQuoted } from './quoted.js'
import { countShared, toLower, toTopic } from './sentences.js'

const TAKES_BACK = pattern()`
  (?:\b${spaced.changes.takesBack}(?=[\s,.!;:…—–-]|$))|${unspaced.changes.takesBack}`

const TAKES_BACK_AS_SAID = new RegExp(TAKES_BACK, 'i')

const NAMES = pattern('i')`${bounded.changes.names}`

/** True for a sentence that takes back what the person said before it. */
export function takesBack(text: string): boolean {
  return TAKES_BACK.test(toLower(withoutQuoted(text)))
}

/**
 * The candidates left after a sentence that takes something back: without those that it names, or
 * without the last one where it names nothing. `undefined` where it meets none of them.
 */
export function withoutRetracted(
  found: readonly Found[],
  text: string,
  turn: number,
): Found[] | undefined {
  const topic = toTopic(text.replace(TAKES_BACK_AS_SAID, ' '))
  const named = found.filter(one => countShared(one.topic, topic) > 0)
  if (named.length > 0) return found.filter(one => !named.includes(one))
  const last = found.at(-1)
  const isNear = last !== undefined && turn - last.turn <= 2
  return isNear && topic.size <= 6 && !NAMES.test(text) ? found.slice(0, -1) : undefined
}
