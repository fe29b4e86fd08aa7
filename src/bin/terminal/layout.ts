import type { Screen, Styles } from './screen.js'
import { oneLine } from './words.js'

const ASCII = /^[\u0020-\u007e]*$/
// Each costs a start more than what they are made for, which few texts need.
let segmenter: Intl.Segmenter | undefined
let wide: RegExp | undefined
let mark: RegExp | undefined

/** The columns that one line of text takes on a terminal: CJK and emoji two, marks none. */
export function widthOf(text: string): number {
  if (ASCII.test(text)) return text.length
  return graphemes(text).reduce((sum, grapheme) => sum + widthOfGrapheme(grapheme), 0)
}

/** The line, cut to at most `columns` with a final `…` where something is missing. */
export function cutToWidth(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text
  if (columns < 1) return ''
  let kept = ''
  let used = 0
  for (const grapheme of graphemes(text)) {
    used += widthOfGrapheme(grapheme)
    if (used > columns - 1) break
    kept += grapheme
  }
  return `${kept.trimEnd()}…`
}

/** The line with spaces after it (or before it) up to `columns`; a wider one stays as it is. */
export function padToWidth(text: string, columns: number, side: 'end' | 'start' = 'end'): string {
  const space = ' '.repeat(Math.max(0, columns - widthOf(text)))
  return side === 'end' ? text + space : space + text
}

/** The width of the widest line; 0 for none. */
export function widestOf(lines: readonly string[]): number {
  return lines.reduce((widest, line) => Math.max(widest, widthOf(line)), 0)
}

/** The segmenter walks over a text anew for each of its parts: it is given so much at once. */
const SEGMENTED_CHARS = 256

function graphemes(text: string): string[] {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  const found: string[] = []
  let open = ''
  for (let at = 0; at < text.length; at += SEGMENTED_CHARS) {
    const given = open + text.slice(at, at + SEGMENTED_CHARS)
    const parts = Array.from(segmenter.segment(given), part => part.segment)
    // The last one may go on in what follows; none goes on for ever.
    open = (parts.at(-1) ?? '').length < SEGMENTED_CHARS ? (parts.pop() ?? '') : ''
    for (const part of parts) found.push(part)
  }
  return open === '' ? found : [...found, open]
}

function widthOfGrapheme(grapheme: string): number {
  mark ??= /^[\p{Mn}\p{Me}\p{Default_Ignorable_Code_Point}]+$/u
  if (mark.test(grapheme)) return 0
  wide ??=
    /^[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f1e6}-\u{1f1ff}\u{20000}-\u{3fffd}]|^\p{Emoji_Presentation}|^\p{Emoji}\ufe0f/u
  return wide.test(grapheme) ? 2 : 1
}

/** Columns of text where the screen has more, or nobody knows how many. */
const MOST_COLUMNS = 80

/** The columns that text may take of a screen's, behind a margin of `taken`. */
export function columnsFor(columns: number, taken = 0): number {
  return Math.min(columns, MOST_COLUMNS) - taken
}

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
  let [part, taken] = ['', 0]
  for (const grapheme of graphemes(word)) {
    const columns = widthOfGrapheme(grapheme)
    if (taken + columns > width) {
      parts.push(part)
      ;[part, taken] = ['', 0]
    }
    part += grapheme
    taken += columns
  }
  return [...parts, part]
}

/** The text over as many lines as it needs, all behind a margin; `most` as for `wrapText`. */
export function indentText(
  text: string,
  { columns }: Screen,
  { margin = '    ', most = Infinity }: { margin?: string; most?: number } = {},
): string[] {
  return wrapText(text, columnsFor(columns, margin.length), most).map(line => margin + line)
}

/**
 * A sentence of stored text, the first line behind a margin of two columns, the others of four. The
 * style comes last, because escaping takes its codes for stored control characters.
 */
export function hangText(text: string, screen: Screen, style = (line: string) => line): string[] {
  const lines = wrapText(oneLine(text), columnsFor(screen.columns, 4))
  return lines.map((line, row) => (row === 0 ? '  ' : '    ') + style(line))
}

/** Names and values under each other, values aligned. Rows whose value is undefined are left out. */
export function renderFields(
  rows: readonly (readonly [name: string, value: string | number | undefined])[],
  styles: Styles,
): string[] {
  const shown = rows.filter(([, value]) => value !== undefined)
  const widest = widestOf(shown.map(([name]) => name))
  return shown.map(([name, value]) => `${styles.dim(padToWidth(name, widest))}  ${value}`)
}

const GAP = '  '

/** The cells of a column, padded to the widest of them. */
export function padColumn(cells: readonly string[], side: 'end' | 'start' = 'end'): string[] {
  const widest = widestOf(cells)
  return cells.map(cell => padToWidth(cell, widest, side))
}

/** A column of `renderRows` whose cells stand at its right edge. */
export function toRight<Row>(
  rows: readonly Row[],
  cellOf: (row: Row) => string,
): (row: Row, index: number) => string {
  const cells = padColumn(rows.map(cellOf), 'start')
  return (_, index) => cells[index] ?? ''
}

/** The line, cut to the room that is left of a row; a little is shown in any case. */
export function cutToRoom(text: string, room: number, least = 12): string {
  return cutToWidth(text, Math.max(least, room))
}

/**
 * One line a row: the cells of its columns, padded, the first one set off, then what `restOf` makes
 * of the room that is left of the screen's width.
 */
export function renderRows<Row>(
  rows: readonly Row[],
  columns: readonly ((row: Row, index: number) => string)[],
  restOf: (row: Row, room: number) => string,
  screen: Screen,
): string[] {
  const padded = columns.map(cellOf => padColumn(rows.map(cellOf)))
  const used = padded.reduce((sum, cells) => sum + widthOf(cells[0] ?? '') + GAP.length, 0)
  return rows.map((row, index) => {
    const [first = '', ...others] = padded.map(cells => cells[index] ?? '')
    const rest = restOf(row, screen.columns - used)
    return [screen.styles.strong(first), ...others, rest].join(GAP).trimEnd()
  })
}
