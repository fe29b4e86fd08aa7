import { clip, toTitle } from '../text.js'

const NAME = /^[a-z0-9-]{1,64}$/

/**
 * A skill's name as it is shown: as written where it keeps to `[a-z0-9-]`, else with everything
 * but letters, digits, `.`, `_` and `-` made a hyphen; at most 64 characters. Empty where nothing
 * is left.
 */
export function toSkillName(text: string): string {
  if (NAME.test(text)) return text
  return toTitle(text.slice(0, 1024).normalize('NFKC'))
    .replace(/[^\p{L}\p{N}\p{M}._]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 64)
    .replace(/[\ud800-\udbff]$/, '')
}

/** A skill's description as its trigger: one line, at most 1,024 characters. */
export function toTrigger(description: string): string {
  return clip(toTitle(description), 1024)
}
