const ASCII = /^[\u0020-\u007e]*$/
const WIDE =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f1e6}-\u{1f1ff}\u{20000}-\u{3fffd}]|^\p{Emoji_Presentation}|^\p{Emoji}\ufe0f/u
const MARK = /^[\p{Mn}\p{Me}\p{Default_Ignorable_Code_Point}]+$/u
let segmenter: Intl.Segmenter | undefined

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

function graphemes(text: string): string[] {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  return Array.from(segmenter.segment(text), part => part.segment)
}

function widthOfGrapheme(grapheme: string): number {
  if (MARK.test(grapheme)) return 0
  return WIDE.test(grapheme) ? 2 : 1
}
