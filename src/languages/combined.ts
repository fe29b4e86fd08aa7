import { en } from './en.js'
import { LANGUAGES } from './index.js'
import type { Language } from './language.js'
import type { Rewording } from './words.js'

/** Never matches. */
const NONE = '(?!)'

/** The words of several languages by their role, each as one group of a regular expression. */
type Combined = {
  readonly [Name in Part]: {
    readonly [
      Role in keyof Language[Name] as Language[Name][Role] extends string ? Role : never
    ]: string
  }
}
type Part = Exclude<keyof Language, 'code' | 'isSpaced' | 'script' | 'commonest'>

/** The words of each role in some of the languages; a role without any never matches. */
export function combine(languages: readonly Language[]): Combined {
  return combineRoles((part, role) => {
    const known = languages.map(one => rolesOf(one[part])[role] ?? '').filter(words => words !== '')
    return known.length === 0 ? NONE : `(?:${known.join('|')})`
  })
}

function combineRoles(write: (part: Part, role: string) => string): Combined {
  const parts = Object.entries(en).flatMap(([name, roles]) => {
    if (typeof roles !== 'object') return []
    const part = name as Part
    const own = Object.entries(roles).filter(([, words]) => typeof words === 'string')
    return [[part, Object.fromEntries(own.map(([role]) => [role, write(part, role)]))]]
  })
  return Object.fromEntries(parts) as Combined
}

const rolesOf = (part: object) => part as Readonly<Record<string, string>>

/** Words of every language. */
export const all = combine(LANGUAGES)
/** Words of those that write blanks: they stand between the edges of words. */
export const spaced = combine(LANGUAGES.filter(({ isSpaced }) => isSpaced))
/** Words of the others. */
export const unspaced = combine(LANGUAGES.filter(({ isSpaced }) => !isSpaced))
/** Words of all: between no letters, or anywhere where no blanks are written; for the flag `u`. */
export const whole = combineBetween(String.raw`(?<!\p{L})`, String.raw`(?!\p{L})`)
/** The same between the edges that `\b` knows. */
export const bounded = combineBetween(String.raw`\b`, String.raw`\b`)

function combineBetween(open: string, close: string): Combined {
  return combineRoles((part, role) => {
    const [words, others] = [spaced, unspaced].map(one => rolesOf(one[part])[role])
    return `(?:${open}${words}${close}|${others})`
  })
}

/** A text after the rewordings of all languages, one after another. */
export function reword(text: string, of: (language: Language) => readonly Rewording[]): string {
  return LANGUAGES.flatMap(of).reduce((left, [form, by]) => left.replace(form, by), text)
}

/**
 * Finds all that a global pattern meets in a text. `matchAll` makes the pattern anew at each call, which
 * costs more than to find nothing.
 */
export function findAll(text: string, form: RegExp): RegExpExecArray[] {
  return text.search(form) < 0 ? [] : [...text.matchAll(form)]
}

/** A regular expression as it is written, with groups of words in it. */
export function pattern(flags = '') {
  return (source: TemplateStringsArray, ...groups: readonly string[]): RegExp =>
    new RegExp(String.raw(source, ...groups).replace(/\n\s*/g, ''), flags)
}
