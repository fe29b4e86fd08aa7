/** A JSON object whose fields nobody has checked yet. */
export type Fields = Readonly<Record<string, unknown>>

const NONE: Fields = {}

/** The value as an object; one without fields where it is anything else. */
export function toFields(value: unknown): Fields {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? (value as Fields) : NONE
}

/** The objects of a list; [] where the value is no list. */
export function toFieldsList(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(toFields) : []
}

/** The value where it is a string. */
export function toText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** The `text` of each part, joined by newlines; parts without text are passed over. */
export function joinTexts(parts: readonly Fields[]): string {
  return parts.flatMap(part => toText(part.text) ?? []).join('\n')
}
