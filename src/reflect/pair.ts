import { saysChanged, saysMoved } from '../provider/builtin/changed.js'
import { toClauses } from '../provider/builtin/clauses.js'
import { toPairs } from '../provider/builtin/model/surroundings.js'
import { remembering } from '../provider/builtin/remembering.js'
import { findOver, findReplaced, topicOf } from '../provider/builtin/retractions.js'
import { areOfKind, compare, weigh } from './compare.js'
import { isInSigns, toSignTelling } from './signs.js'
import { areSame, toAnalysed, toTelling, type Telling, type Value, type Word } from './telling.js'

/** Ranks from this on are one. */
export const RANKS = 3

/** A sentence that somebody says, set against a known statement. */
export interface Pair {
  said: string
  /** The message that it stands in. */
  around: string
  known: string
  /** Known statements that have more in common with the message. */
  rank: number
}

/**
 * The features of a pair, as strings: the words that only the sentence has, its concepts, how much the
 * two have in common, their values, names and negations, each also beside the signs of a change.
 */
export function featuresOfPair(pair: Pair): Set<string> {
  const features = new Set<string>()
  const add = (feature: string) => features.add(feature)
  addWords(pair, add)
  const signs = signsOf(pair.said)
  for (const sign of signs) add(`F:${sign}`)
  const facts = [...factsOf(pair), `rank:${Math.min(RANKS, pair.rank)}`]
  facts.forEach((fact, at) => {
    add(fact)
    add(`${fact}|${signs.join('+')}`)
    for (const sign of signs) add(`${fact}|${sign}`)
    for (const other of facts.slice(at + 1)) add(`${fact}&${other}`)
  })
  for (const verdict of verdictsOf(pair)) add(`V:${verdict}`)
  return features
}

type Add = (feature: string) => void

function addWords({ said, known }: Pair, add: Add): void {
  const [own, other] = [toAnalysed(said), toAnalysed(known)]
  const news = own.tokens.filter(token => !other.tokens.includes(token))
  news.forEach((token, at) => {
    add(`w:${token}`)
    if (at > 0) add(`w2:${news[at - 1]} ${token}`)
  })
  if (own.isCjk) addCharacters(own.lower, known.toLowerCase(), add)
  for (const concept of own.concepts) {
    add(`C:${concept}`)
    add(`C:${concept}/${other.concepts.has(concept)}`)
  }
  for (const concept of other.concepts) if (!own.concepts.has(concept)) add(`K:${concept}`)
  add(`len:${few(Math.floor(own.tokens.length / 5))}`)
}

const MOST_CHARACTERS = 3

function addCharacters(text: string, known: string, add: Add): void {
  for (let length = 1; length <= MOST_CHARACTERS; length++)
    for (let at = 0; at + length <= text.length; at++) {
      const part = text.slice(at, at + length)
      if (!known.includes(part)) add(`z:${part}`)
    }
}

/** The signs of a change that a sentence has, in one word each. */
const signsOf = remembering((said: string): string[] => {
  const signs = {
    changed: saysChanged(said),
    moved: saysMoved(said),
    over: findOver(said) !== undefined,
    topic: topicOf(said) !== '',
    instead: findReplaced(said) !== undefined,
    asks: /[?？]\s*$/.test(said),
  }
  return Object.entries(signs).flatMap(([name, is]) => (is ? [name] : []))
})

/** The verdicts of the comparison of words, on the sentence and on its clauses. */
function verdictsOf({ said, known }: Pair): string[] {
  const verdicts = [said, ...toClauses(said)].map(part => compare(part, known))
  const told = verdicts.filter(({ relation }) => relation !== 'none')
  return told.length === 0
    ? ['none']
    : told.flatMap(one => [one.relation, `${one.relation}${one.isSure}`])
}

const few = (count: number) => Math.min(3, count)
const FIFTHS = 5
const fifths = (part: number, whole: number) =>
  Math.min(FIFTHS, Math.ceil((FIFTHS * part) / (whole || 1)))

function factsOf({ said, around, known }: Pair): string[] {
  const areSigns = isInSigns(known) || isInSigns(said)
  return areSigns ? factsOfSigns(said, around, known) : factsOfWords(said, around, known)
}

const telling = ({ words, added }: Telling) =>
  [...words, ...added].filter(({ weight }) => weight > 0)
const isIn = (word: Word, words: readonly Word[]) => words.some(other => areSame(word, other))

/** Written as no word of a language is. */
const isMarked = ({ written }: Word) =>
  /\d|[\p{L}\d][_./-][\p{L}\d]|\p{L}[/-]$|^#\p{L}/u.test(written)
const count = (words: readonly Word[], fits: (word: Word) => boolean) =>
  few(words.filter(fits).length)

function factsOfWords(said: string, around: string, known: string): string[] {
  const [a, b] = [toTelling(said), toTelling(known)]
  const [own, near, other] = [telling(a), telling(toTelling(around)), telling(b)]
  const shared = other.filter(word => isIn(word, own))
  const sharedNear = other.filter(word => shared.includes(word) || isIn(word, near))
  const rest = own.filter(word => !isIn(word, other))
  const left = other.filter(word => !shared.includes(word))
  const placeOf = (word: Word | undefined) =>
    word === undefined ? 'x' : shared.includes(word) ? 2 : sharedNear.includes(word) ? 1 : 0
  const isName = ({ isName }: Word) => isName
  return [
    `n:${few(shared.length)}`,
    `near:${few(sharedNear.length)}`,
    `of:${fifths(weigh(shared), weigh(other))}`,
    `ofnear:${fifths(weigh(sharedNear), weigh(other))}`,
    `own:${fifths(weigh(shared), weigh([...shared, ...rest]))}`,
    `first:${placeOf(other[0])}`,
    `last:${placeOf(other.at(-1))}`,
    `marked:${count(shared, isMarked)}/${count(rest, isMarked)}/${count(left, isMarked)}`,
    `names:${count(rest, isName)}/${count(left, isName)}/${count(shared, isName)}`,
    `not:${a.isNegative}${b.isNegative}`,
    `values:${valuesOf(a.values, b.values)}`,
    `left:${few(left.length)}`,
    `rest:${few(rest.length)}`,
  ]
}

function valuesOf(a: readonly Value[], b: readonly Value[]): string {
  const same = a.filter(value => b.some(other => value.text === other.text))
  const others = a.filter(
    value => !same.includes(value) && b.some(other => areOfKind(other, value)),
  )
  return [a, b, same, others].map(list => few(list.length)).join('/')
}

const pairsOf = (text: string) => new Set(toPairs(text).filter(pair => !/[\s\p{P}]/u.test(pair)))
const countIn = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
  [...one].filter(pair => other.has(pair)).length

/** Signs at the beginning of a statement that name what it is about. */
const HEAD = 5

function factsOfSigns(said: string, around: string, known: string): string[] {
  const [own, near, other] = [pairsOf(said), pairsOf(around + said), pairsOf(known)]
  const head = pairsOf(known.slice(0, HEAD))
  const [a, b] = [toSignTelling(said), toSignTelling(known)]
  const news = a.values.filter(({ text }) => !b.values.some(one => one.text === text))
  const olds = b.values.filter(({ text }) => !a.values.some(one => one.text === text))
  const swaps = news.filter(({ kind }) => olds.some(one => one.kind === kind))
  return [
    `n:${few(Math.floor(countIn(other, own) / 2))}`,
    `of:${fifths(countIn(other, own), other.size)}`,
    `ofnear:${fifths(countIn(other, near), other.size)}`,
    `own:${fifths(countIn(own, other), own.size)}`,
    `first:${countIn(head, own) > 0 ? 2 : countIn(head, near) > 0 ? 1 : 0}`,
    `values:${[news, olds, swaps].map(list => few(list.length)).join('/')}`,
    `not:${a.isNegative}${b.isNegative}`,
  ].map(fact => `z${fact}`)
}

/** Weight of what a text and a known statement have in common. */
export function overlapOf(text: string, known: string): number {
  return overlapsOf(text)(known)
}

const MOST_TEXTS = 20
const overlapsOf = remembering(text => remembering(known => weighCommon(text, known)), MOST_TEXTS)

function weighCommon(text: string, known: string): number {
  if (isInSigns(known)) return countIn(pairsOf(known), pairsOf(text)) / 3
  const [a, b] = [toTelling(text), toTelling(known)]
  const own = telling(a)
  const values = b.values.filter(value => a.values.some(other => other.text === value.text))
  return weigh(telling(b).filter(word => isIn(word, own))) + values.length
}
