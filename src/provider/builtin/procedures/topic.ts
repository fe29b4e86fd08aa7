import { all, bounded, pattern, spaced, unspaced, whole } from '../../../languages/combined.js'
import { LANGUAGES } from '../../../languages/index.js'
import { isOneOff, holdsSecret } from '../gates.js'
import { toProse } from '../prose.js'
import { toLower } from '../sentences.js'
import { capitalise } from '../wording.js'

const ASKS = pattern()`\b${spaced.topics.asks}\b|${all.topics.asksAnywhere}`
const QUESTIONS = LANGUAGES.flatMap(({ topics }) => topics.questions)

/** A question how something is done: the thing in the person's words, and their sentence. */
export interface Asked {
  topic: string
  sentence: string
}

const POINTS = pattern()`${bounded.topics.points}`

/** The question of a prompt how something is done; undefined where it asks nothing of the kind. */
export function findQuestion(prompt: string): Asked | undefined {
  for (const sentence of toProse(prompt).split(/(?<=[?？。!])\s*|\n/)) {
    const lower = toLower(sentence)
    if (lower.length > 300 || !ASKS.test(lower)) continue
    const topic = QUESTIONS.map(form => form.exec(lower)?.[1]).find(found => found)
    if (!topic || POINTS.test(topic) || isOneOff(lower) || holdsSecret(sentence)) continue
    const at = lower.indexOf(topic)
    return { topic: cleanTopic(sentence.slice(at, at + topic.length)), sentence }
  }
  return undefined
}

const POLITE = pattern('iu')`
  ^(?:(?:${spaced.topics.polite}(?!\p{L})|${unspaced.topics.polite})[,!]? ?)+`
/** Says what is wrong, not what is to be done. */
const COMPLAINS = pattern('iu')`${whole.topics.complains}`
const ORDERS = LANGUAGES.flatMap(({ topics }) => topics.orders)

/** The thing that a prompt asks how to do, or orders in a few words; undefined without one. */
export function findTopic(prompt: string): string | undefined {
  const asked = findQuestion(prompt)
  if (asked !== undefined) return capitalise(asked.topic)
  const first = (
    toProse(prompt)
      .trim()
      .split(/[.!?。！？\n]/)[0] ?? ''
  ).replace(POLITE, '')
  const ordered = ORDERS.map(form => form.exec(first)?.[1]).find(found => found)
  if (ordered === undefined || COMPLAINS.test(ordered)) return undefined
  if (POINTS.test(toLower(ordered)) || isOneOff(toLower(first))) return undefined
  return capitalise(cleanTopic(ordered))
}

/** Words at the end that belong to the request rather than to the thing. */
const BESIDES = pattern('i')`(?:,.*| ${all.topics.besides})+$`

/** Cuts these words off. */
function cleanTopic(topic: string): string {
  return topic.replace(BESIDES, '').trim()
}
