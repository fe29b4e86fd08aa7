import { cutToWidth, widthOf } from './width.js'

const MOST_COLUMNS = 80

/**
 * The text as lines of at most `columns` (80 where the width is unbounded), broken between words.
 * With `most`, later lines are dropped and the last one ends with `…`. [] for a blank text.
 */
export function wrapText(text: string, columns: number, most = Infinity): string[] {
  const width = Math.max(10, Math.min(columns, MOST_COLUMNS))
  const lines: string[] = []
  for (const word of text.split(/\s+/).filter(Boolean)) addWord(lines, word, width)
  if (lines.length <= most) return lines.map(line => cutToWidth(line, width))
  const kept = lines.slice(0, most)
  return [...kept.slice(0, -1), cutToWidth(`${kept.at(-1) ?? ''} …`, width)].map(line =>
    cutToWidth(line, width),
  )
}

function addWord(lines: string[], word: string, width: number): void {
  const last = lines.at(-1)
  if (last !== undefined && widthOf(last) + 1 + widthOf(word) <= width) {
    lines[lines.length - 1] = `${last} ${word}`
    return
  }
  lines.push(...splitWord(word, width))
}

/** A word wider than the line (a URL, a sentence of a script without spaces) goes over several. */
function splitWord(word: string, width: number): string[] {
  if (widthOf(word) <= width) return [word]
  const parts: string[] = []
  let part = ''
  for (const character of word) {
    if (widthOf(part + character) > width) {
      parts.push(part)
      part = ''
    }
    part += character
  }
  return [...parts, part]
}
