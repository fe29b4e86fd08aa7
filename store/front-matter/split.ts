/** Longest front matter, in characters, that is looked for in a file which svc did not write. */
export const FRONT_MATTER_LIMIT = 16 * 1024

/** A text cut at its fences; `block` is absent where the text has no front matter. */
export interface SplitText {
  block?: string
  body: string
}

const QUOTED_KEY = /^("(?:[^"\\\n]|\\.){0,200}"|'[^'\n]{0,200}')[ \t]*:(?=[ \t]|$)/
const PLAIN_KEY = /^([^\s"'#:,[\]{}&*!|>%@`-][^\n]{0,120}?)[ \t]*:(?=[ \t]|$)/
const OPENING = /^---[ \t]*\r?\n/
const CLOSING = /^---[ \t]*\r?$/

/** The key of a `key: value` line that starts at column 0, or undefined. */
export function keyOfLine(line: string): string | undefined {
  const plain = PLAIN_KEY.exec(line)?.[1]
  if (plain !== undefined) return plain
  const quoted = QUOTED_KEY.exec(line)?.[1]
  return quoted?.startsWith('"') ? unescapeKey(quoted) : quoted?.slice(1, -1)
}

function unescapeKey(quoted: string): string {
  try {
    return JSON.parse(quoted) as string
  } catch {
    return quoted.slice(1, -1)
  }
}

/**
 * Cuts the front matter off a text, without reading it: `---` alone on line 1 (after an optional
 * BOM), then lines that look like YAML, then `---` alone within `limit` characters. Everything
 * else, also `---js` and a leading thematic break, is body. The block has LF line ends and no
 * fences; the body is as it was.
 */
export function splitFrontMatter(text: string, limit = FRONT_MATTER_LIMIT): SplitText {
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0
  const body = start === 0 ? text : text.slice(1)
  const opening = OPENING.exec(body.slice(0, 256))
  if (opening === null) return { body }
  const from = opening[0].length
  const closing = findClosing(body, from, limit)
  if (closing === undefined) return { body }
  const raw = body.slice(from, closing.start)
  const block = (raw.includes('\r') ? raw.replace(/\r\n?/g, '\n') : raw).replace(/\n$/, '')
  return looksLikeYaml(block) ? { block, body: body.slice(closing.end) } : { body }
}

function findClosing(text: string, from: number, limit: number) {
  for (let start = from; start <= limit && start < text.length;) {
    const newline = text.indexOf('\n', start)
    const end = newline === -1 ? text.length : newline
    if (text.startsWith('---', start) && CLOSING.test(text.slice(start, end))) {
      return { start, end: Math.min(end + 1, text.length) }
    }
    start = end + 1
  }
  return undefined
}

/** A break followed by prose is told apart by its first line, strictly so after a blank line. */
function looksLikeYaml(block: string): boolean {
  const lines = block.split('\n')
  const first = lines.find(line => line.trim() !== '' && !line.startsWith('#'))
  if (first === undefined) return block.trim() === '' ? lines.length < 3 : !startsBlank(lines)
  if (!first.startsWith('{') && keyOfLine(first) === undefined) return false
  return !startsBlank(lines) || lines.every(isYamlLine)
}

function startsBlank(lines: string[]): boolean {
  return lines[0]?.trim() === ''
}

function isYamlLine(line: string): boolean {
  return /^(?:\s|$|#|- |-$|[\]}{])/.test(line) || keyOfLine(line) !== undefined
}
