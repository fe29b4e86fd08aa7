import { SvcError } from '../../store/errors.js'

/** A given object, its fields not looked at yet. */
export type Given = Readonly<Record<string, unknown>>

/** Reads one field. Throws INVALID_REQUEST naming it. */
export type Reader<T> = (value: unknown, field: string) => T

/** A flag by which a person gives a field. */
export interface FieldFlag {
  kind: 'text' | 'number' | 'switch'
  /** Its name, where not that of the field outside. */
  name?: string
  /** Placeholder of the value in the usage line. */
  value?: string
  meaning: string
  least?: number
  /** Value that a switch sets, if not true. */
  sets?: string
}

/** Forms of asking for a field: a flag of a person, an argument of a model. */
export interface Asked {
  type: 'text' | 'list' | 'number' | 'switch'
  /** Its name outside, in queries too, where that is another. */
  name?: string
  flag?: FieldFlag
  /** Says to a model what it is. */
  argument?: string
  /** True where a model gives one entry of the list. */
  takesOne?: boolean
  /** True where it must be given. */
  isNeeded?: boolean
  /** A larger number from outside is taken as this. */
  most?: number
}

/** A row of a table of fields: all that there is to know of one. */
export interface Field<T> extends Asked {
  /** Reads what a program gave. */
  read: Reader<T>
  /** Reads what a query gave, once its text is a value. */
  readAsked: Reader<T>
  /** Values of the query parameter, for the reference. */
  rule: string
}

/** A row for each field. */
export type Fields<T> = { readonly [Name in keyof T]-?: Field<NonNullable<T[Name]>> }

/** INVALID_REQUEST saying what is wrong with what was given. */
export function invalid(message: string, cause?: unknown): SvcError {
  return new SvcError('INVALID_REQUEST', message, { cause })
}

/** Takes an object as its fields. Throws INVALID_REQUEST saying `otherwise` where it is none. */
export function toFields(value: unknown, otherwise: string): Given {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Given
  throw invalid(otherwise)
}

/** Reads a value for each row; fields without one stay absent. */
export function readEach<T, Row>(
  rows: { readonly [Name in keyof T]-?: Row },
  read: (row: Row, field: string) => unknown,
): Partial<T> {
  const all = Object.entries<Row>(rows).map(([field, row]) => [field, read(row, field)] as const)
  return Object.fromEntries(all.filter(([, value]) => value !== undefined)) as Partial<T>
}

/** Reads the fields that are there. Throws INVALID_REQUEST naming the first bad one. */
export function readFields<T>(
  given: Given,
  rows: { readonly [Name in keyof T]-?: { read: Reader<T[Name]> } },
): Partial<T> {
  return readEach<T, { read: Reader<unknown> }>(rows, ({ read }, field) =>
    readOptional(given[field], field, read),
  )
}

/** Reads a field that may be left out: undefined where it is. Throws what the reader throws. */
export function readOptional<T>(value: unknown, field: string, read: Reader<T>): T | undefined {
  return value === undefined ? undefined : read(value, field)
}

/** Tells something of each field that has it, by the name that the field has outside. */
export function tellEach<Row extends Asked, Told>(
  rows: Readonly<Record<string, Row>>,
  tell: (row: Row) => Told | undefined,
  nameOf = ({ name }: Row, field: string) => name ?? field,
): Record<string, Told> {
  const told = Object.entries(rows).map(([field, row]) => [nameOf(row, field), tell(row)] as const)
  return Object.fromEntries(told.filter(([, one]) => one !== undefined)) as Record<string, Told>
}

/** The names of fields outside. */
export function namesOf(rows: Readonly<Record<string, Asked>>): string[] {
  return Object.keys(tellEach(rows, row => row))
}

/** Makes a reader of what `take` does not answer with undefined; all else must be `words`. */
function reader<T>(words: string, take: (value: unknown) => T | undefined): Reader<T> {
  return (value, field) => {
    const taken = take(value)
    if (taken !== undefined) return taken
    throw invalid(`${field} must be ${words}`)
  }
}

/** Reads a text, which may be empty. Throws INVALID_REQUEST naming the field. */
export const readText = reader('a text', value => (typeof value === 'string' ? value : undefined))

/** Reads true or false. Throws INVALID_REQUEST naming the field. */
export const readFlag = reader('true or false', value =>
  typeof value === 'boolean' ? value : undefined,
)

/** Reads a point in time, given in ISO 8601. Throws INVALID_REQUEST naming the field. */
export const readTime = reader('an ISO 8601 time', value => {
  const time = typeof value === 'string' ? new Date(value) : undefined
  return time === undefined || Number.isNaN(time.getTime()) ? undefined : time
})

/** Reads a list of texts. Throws INVALID_REQUEST naming the field. */
export const readTexts = reader('an array of texts', value => takeTexts(value, () => true))

/** Reads a list, entry by entry. Throws INVALID_REQUEST naming the field. */
export function readList<T>(value: unknown, field: string, read: Reader<T>): T[] {
  if (!Array.isArray(value)) throw invalid(`${field} must be an array`)
  return value.map(entry => read(entry, field))
}

function takeTexts(value: unknown, passes: (text: string) => boolean): string[] | undefined {
  const isOne = (text: unknown) => typeof text === 'string' && passes(text)
  return Array.isArray(value) && value.every(isOne) ? value : undefined
}

/** Splits a comma list; blank parts are left out. */
export function splitWords(text: string): string[] {
  return text
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '')
}

/** Makes the row of what is true or false; `meaning` says what is done where it is true. */
export function switchField(meaning = ''): Field<boolean> {
  const rule = `\`true\` or \`1\`${meaning && ` (${meaning})`}, \`false\` or \`0\``
  return { type: 'switch', rule, read: readFlag, readAsked: readFlag }
}

/** Makes the row of a text. */
export function textField(rule: string): Field<string> {
  return { type: 'text', rule, read: readText, readAsked: readText }
}

/** Makes the row of a text that can only be this one. */
export function wordField<Word extends string>(rule: string, word: Word): Field<Word> {
  const read = reader(word, value => (value === word ? word : undefined))
  return { type: 'text', rule, read, readAsked: read }
}

/** Makes the row of a list of texts; a query may only give those that pass, `words` in an error. */
export function listField(
  rule: string,
  passes: (word: string) => boolean = () => true,
  words = 'texts',
): Field<string[]> {
  const readAsked = reader(`a comma list of ${words}`, value => takeTexts(value, passes))
  return { type: 'list', rule, read: readTexts, readAsked }
}

/** Makes the row of a list of some of these words. */
export function choiceField<Word extends string>(rule: string, words: readonly Word[]) {
  const isOne = (word: string) => words.some(one => one === word)
  const named = words.join(', ')
  const readOnes = reader(`any of ${named}`, value => takeTexts(value, isOne))
  const read: Reader<string[]> = (value, field) => readOnes(readTexts(value, field), field)
  return { ...listField(rule, isOne, named), read } as Field<Word[]>
}

/** Makes the row of a whole number. */
export function numberField(
  rule: string,
  least: number,
  most = Number.MAX_SAFE_INTEGER,
): Field<number> {
  const take = (value: unknown) =>
    Number.isInteger(value) && Number(value) >= least ? Number(value) : undefined
  const read = reader(`a whole number from ${least}`, take)
  return {
    type: 'number',
    rule,
    read,
    readAsked: reader(`an integer of at least ${least}`, take),
    most,
  }
}
