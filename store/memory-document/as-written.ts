/** Lines of unknown keys as a person wrote them, used as long as the value is not changed. */
export interface Written {
  /** By key: the lines with their final newline, and the value they stood for as JSON. */
  entries: Record<string, { text: string; json: string | undefined }>
  /** Comments that belong to no unknown key. */
  tail: string
}

// An enumerable symbol: `{ ...extra }` carries it along, JSON and Object.keys do not see it.
const AS_WRITTEN = Symbol('front matter as written')

type Extra = Record<string, unknown> & { [AS_WRITTEN]?: Written }

/** Makes an extra record remember the lines it was read from. */
export function rememberWritten(
  extra: Record<string, unknown>,
  texts: ReadonlyMap<string, string>,
  tail: string,
): void {
  if (texts.size === 0 && tail === '') return
  const entries: Written['entries'] = Object.fromEntries(
    [...texts].map(([key, text]) => [key, { text, json: JSON.stringify(extra[key]) }]),
  )
  ;(extra as Extra)[AS_WRITTEN] = { entries, tail }
}

/** What an extra record remembers of the lines it was read from, or undefined. */
export function writtenOf(extra: Record<string, unknown>): Written | undefined {
  return (extra as Extra)[AS_WRITTEN]
}

/** The lines of a key as written; undefined where its value is new or changed. */
export function textAsWritten(
  written: Written | undefined,
  extra: Record<string, unknown>,
  key: string,
): string | undefined {
  const entry = written?.entries[key]
  return entry !== undefined && entry.json === JSON.stringify(extra[key]) ? entry.text : undefined
}
