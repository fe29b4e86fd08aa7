/**
 * Alternatives of a regular expression, divided by bars: words, phrases and small patterns. Empty
 * where a language has none.
 */
export type Words = string

/** A replacement in a text. */
export type Rewording = readonly [pattern: RegExp, by: string]

/** The words of a table; what a line begins with, and its end, are left out. */
export function words({ raw }: TemplateStringsArray): Words {
  return (raw[0] ?? '').replace(/\n\s*/g, '')
}

/** The words one by one; [] for none. */
export function listOf(alternatives: Words): string[] {
  return alternatives === '' ? [] : alternatives.split('|')
}
