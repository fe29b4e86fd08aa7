import type { Features } from './markdown.js'
import { toLexemes } from './lexemes.js'
import type { Statement } from './statement.js'
import type { Flag } from './types.js'

/**
 * True where two items are about the same thing, so that one item can hold what both say. Errs on
 * the side of no: a number, name, path, negation or place that differs keeps two items apart.
 */
export function areRelated(a: Features, b: Features): boolean {
  if (a.isRestored || b.isRestored) return false
  if (a.titleKey === b.titleKey) return true
  return areAlike(a, b) && !contradict(a, b)
}

/** True where both items are contained in each other: nothing is lost, whichever goes. */
export function areEqual(a: Features, b: Features): boolean {
  return (a.titleKey === b.titleKey || haveLikeTitle(a, b)) && contains(a, b) && contains(b, a)
}

/** Statements of the smaller item that the larger must repeat for the two to be one subject. */
const SHARED_SHARE = 2 / 3
/** Content words from which equal contents outweigh titles that have nothing in common. */
const LONG_CONTENT = 6

function areAlike(a: Features, b: Features): boolean {
  if (haveSameTitle(a, b)) return true
  const [small, large] = a.statements.length <= b.statements.length ? [a, b] : [b, a]
  const shared = small.statements.filter(statement => large.said.has(statement))
  const isContained = shared.length === small.statements.length
  if (isContained && small.statements.length > 0) {
    return (isTelling(shared) || haveLikeTitle(a, b)) && haveFittingTitles(a, b, small, large)
  }
  if (!haveFittingTitles(a, b, small, large)) return false
  if (isContained) return large.said.has(small.title)
  if (shared.length >= 2 && shared.length >= small.statements.length * SHARED_SHARE) return true
  return narrows(small, large)
}

function haveLikeTitle(a: Features, b: Features): boolean {
  return a.said.has(b.title) && b.said.has(a.title) && a.title.key === b.title.key
}

/** Titles that differ in word order or inflection only, and say more than one word. */
function haveSameTitle(a: Features, b: Features): boolean {
  return a.title.sequence.length >= 2 && haveLikeTitle(a, b)
}

function isTelling(shared: readonly Statement[]): boolean {
  return (
    shared.reduce((sum, { sequence, raw, isLiteral }) => {
      return sum + (isLiteral ? raw.length / 8 : sequence.length)
    }, 0) >= 2
  )
}

/**
 * Titles of one content: one of them must say nothing that the other item does not say, and it
 * must not be the other with a limit to it (`Deploy` and `Deploy staging`).
 */
function haveFittingTitles(a: Features, b: Features, small: Features, large: Features): boolean {
  if (!areTonesKnown(a, b) || !areTonesKnown(b, a)) return false
  const [inA, inB] = [uncovered(a, b), uncovered(b, a)]
  if (inA.length === 0 && inB.length === 0) return true
  const share = a.titleWords.some(word => b.titleWords.includes(word))
  if (inA.length === 0 || inB.length === 0) return !share
  const length = small.statements.reduce((sum, { sequence }) => sum + sequence.length, 0)
  const isWordy = a.titleWords.length > 1 && b.titleWords.length > 1
  return (
    !share && isWordy && length >= LONG_CONTENT && contains(small, large) && contains(large, small)
  )
}

/** True where the second item says all that the first one says. */
function contains(a: Features, b: Features): boolean {
  return a.statements.every(statement => b.said.has(statement))
}

/** Words of a title that the other item does not have. */
function uncovered(a: Features, b: Features): string[] {
  return a.titleWords.filter(word => !b.words.has(word))
}

/** What a title negates, the other item must negate as well. */
function areTonesKnown(a: Features, b: Features): boolean {
  const negated = a.title.governed.filter(pair => pair.startsWith('not '))
  if (negated.length === 0) return true
  const known = new Set([b.title, ...b.statements].flatMap(({ governed }) => governed))
  return negated.every(pair => known.has(pair))
}

/** The one statement of the small item is a statement of the large one less a word or two. */
function narrows(small: Features, large: Features): boolean {
  const [only, ...more] = small.statements
  if (only === undefined || more.length > 0 || only.isLiteral || only.sequence.length < 3)
    return false
  return large.statements.some(other => isShortOf(only, other))
}

function isShortOf(short: Statement, long: Statement): boolean {
  if (long.isLiteral || long.governed.join() !== short.governed.join()) return false
  if (long.tones.join() !== short.tones.join()) return false
  const extra = long.sequence.length - short.sequence.length
  if (extra < 1 || extra > long.sequence.length / 4) return false
  return isSubsequence(short.sequence, long) && !hasExactExtra(short, long)
}

function isSubsequence(short: readonly string[], long: Statement): boolean {
  let at = 0
  for (const word of long.sequence) if (word === short[at]) at++
  return at === short.length
}

function hasExactExtra(short: Statement, long: Statement): boolean {
  const known = new Set(short.sequence)
  return long.lexemes.some(({ type, form }) => type === 'exact' && !known.has(form))
}

/** What a statement says is over: `we moved from X to Y`, `X was replaced by Y`, `no longer X`. */
const OVER: readonly RegExp[] = [
  /\b(?:mov|switch|migrat|chang)ed (?:\w+ )?(?:over )?from (?<old>.+?) (?:over )?to (?<now>.+)/i,
  /\b(?:have |has |had )?replaced (?<old>.+?) (?:with|by) (?<now>.+)/i,
  /^(?<old>.+?) (?:has been|have been|was|were|is|are|got) (?:now )?(?:replaced|superseded) (?:with|by) (?<now>.+)/i,
  /\bno longer (?:us(?:e|es|ing)|runs?|uses|needs?|depends? on|deploy(?:s|ed)? (?:to|with)|on) (?<old>[^,;:()]+)/i,
  /^(?<old>.+?) (?:is|are) no longer (?:used|in use|needed|supported|valid|there)\b/i,
  /^(?<old>.+?) (?:is|are|was|were|has been|have been) (?:now )?(?:deprecated|retired|removed|obsolete|abandoned|gone)\b/i,
  /\b(?:stopped|quit) using (?<old>[^,;:()]+)/i,
  /\b(?:dropped|abandoned|retired) (?<old>[^,;:()]+?) (?:in favou?r of|for) (?<now>.+)/i,
]

/** What every pattern above needs: nearly all statements are passed over by it. */
const CUE =
  /\b(?:moved|switched|migrated|changed|replaced|superseded|no longer|stopped|quit|deprecated|retired|removed|obsolete|abandoned|gone|dropped)\b/i

/** Verbs and words that say no more than that something is in use. */
const IN_USE = new Set(
  'use run have choos pick adopt depend reli base current default present now live work done'.split(
    ' ',
  ),
)
const MOST_WORDS = 4

/** A thing that a statement declares to be over, as its words. */
export interface Retired {
  words: readonly string[]
}

/** The things that an item says are over; [] for nearly all. */
export function findRetired({ title, statements }: Features): Retired[] {
  return [title, ...statements].filter(({ isLiteral }) => !isLiteral).flatMap(readRetired)
}

function readRetired({ raw }: Statement): Retired[] {
  if (!CUE.test(raw)) return []
  for (const pattern of OVER) {
    const old = pattern.exec(raw.replace(/\s+/g, ' '))?.groups?.old
    if (old === undefined) continue
    const words = toLexemes(old.replace(/\b(?:for|in|on|as) .*$/i, ''))
      .filter(({ type }) => type === 'word' || type === 'exact')
      .map(({ form }) => form)
    if (words.length > 0 && words.length <= MOST_WORDS) return [{ words }]
  }
  return []
}

/**
 * True where the newer item says in so many words that what the older one states is over: each
 * statement of the older one is about the retired thing and about nothing the newer does not
 * mention. An older item with anything else to say stays.
 */
export function supersedes(newer: Features, retired: readonly Retired[], older: Features): boolean {
  const [a, b] = [newer.item.document, older.item.document]
  if (a.createdAt <= b.createdAt || b.pinned || newer.isRestored || older.isRestored) return false
  if (older.statements.length === 0 || findRetired(older).length > 0) return false
  return retired.some(({ words }) => {
    const isOver = (one: Statement) => isAbout(one, words, newer)
    return older.statements.every(isOver) && isAboutTitle(older, words, newer)
  })
}

function isAbout(statement: Statement, retired: readonly string[], newer: Features): boolean {
  const { sequence, governed, isLiteral, tones } = statement
  if (isLiteral || governed.some(pair => pair.startsWith('not ')) || tones.includes('past'))
    return false
  return retired.every(word => sequence.includes(word)) && isCovered(sequence, retired, newer)
}

function isAboutTitle({ title }: Features, retired: readonly string[], newer: Features): boolean {
  return isCovered(title.sequence, retired, newer)
}

function isCovered(
  sequence: readonly string[],
  retired: readonly string[],
  newer: Features,
): boolean {
  return sequence.every(word => {
    return retired.includes(word) || IN_USE.has(word) || newer.words.has(word)
  })
}

/** More values than this for one slot are a list of things, not a contradiction. */
const MOST_VALUES = 3
/** Of more items than this nobody could say which are meant. */
const MOST_ITEMS = 12

/**
 * Items that answer one question differently: a rule and its opposite, two choices for one
 * purpose, two numbers for one quantity. Statements that differ in more than the answer, and
 * questions with many answers, are none.
 */
export function findContradictions(items: readonly Features[]): Flag[] {
  const slots = new Map<string, Map<string, Set<Features>>>()
  for (const item of items) {
    for (const { frame, value } of slotsOf(item)) {
      const values = slots.get(frame) ?? new Map<string, Set<Features>>()
      slots.set(frame, values)
      values.set(value, (values.get(value) ?? new Set()).add(item))
    }
  }
  const groups = new Map<string, Flag>()
  for (const values of slots.values()) {
    for (const ids of opposed(values)) groups.set(ids.join(), { ids, reason: 'contradiction' })
  }
  return [...groups.values()].sort((a, b) => (a.ids.join() < b.ids.join() ? -1 : 1))
}

/** Groups of ids that stand against each other. */
function opposed(values: ReadonlyMap<string, ReadonlySet<Features>>): string[][] {
  if (values.size < 2 || values.size > MOST_VALUES) return []
  const sides = [...values.values()]
  const all = new Set(sides.flatMap(side => [...side]))
  if (all.size > MOST_ITEMS) return []
  const involved = new Set<string>()
  sides.forEach((side, at) => {
    for (const other of sides.slice(at + 1)) {
      for (const a of side) {
        for (const b of other) if (isOpposed(a, b)) involved.add(idOf(a)).add(idOf(b))
      }
    }
  })
  return involved.size === 0 ? [] : [[...involved].sort()]
}

/** One item may well list two choices; one that was merged from two did not mean to. */
function isOpposed(a: Features, b: Features): boolean {
  if (a === b) return a.item.document.source.mergedFrom !== undefined
  return mayShareSubject(a, b) || a.titleKey === b.titleKey
}

/** False where both titles name something that the other item never mentions: two subjects. */
function mayShareSubject(a: Features, b: Features): boolean {
  const [inA, inB] = [uncovered(a, b), uncovered(b, a)]
  if (inA.length === 0 || inB.length === 0) return true
  const share = a.titleWords.some(word => b.titleWords.includes(word))
  return !share && a.titleWords.length > 1 && b.titleWords.length > 1
}

function idOf({ item }: Features): string {
  return item.document.id
}

/** A statement as a question and its answer: `use _ for tests` and `tap`. */
interface Slot {
  frame: string
  value: string
}

/** True where the two items answer one question differently. */
function contradict(a: Features, b: Features): boolean {
  const answers = new Map([...slotsOf(a)].map(({ frame, value }) => [frame, value]))
  for (const { frame, value } of slotsOf(b)) {
    const other = answers.get(frame)
    if (other !== undefined && other !== value) return true
  }
  return false
}

const QUANTITY = '#'

/**
 * The questions that an item answers: what to do and what not, which to use, how much. A title is
 * asked last: `Pushing on Fridays` may be about never doing it.
 */
function slotsOf(item: Features): Slot[] {
  const { title, statements } = item
  const stated = statements.flatMap(toSlots)
  const frames = new Set(stated.map(({ frame }) => frame))
  const named = toSlots(title).filter(({ frame }) => !frames.has(frame))
  const numbers = title.sequence.filter(isNumber)
  return [...stated, ...named].filter(({ frame, value }) => {
    return !frame.startsWith(QUANTITY) || numbers.every(number => number === value)
  })
}

function toSlots(statement: Statement): Slot[] {
  if (statement.isLiteral || statement.sequence.length < 2) return []
  const slots = [toPolarity(statement), toChoice(statement), toQuantity(statement)]
  return slots.filter(slot => slot !== undefined)
}

/** Words that turn a statement into its opposite, and the name that both of a pair have. */
const TURNS = new Map([
  ['not', 'not'],
  ['before', 'when'],
  ['after', 'when'],
  ['with', 'by'],
  ['without', 'by'],
  ['above', 'limit'],
  ['below', 'limit'],
])

/** What is to be done, and which part of it is negated or turned round. */
function toPolarity({ sequence, governed, tones, context }: Statement): Slot {
  const isTurn = (pair: string) => TURNS.has(pair.slice(0, pair.indexOf(' ')))
  const turned = governed.filter(isTurn).map(pair => {
    const [word = '', ...object] = pair.split(' ')
    return [TURNS.get(word), ...object].join(' ')
  })
  const rest = [
    ...turned.filter(pair => !pair.startsWith('not ')),
    ...governed.filter(pair => !isTurn(pair)),
  ]
  const words = [...sequence].sort().join(' ')
  const frame = ['!', context, words, rest.sort().join(), tones.join()].join('|')
  return { frame, value: governed.filter(isTurn).join() }
}

const CHOICE = new Set(['use', 'prefer', 'choos', 'pick', 'adopt'])

/** `use X for Y`: the choice X for the purpose Y. Without a purpose it is no choice between two. */
function toChoice({ lexemes, context }: Statement): Slot | undefined {
  const forms = lexemes.filter(({ type }) => type !== 'soft')
  const at = forms.findIndex(({ form }) => CHOICE.has(form))
  if (at === -1 || forms.some(({ type, form }) => type === 'not' || form === 'or')) return undefined
  const after = forms.slice(at + 1)
  const end = after.findIndex(({ type, isAfterBreak }, index) => {
    return type === 'direction' || (isAfterBreak && index > 0)
  })
  const value = end === -1 ? [] : after.slice(0, end)
  if (value.length === 0 || value.length > 3) return undefined
  const rest = [...forms.slice(0, at), ...after.slice(end)].map(({ form }) => form)
  if (rest.length < 2) return undefined
  return { frame: ['use', context, rest.join(' ')].join('|'), value: value.map(toForm).join(' ') }
}

const VALUE_BEFORE = new Set('to at on is port version = v limit within than'.split(' '))

/** A single number and everything else that is said: two numbers for one thing cannot both hold. */
function toQuantity({ lexemes, context }: Statement): Slot | undefined {
  const forms = lexemes.filter(({ type }) => type !== 'soft')
  const numbers = forms.filter(({ form }) => isNumber(form))
  const [only] = numbers
  if (only === undefined || numbers.length > 1 || forms.length < 3) return undefined
  const at = forms.indexOf(only)
  if (at === 0 || !VALUE_BEFORE.has(forms[at - 1]!.form)) return undefined
  const rest = forms.filter(one => one !== only).map(toForm)
  return { frame: [QUANTITY, context, rest.join(' ')].join('|'), value: only.form }
}

function toForm({ form }: { form: string }): string {
  return form
}

function isNumber(form: string): boolean {
  return /^[v$€£<>=~]*\d[\d.,:]*\p{L}{0,3}%?$/u.test(form)
}
