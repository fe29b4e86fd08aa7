/**
 * One kind of secret. The pattern is compiled when one of the `keywords` (lower case) occurs in
 * the text. What the named group `keep` matches stays, the rest is replaced. A group `whole` that
 * is looked ahead for and then repeated makes a repetition atomic: it is never tried shorter.
 */
export interface Rule {
  id: string
  keywords: string[]
  /** Source of a regular expression whose time is linear: bounded repetition, no nesting. */
  pattern: string
  flags: string
  /** How the value is judged: a known shape, or only by its name and look. */
  check: 'shape' | 'random' | 'password'
}

/** A token that its prefix gives away; it stands alone, or next to `-` and `_`. */
export function token(id: string, keywords: string, pattern: string): Rule {
  const bounded = `(?<![A-Za-z0-9])(?:${pattern})(?![A-Za-z0-9])`
  return { id, keywords: keywords.split(' '), pattern: bounded, flags: 'g', check: 'shape' }
}

/** A value that only the name before it gives away: `name = value`, `"name": "value"`. */
export function named(id: string, keywords: string, name: string, value: string): Rule {
  const pattern = `(?<keep>(?:${name})${ASSIGN})(?:${value})(?![A-Za-z0-9])`
  return { id, keywords: keywords.split(' '), pattern, flags: 'gi', check: 'shape' }
}

/** A pattern of its own, read without regard to case; `keywords` is a list where one has a space. */
export function context(
  id: string,
  keywords: string | string[],
  check: Rule['check'],
  pattern: string,
): Rule {
  const list = typeof keywords === 'string' ? keywords.split(' ') : keywords
  return { id, keywords: list, pattern, flags: 'gi', check }
}

const ASSIGN = String.raw`[\w.-]{0,24}["'\x60]?[ \t]{0,8}(?:=>|:=|==?|:|,)[ \t]{0,8}["'\x60]?`
