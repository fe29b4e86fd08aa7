import type { Styles } from './styles.js'
import { padToWidth, widestOf } from './width.js'

/** Names and values under each other, values aligned. Rows whose value is undefined are left out. */
export function renderFields(
  rows: readonly (readonly [name: string, value: string | number | undefined])[],
  styles: Styles,
): string[] {
  const shown = rows.filter(([, value]) => value !== undefined)
  const widest = widestOf(shown.map(([name]) => name))
  return shown.map(([name, value]) => `${styles.dim(padToWidth(name, widest))}  ${value}`)
}
