import { titleKey } from '../text.js'

/** Most aliases that a memory can be given; a file written by hand may have more. */
export const MOST_ALIASES = 12

/** Most characters of an alias that is given. */
export const ALIAS_CHARS = 100

/** The phrases in their order, without blank ones, repeats and what only says the title again. */
export function distinctAliases(phrases: readonly string[], title = ''): string[] {
  const taken = new Set(['', titleKey(title)])
  return phrases.filter(phrase => {
    const key = titleKey(phrase)
    return !taken.has(key) && taken.add(key)
  })
}

/** A memory's own aliases, then what others add, up to 12; more only where it had more. */
export function uniteAliases(
  own: readonly string[],
  others: readonly string[],
  title: string,
): string[] {
  const most = Math.max(MOST_ALIASES, own.length)
  return distinctAliases([...own, ...others], title).slice(0, most)
}
