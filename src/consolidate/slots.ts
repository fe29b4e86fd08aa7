import type { Features } from './features.js'
import type { Statement } from './statement.js'

const CHOICE = new Set(['use', 'prefer', 'choos', 'pick', 'adopt'])
const VALUE_BEFORE = new Set('to at on is port version = v limit within than'.split(' '))

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
const QUANTITY = '#'

/** A statement as a question and its answer: `use _ for tests` and `tap`. */
export interface Slot {
  frame: string
  value: string
}

/** True where the two items answer one question differently. */
export function contradict(a: Features, b: Features): boolean {
  const answers = new Map([...slotsOf(a)].map(({ frame, value }) => [frame, value]))
  for (const { frame, value } of slotsOf(b)) {
    const other = answers.get(frame)
    if (other !== undefined && other !== value) return true
  }
  return false
}

/**
 * The questions that an item answers: what to do and what not, which to use, how much. A title is
 * asked last: `Pushing on Fridays` may be about never doing it.
 */
export function slotsOf(item: Features): Slot[] {
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
