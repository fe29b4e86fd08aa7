const UNSAFE = /[\u007f-\u009f\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/**
 * The value as one line of JSON that is safe on a terminal: what JSON itself leaves raw (C1
 * controls, line separators, bidi controls) is escaped too, which every reader decodes alike.
 */
export function formatJson(value: unknown): string {
  return JSON.stringify(value).replace(
    UNSAFE,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
