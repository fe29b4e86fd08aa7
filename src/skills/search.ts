import { readRegularFile, toRealPath } from '../import/regular-file.js'

const MAX_BODY_BYTES = 256 * 1024

/** The whole text of a SKILL.md, front matter included; undefined where it cannot be read. */
export function readSkillText(path: string): string | undefined {
  const real = toRealPath(path)
  if (real === undefined) return undefined
  const read = readRegularFile(real, real, { maxBytes: MAX_BODY_BYTES, head: true })
  return 'skip' in read ? undefined : read.bytes.toString()
}

/**
 * The skills whose name, trigger or file holds every word of `text`, whatever the case: those with
 * all words in the name first, then those with some, else in the order given. All of them where
 * `text` has no word.
 */
export function searchSkills<T extends { name: string; trigger: string; path: string }>(
  skills: readonly T[],
  text: string,
): T[] {
  const words = fold(text).split(/\s+/).filter(Boolean)
  const hits = skills
    .map(skill => ({ skill, inName: countIn(fold(skill.name), words) }))
    .filter(({ skill, inName }) => inName === words.length || holdsAll(skill, words))
  return hits.sort((one, other) => other.inName - one.inName).map(({ skill }) => skill)
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

function countIn(text: string, words: readonly string[]): number {
  return words.filter(word => text.includes(word)).length
}

function holdsAll(
  skill: { name: string; trigger: string; path: string },
  words: readonly string[],
): boolean {
  const text = fold([skill.name, skill.trigger, readSkillText(skill.path) ?? ''].join('\n'))
  return countIn(text, words) === words.length
}
