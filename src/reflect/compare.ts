import { saysChanged, saysMoved } from '../provider/builtin/changed.js'
import { remembering } from '../provider/builtin/remembering.js'
import { isOfProject } from '../provider/builtin/scope.js'
import { ALTERNATIVES, QUALIFIERS, SIDES, UNITS } from '../consolidate/words.js'
import { countSigns, isInSigns, toSignTelling } from './signs.js'
import {
  areSame,
  isReport,
  isNaming,
  isTie,
  toAnalysed,
  toTelling,
  type Telling,
  type Value,
  type Word,
} from './telling.js'

/** The relation of a statement to another one that is known. */
export type Relation = 'same' | 'richer' | 'replaces' | 'gone' | 'none'

/** Words that give way, and those in their place. */
export interface Change {
  old: string
  by: string
}

/** The relation of two statements. */
export interface Verdict {
  relation: Relation
  isSure: boolean
  /** The share of their words that they have in common, 0–1. */
  share: number
  /** The words that give way, as they are written, and those that come in their place. */
  changes?: readonly Change[]
  /** True where what is said leaves out words of the known statement, and would not stand alone. */
  isShort?: boolean
}

/** Two statements that have nothing to do with each other. */
export const NO_RELATION: Verdict = { relation: 'none', isSure: false, share: 0 }

/** Characters of a statement: a longer text is none, and each word is held against each. */
export const MOST_COMPARED = 4_000
/** Texts of which it is remembered what they were compared with. */
const MOST_SAID = 50

/** The relation of what is said to a known statement, each of 4,000 characters at most. */
export function compare(said: string, known: string): Verdict {
  return said.length > MOST_COMPARED ? NO_RELATION : against(said)(known)
}

/** One sentence is held against many statements, and against the same ones again and again. */
const against = remembering(said => {
  const isChange = saysChanged(said) || (isOfProject(said) && !isReport(said))
  return remembering(known => compareShort(said, known, isChange))
}, MOST_SAID)

function compareShort(said: string, known: string, isChange: boolean): Verdict {
  if (known.length > MOST_COMPARED || isInSigns(said) !== isInSigns(known)) return NO_RELATION
  if (isInSigns(said)) return compareSigns(said, known)
  const verdict = compareWords(toTelling(said), toTelling(known), isChange)
  const isSeen = verdict.relation === 'replaces' && isReport(said) && !isReport(known)
  return isSeen || isOnlySo(said, known, verdict) ? NO_RELATION : verdict
}

/** True where what is said tells how much something is, and the other how much it is to be. */
function isOnlySo(said: string, known: string, { relation, changes = [] }: Verdict): boolean {
  if (relation !== 'replaces' || !changes.some(({ by }) => /\d/.test(by))) return false
  return isDemand(known) && !isDemand(said) && !saysMoved(said)
}

const isDemand = (text: string) => {
  const { concepts } = toAnalysed(text)
  return ['LIMIT', 'OBLIGE', 'ALLOW'].some(one => concepts.has(one))
}

/** Words that two statements have in common, and those that only one has. */
interface Aligned {
  /** Each as the one that weighs more. */
  shared: readonly Word[]
  restA: readonly Word[]
  restB: readonly Word[]
}

function align(a: readonly Word[], b: readonly Word[]): Aligned {
  const met = new Set<Word>()
  const [shared, restA]: [Word[], Word[]] = [[], []]
  for (const word of a) {
    const same = b.filter(other => areSame(word, other))
    const weight = Math.max(word.weight, ...same.map(other => other.weight))
    if (same.length === 0) restA.push(word)
    else shared.push({ ...word, weight })
    for (const other of same) met.add(other)
  }
  return { shared, restA, restB: b.filter(word => !met.has(word)) }
}

/** Sum of the weights of some words. */
export const weigh = (words: readonly Word[]) => words.reduce((sum, { weight }) => sum + weight, 0)

/** Weight up to which words that only one side has say nothing. */
const NEGLIGIBLE = 0.25
/** Least weight of what two statements have in common; less where one says that it changed. */
const LEAST_SHARED = 0.75
const LEAST_SHARED_OF_CHANGED = 0.5
/** Least weight of what a rule and its opposite have in common. */
const LEAST_OF_REVERSED = 1.5
/** Least share in common of what says that it changed with what is changed. */
const LEAST_OF_CHANGED = 0.3

/** Two statements side by side. */
interface Compared extends Aligned {
  a: Telling
  b: Telling
  isChange: boolean
  share: number
  weight: number
}

function compareWords(a: Telling, b: Telling, isChange: boolean): Verdict {
  const aligned = align(a.words, b.words)
  const weight = weigh(aligned.shared)
  const share = weight / (weight + weigh(aligned.restA) + weigh(aligned.restB) || 1)
  const compared = { ...aligned, a, b, isChange, weight, share }
  if (sayAll(compared)) return { relation: 'same', isSure: true, share: 1 }
  const least = isChange ? LEAST_SHARED_OF_CHANGED : LEAST_SHARED
  if (weight < least || isElsewhere(compared) || isTurned(a, b)) return NO_RELATION
  const values = differ(a.values, b.values)
  if (a.isNegative !== b.isNegative && !isLimitMoved(compared, values)) return toReversed(compared)
  const isClear = values.length === 1 || (isChange && areOfKinds(values))
  if (values.length > 0) return isClear ? toNewValues(compared, values) : NO_RELATION
  if (!haveSameValues(a.values, b.values)) return NO_RELATION
  return toAlternative(compared) ?? toSame(compared) ?? toRenamed(compared) ?? toMoved(compared)
}

/** True where all that is said stands in the other too, and the reverse, in whatever order. */
function sayAll({ a, b, restA: onlyA, restB: onlyB }: Compared): boolean {
  // Without more words on the other side these have nowhere to stand.
  if (b.added.length === 0 && weigh(onlyA) > 0) return false
  if (a.added.length === 0 && weigh(onlyB) > 0) return false
  if (a.isNegative !== b.isNegative || a.limits !== b.limits || isTurned(a, b)) return false
  if (!haveSameValues(a.values, b.values)) return false
  const { shared, restA, restB } = align([...a.words, ...a.added], [...b.words, ...b.added])
  return weigh(restA) === 0 && weigh(restB) === 0 && weigh(shared) >= LEAST_SHARED
}

/** True where what is said holds in an environment or on a side that the other does not name. */
function isElsewhere({ restA, restB, isChange }: Compared): boolean {
  const isPlace = ({ form }: Word) => QUALIFIERS.has(form) || SIDES.has(form)
  return restA.some(isPlace) || (restB.some(isPlace) && !isChange)
}

function isTurned(a: Telling, b: Telling): boolean {
  return [...a.turns].some(([name, form]) => (b.turns.get(name) ?? form) !== form)
}

const isIn = (value: Value, list: readonly Value[]) =>
  list.some(other => {
    const isUnit = value.unit === other.unit || value.unit === '' || other.unit === ''
    return value.text === other.text && isUnit && value.kind === other.kind
  })

function haveSameValues(a: readonly Value[], b: readonly Value[]): boolean {
  return a.every(value => isIn(value, b)) && b.every(value => isIn(value, a))
}

/** Pairs of values of one kind, one in each, that differ. */
export function differ(a: readonly Value[], b: readonly Value[]): { old: Value; by: Value }[] {
  const [newer, older] = [a.filter(one => !isIn(one, b)), b.filter(one => !isIn(one, a))]
  return newer.flatMap(by => {
    const same = older.filter(old => areOfKind(old, by))
    return same.map(old => ({ old, by }))
  })
}

const TIMES = new Set(UNITS.values())

/** True for two values of which one may stand in the other's place. */
export function areOfKind(a: Value, b: Value): boolean {
  const areTimes = TIMES.has(a.unit) && TIMES.has(b.unit)
  return a.kind === b.kind && (a.unit === b.unit || a.unit === '' || b.unit === '' || areTimes)
}

/** "We never send more than 200 mails a minute", "it is 500 mails a minute now". */
function isLimitMoved(
  { a, restA, weight, isChange }: Compared,
  values: readonly NewValue[],
): boolean {
  const isOfOne = weight >= LEAST_OF_REVERSED && weigh(restA) === 0
  return isChange && !a.isNegative && values.length === 1 && isOfOne
}

function toReversed({ a, b, restA, restB, share, weight, isChange }: Compared): Verdict {
  if (weigh(restA) > NEGLIGIBLE || weigh(restB) > NEGLIGIBLE) return NO_RELATION
  const isOfOne = isChange || weight >= LEAST_OF_REVERSED
  if (!isOfOne || !haveSameValues(a.values, b.values)) return NO_RELATION
  return { relation: 'replaces', isSure: true, share }
}

interface NewValue {
  old: Value
  by: Value
}

/** True for one new value, or for one of each kind: a day and a time. */
function areOfKinds(values: readonly NewValue[]): boolean {
  return new Set(values.map(({ by }) => by.kind)).size === values.length
}

/** The words that give way to a value; the unit stays where it is the same. */
export function toChange({ old, by }: NewValue): Change {
  const isSameUnit = by.unit === '' || by.unit === old.unit
  const [oldNumber = '', byNumber = ''] = [old, by].map(({ written }) => written.split(' ')[0])
  return isSameUnit ? { old: oldNumber, by: byNumber } : { old: old.written, by: by.written }
}

function toNewValues(
  { restA, restB, share, weight, isChange }: Compared,
  values: readonly NewValue[],
): Verdict {
  if (weigh(restA) > NEGLIGIBLE) return NO_RELATION
  const changes = values.map(toChange)
  const isCovered = weigh(restB) <= NEGLIGIBLE
  const isSure = isCovered || (isChange && share >= LEAST_OF_CHANGED)
  if (!isSure && !isChange && weight < weigh(restB)) return NO_RELATION
  return { relation: 'replaces', isSure, share, changes, isShort: !isCovered }
}

/** Two choices of one class, where one is made: English and German, tabs and spaces. */
function toAlternative({ restA, restB, share, isChange }: Compared): Verdict | undefined {
  const classOf = ({ form, written }: Word) => ALTERNATIVES.get(form) ?? ALTERNATIVES.get(written)
  const by = restA.filter(classOf)
  const old = restB.filter(word => by.some(other => classOf(other) === classOf(word)))
  if (by.length !== 1 || old.length !== 1) return undefined
  const [left, over] = [restA, restB].map(rest => {
    return weigh(rest.filter(word => word !== by[0] && word !== old[0]))
  })
  if (left! > NEGLIGIBLE || (over! > NEGLIGIBLE && !isChange)) return NO_RELATION
  const changes = [{ old: old[0]!.written, by: by[0]!.written }]
  return { relation: 'replaces', isSure: true, share, changes, isShort: over! > NEGLIGIBLE }
}

function toSame({ a, b, restA, restB, share }: Compared): Verdict | undefined {
  if (weigh(restA) > NEGLIGIBLE || weigh(restB) > NEGLIGIBLE) return undefined
  if (a.limits !== b.limits) return NO_RELATION
  const isMore = b.added.length === 0 && weigh(align(a.added, b.words).restA) > 0
  return { relation: isMore ? 'richer' : 'same', isSure: true, share }
}

/** "ci-old is ci2 now": the one thing that both name gets another name. */
function toRenamed({ a, b, shared, restA, share, isChange }: Compared): Verdict | undefined {
  const [old, ...others] = shared.filter(({ weight }) => weight > 0)
  const [by, ...more] = restA.filter(({ weight }) => weight > 0)
  if (!isChange || old === undefined || by === undefined || others.length + more.length > 0)
    return undefined
  const isFirst = b.words[0]?.form === old.form
  if (!isMarked(old) || !isMarked(by) || isFirst || a.words[0]?.form !== old.form) return undefined
  const changes = [{ old: old.written, by: by.written }]
  return { relation: 'replaces', isSure: true, share, changes, isShort: true }
}

/** Written as no word of a language is. */
const isMarked = ({ written }: Word) => /\d|[\p{L}\d][_./-][\p{L}\d]/u.test(written)

const MOST_IN_SLOT = 3

/** Something else is said now of the same thing: "tests live next to the sources now". */
function toMoved({ a, b, shared, restA, restB, share, isChange }: Compared): Verdict {
  const telling = (words: readonly Word[]) => words.filter(({ weight }) => weight > 0)
  const [by, old] = [telling(restA), telling(restB)]
  if (!isChange || by.length === 0 || old.length === 0) return NO_RELATION
  if (by.length > MOST_IN_SLOT || old.length > MOST_IN_SLOT) return NO_RELATION
  const tie = shared.some(isTie) || (areNames(by) && areNames(old)) ? 1 : 0
  if (a.words.some(isNaming) !== b.words.some(isNaming)) return NO_RELATION
  if (!isLinked(a, by[0]!) || !isLinked(b, old[0]!)) return NO_RELATION
  const [inA, inB] = [headOf(a.words, by), headOf(b.words, old)]
  const isOfOne = Math.min(telling(inA).length, telling(inB).length) + tie >= 2
  return isOfOne ? { relation: 'replaces', isSure: true, share } : NO_RELATION
}

/** True for a word that some "is" or "in" ties to the others: in "the job found it" nothing does. */
function isLinked({ text, words }: Telling, { written }: Word): boolean {
  const before = text
    .slice(0, text.indexOf(written))
    .match(/[\p{L}\p{N}]+(?=[^\p{L}\p{N}]*$)/u)?.[0]
  return before !== undefined && !words.some(word => word.weight > 0 && word.written === before)
}

const areNames = (words: readonly Word[]) => words.length === 1 && words[0]!.isName

/** The words before the first of those that only one side has. */
function headOf(words: readonly Word[], rest: readonly Word[]): Word[] {
  return words.slice(0, Math.min(...rest.map(word => words.indexOf(word))))
}

/** Least likeness of two cores that are about one thing. */
const SIGNS_ALIKE = 0.8
const LEAST_SIGNS = 2

function compareSigns(said: string, known: string): Verdict {
  const [a, b] = [toSignTelling(said), toSignTelling(known)]
  const shared = countSigns(a.core, b.core)
  const share = (2 * shared) / (a.core.length + b.core.length || 1)
  const isIn = shared === a.core.length || shared === b.core.length
  const isPart = saysChanged(said) && shared === a.core.length
  if (!isIn || shared < LEAST_SIGNS || (share < SIGNS_ALIKE && !isPart)) return NO_RELATION
  const has = (list: typeof a.values, { text }: (typeof a.values)[number]) =>
    list.some(other => other.text === text)
  const by = a.values.filter(one => !has(b.values, one))
  const old = b.values.filter(one => !has(a.values, one))
  if (a.isNegative !== b.isNegative)
    return by.length + old.length === 0
      ? { relation: 'replaces', isSure: true, share }
      : NO_RELATION
  if (by.length === 0 && old.length === 0)
    return share >= SIGNS_ALIKE ? { relation: 'same', isSure: true, share } : NO_RELATION
  if (by.length !== 1 || old.length !== 1 || by[0]!.kind !== old[0]!.kind) return NO_RELATION
  const changes = [{ old: old[0]!.text, by: by[0]!.text }]
  return { relation: 'replaces', isSure: true, share, changes, isShort: share < 1 }
}
