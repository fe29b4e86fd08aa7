import { toFields, type Fields } from './fields.js'
import type { Line } from './lines.js'

const MAX_DEPTH = 100

/** The object that a line holds; undefined for anything else, also where it is broken. */
export function parseRecord({ text, isCut }: Line): Fields | undefined {
  const start = text.trimStart()
  if (!start.startsWith('{')) return undefined
  return isCut ? parseBeginning(start) : parseObject(start)
}

/**
 * The object that a cut line began: the text in which the cut lies keeps its beginning, everything
 * else that was not whole is left out.
 */
function parseBeginning(text: string): Fields | undefined {
  const scanned = scan(text)
  if (scanned === undefined) return undefined
  const { open, lastWhole, openAtWhole } = scanned
  return (
    parseObject(`${withoutHalf(text)}"${toClosing(open)}`) ??
    parseObject(text.slice(0, lastWhole) + toClosing(openAtWhole))
  )
}

/** The last character may be half of one, and the last escape half of an escape. */
function withoutHalf(text: string): string {
  const rest = text.endsWith('\ufffd') ? text.slice(0, -1) : text
  const half = /\\(?:u[0-9a-f]{0,3})?$/i.exec(rest.slice(-5))?.[0]
  if (half === undefined) return rest
  let start = rest.length - half.length
  while (rest[start - 1] === '\\') start--
  const isEscaped = (rest.length - half.length - start) % 2 === 1
  return isEscaped ? rest : rest.slice(0, -half.length)
}

function parseObject(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return toFields(value) === value ? toFields(value) : undefined
  } catch {
    return undefined
  }
}

/**
 * The brackets that are open at the end, and those at the last comma outside of texts. Undefined
 * where they nest deeper than any host's.
 */
function scan(text: string): { open: string; lastWhole: number; openAtWhole: string } | undefined {
  let open = ''
  let lastWhole = 0
  let openAtWhole = ''
  const marks = /"(?:[^"\\]|\\.)*(?:"|\\?$)|[[\]{},]/gs
  for (const { 0: mark, index } of text.matchAll(marks)) {
    if (open.length > MAX_DEPTH) return undefined
    if (mark === '{' || mark === '[') open += mark
    else if (mark === '}' || mark === ']') open = open.slice(0, -1)
    else if (mark === ',') {
      lastWhole = index
      openAtWhole = open
    }
  }
  return { open, lastWhole, openAtWhole }
}

function toClosing(open: string): string {
  return [...open].reverse().map(toClosingBracket).join('')
}

function toClosingBracket(bracket: string): string {
  return bracket === '{' ? '}' : ']'
}
