const NORMAL_TITLE = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/
const MARKER_LINE = /^(\\*)(?=<{7} )/gm
const ESCAPED_MARKER_LINE = /^\\(?=\\*<{7} )/gm

/**
 * The content as it is kept: LF line ends, no NUL, no half of a surrogate pair (UTF-8 has none), no
 * blank lines before, no white space after. Applying it twice changes nothing.
 */
export function normaliseContent(content: string): string {
  const lines = content.includes('\r') ? content.replace(/\r\n?/g, '\n') : content
  const clean = toWellFormed(lines.includes('\0') ? lines.replaceAll('\0', '') : lines)
  return clean.slice(firstInk(clean)).trimEnd()
}

/** In the standard library from ES2024 on; Node 20 has it. */
function toWellFormed(text: string): string {
  return (text as string & { toWellFormed(): string }).toWellFormed()
}

/** Index of the first line that is not blank. */
function firstInk(text: string): number {
  let line = 0
  for (let index = 0; index < text.length; index++) {
    const character = text[index]
    if (character === '\n') line = index + 1
    else if (character !== ' ' && character !== '\t') return line
  }
  return text.length
}

/** A title on one line: control characters and white space collapse to single spaces. */
export function normaliseTitle(title: string): string {
  if (NORMAL_TITLE.test(title)) return title
  return title.replace(/[\s\x00-\x1f\x7f-\x9f]+/g, ' ').trim()
}

/** Tags on one line each, without empty ones and repeats, in their order. */
export function normaliseTags(tags: readonly string[]): string[] {
  const kept: string[] = []
  for (const tag of tags) {
    const normal = normaliseTitle(tag)
    if (normal !== '' && !kept.includes(normal)) kept.push(normal)
  }
  return kept
}

/** Content for the file: a line that opens a conflict marker gets a backslash before it. */
export function escapeMarkers(content: string): string {
  return content.includes('<<<<<<< ') ? content.replace(MARKER_LINE, '\\$1') : content
}

/** The inverse of escapeMarkers. */
export function unescapeMarkers(content: string): string {
  return content.includes('<<<<<<< ') ? content.replace(ESCAPED_MARKER_LINE, '') : content
}
