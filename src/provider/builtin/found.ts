import { pattern, whole } from '../../languages/combined.js'
import { titleKey } from '../../text.js'
import type { MemoryCandidate, ReflectionRequest } from '../types.js'
import { countShared, overlapOf, toLower, topicOfTitle, toTopic } from './sentences.js'
import { joinSentences } from './wording.js'

/** A candidate on its way, with what later statements are weighed against. */
export interface Found extends Omit<MemoryCandidate, 'aliases'> {
  /** Its certainty, in logarithms of odds above what is asked for. */
  score: number
  turn: number
  topic: Set<string>
  aliases?: string[]
}

/**
 * The candidates that say something new: without titles that the scope or global already has, where
 * they say nothing beside the title. One that only adds to the words of an own title takes
 * that title, and so updates it.
 */
export function withoutKnown(found: readonly Found[], { own, global }: ReflectionRequest): Found[] {
  const known = new Set([...own.memories, ...global.memories].map(titleKey))
  const ownTopics = own.memories
    .slice(0, 2_000)
    .map(title => ({ title, topic: topicOfTitle(title) }))
  return found
    .filter(one => !known.has(titleKey(one.title)) || saysMore(one))
    .map(one => {
      // A replacement says so under a title of its own.
      if (one.replaces !== undefined || NEGATES.test(toLower(one.content))) return one
      const topic = toTopic(one.title)
      const same = ownTopics.find(other => isPartOf(other.topic, topic))
      return same ? { ...one, title: same.title } : one
    })
}

/** True where a memory of that title may not have all that is said. */
function saysMore({ title, content }: Found): boolean {
  const topic = toTopic(title)
  return countShared(toTopic(content), topic) < toTopic(content).size
}

const NEGATES = pattern('u')`${whole.changes.negates}`

function isPartOf(part: ReadonlySet<string>, whole: ReadonlySet<string>): boolean {
  return part.size >= 2 && part.size < whole.size && countShared(part, whole) === part.size
}

const REPLACES = pattern('u')`${whole.changes.replaces}`

/**
 * The candidates with one more: an earlier one that the new one restates or replaces goes. Between
 * two of one topic the later statement stands.
 */
export function withLater(found: readonly Found[], next: Found, sentence: string): Found[] {
  const isReplacing = REPLACES.test(toLower(sentence))
  return [...found.filter(one => !isSuperseded(one, next, isReplacing)), next]
}

function isSuperseded(one: Found, next: Found, isReplacing: boolean): boolean {
  if (one.title.toLowerCase() === next.title.toLowerCase()) return true
  if (one.isAsked) return one.turn !== next.turn && isRestated(one, next)
  if (one.turn === next.turn && !isReplacing) return false
  const shared = countShared(one.topic, next.topic)
  if (shared >= 2 && overlapOf(one.topic, next.topic) >= 0.6) return true
  return isReplacing && one.turn !== next.turn && shared >= 1
}

/** True where a later candidate says all of one that was asked for, or names it as replaced. */
function isRestated(one: Found, next: Found): boolean {
  const shared = countShared(one.topic, next.topic)
  const replaced = next.replaces === undefined ? undefined : toTopic(next.replaces)
  if (replaced && shared >= 2 && countShared(one.topic, replaced) === replaced.size) return true
  const isNumberKept = numbersIn(one).every(number => numbersIn(next).includes(number))
  return shared === one.topic.size && isNumberKept
}

function numbersIn({ content }: Found): string[] {
  return content.match(/\d+/g) ?? []
}

/**
 * At most so many candidates beside those that were asked for and those that change what is known:
 * what was said in one breath becomes one memory, then the least sure go.
 */
export function fitTo(most: number, found: readonly Found[]): Found[] {
  const list = [...found]
  while (list.filter(isCounted).length > most) {
    const at = list.findIndex((one, index) => isOneBreath(one, list[index + 1]))
    const [one, next] = [list[at], list[at + 1]]
    if (one && next) list.splice(at, 2, unite(one, next))
    else return keepSurest(most, list)
  }
  return list
}

const isCounted = ({ isAsked, isChange }: Found) => !isAsked && !isChange

const MOST_UNITED = 600
const isOneBreath = (one: Found, next: Found | undefined) =>
  isCounted(one) &&
  !one.isDecision &&
  !next?.isDecision &&
  next !== undefined &&
  isCounted(next) &&
  one.turn === next.turn &&
  one.scope === next.scope &&
  one.content.length + next.content.length <= MOST_UNITED

function unite(one: Found, next: Found): Found {
  const surer = next.score > one.score + 1 ? next : one
  const replaces = one.replaces ?? next.replaces
  return {
    ...surer,
    content: joinSentences([one.content, next.content]),
    tags: [...new Set([...one.tags, ...next.tags])].slice(0, 4),
    score: Math.max(one.score, next.score),
    topic: new Set([...one.topic, ...next.topic]),
    said: `${one.said ?? ''} ${next.said ?? ''}`.trim().slice(0, 500),
    ...(replaces !== undefined && { replaces }),
  }
}

function keepSurest(most: number, list: readonly Found[]): Found[] {
  const counted = list.filter(isCounted).sort((a, b) => b.score - a.score)
  const kept = new Set(counted.slice(0, most))
  return list.filter(one => !isCounted(one) || kept.has(one))
}
