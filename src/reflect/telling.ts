import { stem } from '../../store/index/analyse.js'
import { isNumber } from '../consolidate/claims.js'
import { toLexemes, type Lexeme } from '../consolidate/lexemes.js'
import {
  ALTERNATIVES,
  classesOf,
  DAYS,
  FORBIDS,
  LIMITS,
  NUMBERS,
  REASONS,
  SAME_AS,
  tongueOf,
  UNITS,
  USAGE,
  wordsOf,
} from '../consolidate/words.js'
import { bounded, pattern, whole } from '../languages/combined.js'
import { withoutAsides } from '../provider/builtin/changed.js'
import { analyse } from '../provider/builtin/model/analyse.js'
import { remembering } from '../provider/builtin/remembering.js'
import { isStopWord } from '../search/query.js'
import { findPhrases, findSynonyms } from '../search/thesaurus.js'
import { EVERYDAY_WEIGHT, weightOf } from './words.js'

/** A word of a statement that says what it is about. */
export interface Word {
  form: string
  /** In lower case, before it was stemmed. */
  written: string
  /** 0 for one that only ties others together: "lives", "runs", a label before a name. */
  weight: number
  /** Written as names are: with a capital inside a sentence, a digit or a mark in it. */
  isName: boolean
}

/** A number, time or day that a statement gives. */
export interface Value {
  kind: 'number' | 'time' | 'day'
  text: string
  /** '' where none is told. */
  unit: string
  /** The value as it is written. */
  written: string
}

/** A statement in the parts by which it is set against another one. */
export interface Telling {
  /** The statement in lower case, without what only says that something changed. */
  text: string
  words: readonly Word[]
  values: readonly Value[]
  isNegative: boolean
  /** "before", "without", by the question that they answer: words that turn a statement round. */
  turns: ReadonlyMap<string, string>
  /** Words that bring in a limit, such as "only". */
  limits: string
  /** Words behind a reason, or behind a comma: they add, and name nothing else. */
  added: readonly Word[]
}

const NAMINGS = new Set(Array.from(wordsOf('namings'), word => [word, stem(word)]).flat())

/** True for "called", "written" and the like: what stands behind it is how, not where. */
export function isNaming({ form, written }: Word): boolean {
  return NAMINGS.has(form) || NAMINGS.has(written)
}

const REPORTS = pattern('iu')`${whole.changes.reports}`

/** True for words on what was seen, or on what is only one's own. */
export function isReport(text: string): boolean {
  return REPORTS.test(text)
}

/** The concepts and tokens of a statement, which is set against many others. */
export const toAnalysed = remembering(analyse)

/** Reads a statement that is written with blanks. */
export const toTelling = remembering(readTelling)

function readTelling(text: string): Telling {
  const bare = withoutAsides(text.replace(DENIED, ''))
    .replace(NUMBERED, '$1-$2')
    .replace(PURPOSE, ',')
  const lexemes = toLexemes(bare).map(withoutElision)
  const tongue = tongueOf(lexemes)
  const end = endOf(lexemes)
  const main = lexemes.slice(0, end)
  const nots = main.filter(({ type, form }) => type === 'not' || tongue?.nots.has(form)).length
  const forbids = main.filter(({ form }) => FORBIDS.has(form) || tongue?.forbids.has(form))
  return {
    text: bare.toLowerCase(),
    words: readWords(main, bare.toLowerCase()),
    values: readValues(main),
    isNegative: nots > 0 !== (forbids.length % 2 === 1),
    turns: new Map(main.flatMap(({ form }) => turnOf(form))),
    limits: lexemes
      .map(({ form }) => form)
      .filter(form => LIMITS.has(form))
      .sort()
      .join(' '),
    added: readWords(lexemes.slice(end), bare.toLowerCase()),
  }
}

/** "sprint 12" is a name, and no value. */
const NUMBERED = pattern('giu')`${bounded.comparing.counted} #?(\d+)`
/** "Five instead of three": the value that does not hold. */
const DENIED = pattern(
  'giu',
)`(?<!\s)\s+${whole.comparing.insteadOf} [\p{L}\p{N}]+(?=[\s,.;:!]*$|[,;:])`
/** Begins what something is for. */
const PURPOSE = pattern('giu')`${whole.comparing.purposes}`

function withoutElision(lexeme: Lexeme): Lexeme {
  const form = lexeme.form.replace(/^(?:[lndjms]|qu)'/, '')
  return form === lexeme.form ? lexeme : { ...lexeme, form }
}

const LEAST_IN_MAIN = 2

/** The place at which a reason or an addition begins. */
function endOf(lexemes: readonly Lexeme[]): number {
  const at = lexemes.findIndex(({ form, isAfterBreak }, index) => {
    return index >= LEAST_IN_MAIN && (isAfterBreak || REASONS.has(form))
  })
  return at === -1 ? lexemes.length : at
}

const TURNS = new Map(classesOf('turns'))

function turnOf(form: string): [name: string, form: string][] {
  const name = TURNS.get(form)
  return name === undefined ? [] : [[name, form]]
}

const HAVES = new Set(Array.from(wordsOf('haves'), word => [word, stem(word)]).flat())
const LINKS = new Set([
  ...HAVES,
  ...Array.from(wordsOf('links'), word => [word, stem(word)]).flat(),
])

/** True for a word that ties a thing to the one that it has, or where it is. */
export function isTie({ form, written }: Word): boolean {
  return LINKS.has(form) && !HAVES.has(form) && !HAVES.has(written)
}
const FILLERS = new Set(
  (['fillers', 'nots', 'ands', 'between'] as const)
    .flatMap(role => [...wordsOf(role)])
    .flatMap(word => [word, stem(word)]),
)

function readWords(lexemes: readonly Lexeme[], text: string): Word[] {
  const words = lexemes.flatMap((lexeme, at) => {
    if (lexeme.type !== 'word' && lexeme.type !== 'exact' && lexeme.type !== 'soft') return []
    if (valueAt(lexemes, at) !== undefined || isUnitAt(lexemes, at) || isEmpty(lexeme)) return []
    return [toWord(lexeme, isLabel(lexemes, at, text))]
  })
  return withPhrases(words)
}

function isEmpty({ form, written }: Lexeme): boolean {
  return FILLERS.has(form) || isStopWord(written) || isStopWord(form) || USAGE.has(form)
}

/** "port 4000", "host pluto": the value behind it says what is meant. */
function isLabel(lexemes: readonly Lexeme[], at: number, text: string): boolean {
  const [own, next] = [lexemes[at]!, lexemes[at + 1]]
  if (at === 0 || own.type !== 'word' || next?.type !== 'exact') return false
  return text.includes(`${own.written} ${next.written}`)
}

function toWord({ type, form, written, isCapital }: Lexeme, isLabel: boolean): Word {
  const isTie = LINKS.has(form) || LINKS.has(written) || type === 'soft'
  const weight = isTie ? 0 : isLabel ? EVERYDAY_WEIGHT / 2 : weightOf(written, form)
  const isName = isCapital || /[\d_./@:]|\w-\w/.test(written)
  const name = SAME_AS.get(form) ?? form.toLowerCase()
  return { form: name, written, weight, isName }
}

/** The words with a phrase that is known by one word in its place: "pull request". */
function withPhrases(words: readonly Word[]): Word[] {
  const phrases = findPhrases(words.map(({ form }) => form))
  return phrases.reduce<Word[]>(
    (left, { terms, equals: [name] }) => {
      const at = left.findIndex((_, index) =>
        terms.every((term, n) => left[index + n]?.form === term),
      )
      if (at === -1 || name === undefined) return left
      const one = { form: name, written: terms.join(' '), weight: 1, isName: false }
      return [...left.slice(0, at), one, ...left.slice(at + terms.length)]
    },
    [...words],
  )
}

function readValues(lexemes: readonly Lexeme[]): Value[] {
  return lexemes.map((_, at) => valueAt(lexemes, at)).filter(value => value !== undefined)
}

const UNIT_INSIDE = /^([\d.,:]+)(\p{L}+|%)$/u

function valueAt(lexemes: readonly Lexeme[], at: number): Value | undefined {
  const { form, type, written } = lexemes[at]!
  const day = DAYS.get(form) ?? DAYS.get(written)
  if (day !== undefined) return { kind: 'day', text: day, unit: '', written }
  const number = NUMBERS.get(form) ?? (type === 'exact' && isNumber(form) ? form : undefined)
  if (number === undefined) return undefined
  const [, digits = number, own] = UNIT_INSIDE.exec(number) ?? []
  const kind = /^\d{1,2}:\d\d/.test(digits) ? 'time' : 'number'
  const next = isUnitAt(lexemes, at + 1) ? lexemes[at + 1] : undefined
  const unit = own ?? next?.written ?? ''
  const full = next ? `${written} ${next.written}` : written
  return { kind, text: digits, unit: UNITS.get(unit) ?? unit, written: full }
}

const SIZES = /^(?:[kmgt]i?b|%|px|percent|prozent)$/

/** True for a unit of time or size behind a number. */
function isUnitAt(lexemes: readonly Lexeme[], at: number): boolean {
  const [before, own] = [lexemes[at - 1], lexemes[at]]
  if (before === undefined || own === undefined) return false
  const isCount = NUMBERS.has(before.form) || (before.type === 'exact' && isNumber(before.form))
  return isCount && (UNITS.has(own.written) || UNITS.has(own.form) || SIZES.test(own.written))
}

const LEAST_STEM = 4
const MOST_ENDING = 2

/** True for two words that name the same: equal, inflected, parts of a compound, another name. */
export function areSame(a: Word, b: Word): boolean {
  if (a.form === b.form) return true
  return areAlike(a, b) && !(ALTERNATIVES.has(a.form) && ALTERNATIVES.has(b.form))
}

function areAlike(a: Word, b: Word): boolean {
  if (haveStem(a.form, b.form)) return true
  const [one, other] = [namesOf(a), namesOf(b)]
  if (one.equals.has(other.plain) || other.equals.has(one.plain)) return true
  return isAmong(one.parts, b.form) || isAmong(other.parts, a.form)
}

/** The thesaurus knows words as they are indexed; one statement is held against many. */
const known = new WeakMap<Word, Names>()

/** A word without accents, the other names of what it names, and the parts of a compound. */
interface Names {
  plain: string
  equals: ReadonlySet<string>
  parts: readonly string[]
}

function namesOf(word: Word): Names {
  const names = known.get(word)
  if (names !== undefined) return names
  const plain = withoutAccents(word.form)
  const synonyms = findSynonyms(plain, withoutAccents(word.written))
  const equals = new Set(synonyms.flatMap(({ term, isEqual }) => (isEqual ? term : [])))
  const parts = /\p{L}-\p{L}/u.test(word.form) ? word.form.split('-') : []
  const found = { plain, equals, parts }
  known.set(word, found)
  return found
}

const PLAIN = /^[\x20-\x7e]*$/

function withoutAccents(word: string): string {
  return PLAIN.test(word) ? word : word.normalize('NFD').replace(/[\u0300-\u036f]/g, '')
}

function haveStem(a: string, b: string): boolean {
  if (a.charCodeAt(0) !== b.charCodeAt(0)) return false
  const [shorter, longer] = [Math.min(a.length, b.length), Math.max(a.length, b.length)]
  if (shorter < LEAST_STEM) return false
  const least = Math.max(LEAST_STEM, longer - MOST_ENDING)
  const isBegun = a.startsWith(b) || b.startsWith(a)
  const isSame = isBegun
    ? longer - shorter <= MOST_ENDING
    : least > LEAST_STEM && a.slice(0, least) === b.slice(0, least)
  return isSame && /^\p{L}+$/u.test(a)
}

function isAmong(parts: readonly string[], form: string): boolean {
  return parts.length > 0 && parts.some(one => one === form || haveStem(one, form))
}
