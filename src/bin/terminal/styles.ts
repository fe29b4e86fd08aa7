/** Ways to set text off. Each returns the text as it is where colours are off. */
export interface Styles {
  dim: (text: string) => string
  strong: (text: string) => string
  good: (text: string) => string
  warn: (text: string) => string
  bad: (text: string) => string
}

/** Colour codes for a terminal, or (off) none at all. */
export function createStyles(on: boolean): Styles {
  const style = (open: number, close: number) => (text: string) =>
    on && text !== '' ? `\u001b[${open}m${text}\u001b[${close}m` : text
  return {
    dim: style(2, 22),
    strong: style(1, 22),
    good: style(32, 39),
    warn: style(33, 39),
    bad: style(31, 39),
  }
}
