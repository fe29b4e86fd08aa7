import { all, pattern, unspaced } from '../languages/combined.js'
import type { Lexeme } from './lexemes.js'
import { findGoverned, phraseAfter, type Statement } from './statement.js'
import type { Claim } from './types.js'
import {
  ALTERNATIVES,
  classesOf,
  COUNTED,
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
} from './words.js'

/** The questions that a statement answers: whether, which, how much; [] for code. */
export function claimsOf({ raw, isLiteral, context, sequence, lexemes }: Statement): Claim[] {
  if (isLiteral || sequence.length === 0) return []
  const claims = readSigns(raw) ?? [
    ...toClausesOf(lexemes).flatMap(clause => toClaims(raw, clause)),
    ...toProperty(raw),
  ]
  return claims.map(({ frame, value }) => ({ frame: `${context}|${frame}`, value }))
}

const LEAST_IN_CLAUSE = 2

/**
 * The statement, without its reason too, and each of its clauses: `we dropped it, biome is faster`.
 * Where a clause limits another, none stands alone.
 */
function toClausesOf(lexemes: readonly Lexeme[]): (readonly Lexeme[])[] {
  const reason = lexemes.findIndex(({ form }, at) => at >= LEAST_IN_CLAUSE && REASONS.has(form))
  const main = reason === -1 ? lexemes : lexemes.slice(0, reason)
  const whole = reason === -1 ? [lexemes] : [lexemes, main]
  if (!main.some(({ isAfterBreak }, at) => isAfterBreak && at >= LEAST_IN_CLAUSE)) return whole
  if (main.some(({ form }) => LIMITS.has(form))) return whole
  const clauses: Lexeme[][] = []
  for (const lexeme of main) {
    if (lexeme.isAfterBreak || clauses.length === 0) clauses.push([])
    clauses.at(-1)!.push(lexeme)
  }
  const telling = clauses.filter(clause => clause.length >= LEAST_IN_CLAUSE)
  return [...whole, ...telling]
}

function toClaims(raw: string, lexemes: readonly Lexeme[]): Claim[] {
  const parts = splitExclusion(raw, lexemes)
  const plain = toPlain(parts?.chosen ?? lexemes)
  const excluded = parts && { ...toPlain(parts.excluded), isNegative: true }
  const claims = [
    toPolarity(plain),
    excluded && toPolarity(excluded),
    toChoice(lexemes),
    toMeasure(plain),
    ...toAlternatives(plain),
  ]
  return claims.filter(claim => claim !== undefined)
}

/** A statement without what only fills it, in any of the languages, and whether it denies. */
interface Plain {
  /** Without negations. */
  lexemes: readonly Lexeme[]
  isNegative: boolean
  /** True where a verb and no `not` denies: `was dropped` is no news of the past. */
  isForbidden: boolean
}

function toPlain(lexemes: readonly Lexeme[]): Plain {
  const tongue = tongueOf(lexemes)
  let [nots, forbids] = [0, 0]
  const kept: Lexeme[] = []
  for (const lexeme of tongue ? lexemes.map(withoutElision) : lexemes) {
    const { type, form } = lexeme
    if (type === 'not' || tongue?.nots.has(form) === true) nots++
    else if (FORBIDS.has(form) || tongue?.forbids.has(form) === true) forbids++
    else if (lexeme.isJoined && OPEN_ENDS.has(form)) continue
    else if (type !== 'soft' && tongue?.fillers.has(form) !== true) kept.push(lexeme)
  }
  // `Not forbidden` allows; `ne … plus jamais` denies once.
  const isForbidden = forbids > 0
  return { lexemes: kept, isNegative: nots > 0 !== (forbids % 2 === 1), isForbidden }
}

/** `Node 18 and up` */
const OPEN_ENDS = wordsOf('openEnds')

/** `n'utilise` and `l'api` without what is elided. */
function withoutElision(lexeme: Lexeme): Lexeme {
  const form = lexeme.form.replace(/^(?:[lndjms]|qu)'/, '')
  return form === lexeme.form ? lexeme : { ...lexeme, form }
}

/** Words that turn a statement round with the word after them, and the name that a pair has. */
const TURNS = new Map(classesOf('turns'))
/** Tones that say nothing of whether. */
const SOFTENING = new Set(['may', 'prefer', 'usually'])

const INSTEAD = pattern('i')`\b${all.comparing.insteadOf}\b`
const MOST_EXCLUDED = 3

/** `use npm, not yarn` and `use npm instead of yarn` as `use npm` and `use yarn`. */
function splitExclusion(
  raw: string,
  lexemes: readonly Lexeme[],
): { chosen: Lexeme[]; excluded: Lexeme[] } | undefined {
  const at = lexemes.findIndex(({ type }) => type === 'not')
  if (at < 1 || !(lexemes[at]!.isAfterBreak || INSTEAD.test(raw))) return undefined
  const excluded = phraseAfter(lexemes, at)
  if (excluded.length === 0 || excluded.length > MOST_EXCLUDED) return undefined
  const [before, after] = [lexemes.slice(0, at), lexemes.slice(at + 1 + excluded.length)]
  const kept = before.slice(0, Math.max(0, before.length - excluded.length))
  return { chosen: [...before, ...after], excluded: [...kept, ...excluded, ...after] }
}

/** Positive or negative: the claim that a sentence makes about its words. */
function toPolarity({ lexemes, isNegative, isForbidden }: Plain): Claim {
  const words = lexemes.filter(({ type, form }) => isCarrying(type) && !USAGE.has(form))
  const pairs = findGoverned(lexemes, new Set(words))
  const tones = lexemes.filter(
    ({ type, form }) =>
      type === 'tone' && !SOFTENING.has(form) && !(isForbidden && form === 'past'),
  )
  const forms = words.map(toForm)
  // The order alone tells who does what to whom, unless a word tells a direction.
  if (pairs.length > 0 || forms.length < 3) forms.sort()
  const rest = pairs.map(pair => toTurn(pair) ?? pair).sort()
  const turns = pairs.filter(pair => toTurn(pair) !== undefined)
  const frame = ['!', forms.join(' '), rest.join(), tones.map(toForm).join()].join('|')
  return { frame, value: [isNegative ? '-' : '+', ...turns].join() }
}

function isCarrying(type: Lexeme['type']): boolean {
  return type === 'word' || type === 'exact'
}

function toTurn(pair: string): string | undefined {
  const [word = '', ...object] = pair.split(' ')
  const name = TURNS.get(word)
  return name && [name, ...object].join(' ')
}

const CHOICE = wordsOf('choices')

/** `use X for Y`: the choice X for the purpose Y. Without a purpose it is no choice between two. */
function toChoice(lexemes: readonly Lexeme[]): Claim | undefined {
  const forms = lexemes.filter(({ type }) => type !== 'soft')
  const at = forms.findIndex(({ form }) => CHOICE.has(form))
  if (at === -1 || forms.some(({ type, form }) => type === 'not' || form === 'or')) return undefined
  const value = phraseAfter(forms, at)
  const after = forms.slice(at + 1 + value.length)
  if (value.length === 0 || value.length > 3 || after.length === 0) return undefined
  const rest = [...forms.slice(0, at), ...after].map(toForm)
  if (rest.length < 2) return undefined
  return { frame: `use|${rest.join(' ')}`, value: value.map(toForm).join(' ') }
}

const MOST_NUMBERS = 5
/** Words before a number that is a limit. */
const THRESHOLDS = wordsOf('thresholds')

/** Numbers, times and days, and everything else that is said: two values cannot both hold. */
function toMeasure({ lexemes, isNegative }: Plain): Claim | undefined {
  if (!lexemes.some((_, at) => toValue(lexemes, at))) return undefined
  const isLimit = lexemes.some(({ form }) => THRESHOLDS.has(form))
  if (isNegative && !isLimit) return undefined
  const values: string[] = []
  const rest: string[] = []
  for (let at = 0; at < lexemes.length; at++) {
    const { form } = lexemes[at]!
    const value = toValue(lexemes, at)
    if (value === undefined) rest.push(form)
    else values.push(value.text)
    if (value?.isWithUnit === true) at++
  }
  if (values.length === 0 || values.length > MOST_NUMBERS || rest.length < 2) return undefined
  return { frame: `#|${rest.sort().join(' ')}`, value: values.join(' ') }
}

/** The number or day at this place, with the unit after it. */
function toValue(lexemes: readonly Lexeme[], at: number) {
  const { form, type } = lexemes[at]!
  const day = DAYS.get(form)
  if (day !== undefined) return { text: day, isWithUnit: false }
  const number = NUMBERS.get(form) ?? (type === 'exact' && isNumber(form) ? form : undefined)
  if (number === undefined || COUNTED.has(lexemes[at - 1]?.form ?? '')) return undefined
  const [, digits, own] = /^([\d.,]+)(\p{L}+)$/u.exec(number) ?? []
  const unit = UNITS.get(own ?? lexemes[at + 1]?.form ?? '')
  if (unit === undefined) return { text: number, isWithUnit: false }
  return { text: `${digits ?? number} ${unit}`, isWithUnit: own === undefined }
}

/** True for what is written as a number, with or without a unit. */
export function isNumber(form: string): boolean {
  return /^[v$€£<>=~]*\d[\d.,:]*\p{L}{0,3}%?$/u.test(form)
}

/** Words that tie an alternative to its purpose and say nothing more. */
const TIES = wordsOf('ties')

/** Claims that choose one thing of a class: `tests run with _` and `vitest`. */
function toAlternatives({ lexemes, isNegative }: Plain): Claim[] {
  const nameOf = ({ form }: Lexeme) => ALTERNATIVES.get(SAME_AS.get(form) ?? form)
  if (isNegative || !lexemes.some(nameOf)) return []
  const classes = lexemes.map(nameOf)
  return classes.flatMap((name, at) => {
    if (name === undefined || classes.indexOf(name) !== classes.lastIndexOf(name)) return []
    const rest = lexemes.filter(({ form, type }, index) => {
      if (index === at || USAGE.has(form) || TIES.has(form) || SOFTENING.has(form)) return false
      return type !== 'exact' || name !== 'indent'
    })
    const isSubject = at === 0 && rest.length === lexemes.length - 1
    if (isSubject && lexemes.length > 1) return []
    const frame = `~${name}|${rest.map(toForm).sort().join(' ')}`
    const { form } = lexemes[at]!
    return [{ frame, value: SAME_AS.get(form) ?? form }]
  })
}

/** Things of which there is one, so that its value is one too. */
const SINGLE = pattern('i')`${all.comparing.singles}$`
const PROPERTY = pattern('i')`
  ^(?:(?<article>${all.comparing.articles})\s+)?(?<subject>[^,;:.()]{3,60}?)\s+
  (?:${all.comparing.isWords}(?: ${all.comparing.isCalled})?)\s+(?<value>\S+(?: \S+){0,2}?)[.!]?$`

const PLACE = /^`?[\w.~:-]*[/\\]\S+$/
const DENIED = pattern('i')`^${all.comparing.denied}\b`

/** `The default branch is main`, and where a thing is. */
function toProperty(raw: string): Claim[] {
  const { article, subject, value } = PROPERTY.exec(raw)?.groups ?? {}
  if (subject === undefined || value === undefined || DENIED.test(value)) return []
  const isPlace = PLACE.test(value)
  if (!isPlace && (article === undefined || !SINGLE.test(subject))) return []
  const frame = `=|${subject.toLowerCase()}`
  return [{ frame, value: value.replace(/[`"']/g, '').toLowerCase() }]
}

function toForm({ form }: { form: string }): string {
  return form
}

const SIGNS = /[\u3040-\u30ff\u3400-\u9fff]/
const DENIES = pattern('gu')`${unspaced.comparing.signsDeny}`
const FILLS = pattern('gu')`${unspaced.comparing.signsFill}`
const DAY = pattern('gu')`${unspaced.comparing.signsOfDays}`
const NUMBER = /\d[\d.,:]*/gu

/**
 * The claims of a Chinese or Japanese statement, read from its signs; undefined for other
 * languages.
 */
function readSigns(raw: string): Claim[] | undefined {
  if (!SIGNS.test(raw)) return undefined
  const text = raw.normalize('NFKC').replace(/[\s\p{P}]+(?=\D|$)|`/gu, '')
  const isNegative = text.search(DENIES) !== -1
  const core = text.replace(DENIES, '').replace(FILLS, '')
  if (core === '') return []
  const claims: Claim[] = [{ frame: `!|${core}`, value: isNegative ? '-' : '+' }]
  return isNegative ? claims : [...claims, ...valuesOfSigns(text), ...alternativesOfSigns(core)]
}

function valuesOfSigns(text: string): Claim[] {
  const values = [...(text.match(DAY) ?? []), ...(text.match(NUMBER) ?? [])]
  const rest = text.replace(DAY, '_').replace(NUMBER, '_').replace(FILLS, '')
  const isValue = values.length > 0 && rest.replace(/_/g, '').length >= 2
  return isValue ? [{ frame: `#|${rest}`, value: values.join(' ') }] : []
}

function alternativesOfSigns(core: string): Claim[] {
  const words = core.match(/[\w.-]+|[\u30a0-\u30ff]+/gu) ?? []
  const known = words.filter(word => ALTERNATIVES.has(word))
  const names = known.map(word => ALTERNATIVES.get(word))
  return known.flatMap((word, at) => {
    const name = names[at]!
    if (names.indexOf(name) !== names.lastIndexOf(name)) return []
    return [{ frame: `~${name}|${core.replace(word, '')}`, value: word }]
  })
}
