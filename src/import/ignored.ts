/** A rule of a .gitignore file, for folders. */
interface IgnoreRule {
  /** The parts of a path that it names, each as its signs. */
  parts: readonly Part[]
  /** True where it brings back what an earlier rule leaves out. */
  isNegated: boolean
}

/** A part of a path by its signs, or any number of parts. */
type Part = readonly Sign[] | typeof ANY_PARTS
/** One character, any character, or any number of them. */
type Sign = ((character: string) => boolean) | typeof ANY_SIGNS

const ANY_PARTS = '**'
const ANY_SIGNS = '*'

/** More rules of one file are not heeded. */
const MOST_RULES = 1_000

/** The rules of a .gitignore file as they count for folders; [] where it has none. */
export function readIgnoreRules(text: string): IgnoreRule[] {
  const lines = toBytes(text).split(/\r?\n/, MOST_RULES)
  return lines.flatMap(line => toRule(line.replace(/(?<!\\)[ \t]+$/, '')))
}

/**
 * True where rules leave a folder out, false where they bring it back; undefined where they say
 * nothing of it. `path` is relative to the folder of the rules, `/` between. The time that it takes
 * grows with rule and path, however the rule is made, and is taken from `steps`; where none is left
 * the rules say nothing.
 */
export function isIgnored(
  rules: readonly IgnoreRule[],
  path: string,
  steps: Steps = { left: Infinity },
): boolean | undefined {
  const names = toBytes(path).split('/')
  const matches = (part: Part, name: string) =>
    part !== ANY_PARTS && matchWild(part, name, { any: ANY_SIGNS, matches: fits, steps })
  const by = { any: ANY_PARTS as Part, matches, steps }
  const rule = rules.findLast(({ parts }) => matchWild(parts, names, by))
  return rule && !rule.isNegated
}

/** Comparisons that may yet be made. */
export interface Steps {
  left: number
}

/** A text of a character for each byte: git takes a byte for a character. */
function toBytes(text: string): string {
  return Buffer.from(text).toString('latin1')
}

function toRule(line: string): IgnoreRule[] {
  if (line === '' || line.startsWith('#')) return []
  const isNegated = line.startsWith('!')
  const pattern = (isNegated ? line.slice(1) : line).replace(/\/$/, '')
  if (pattern === '') return []
  const isAnchored = pattern.includes('/')
  const names = pattern.replace(/^\//, '').split('/')
  // A rule that ends with `/**` means all that is in the folder, not the folder.
  if (names.at(-1) === ANY_PARTS) names.push('*')
  const parts = names.map(name => (name === ANY_PARTS ? ANY_PARTS : toSigns(name)))
  return [{ parts: isAnchored ? parts : [ANY_PARTS, ...parts], isNegated }]
}

function toSigns(name: string): Sign[] {
  const signs = name.match(/\\.|\[[!^]?\]?[^\]]*\]|[^]/gu) ?? []
  return signs.map((sign): Sign => {
    if (sign === '*') return ANY_SIGNS
    if (sign === '?') return () => true
    if (sign.length > 2 && sign.startsWith('[')) return toSet(sign.slice(1, -1))
    const plain = sign.length > 1 && sign.startsWith('\\') ? sign.slice(1) : sign
    return character => character === plain
  })
}

function toSet(given: string): (character: string) => boolean {
  const isNegated = /^[!^]/.test(given)
  const ranges = (isNegated ? given.slice(1) : given).match(/[^]-[^]|[^]/gu) ?? []
  const holds = (character: string) =>
    ranges.some(range => character >= range[0]! && character <= range.at(-1)!)
  return character => holds(character) !== isNegated
}

function fits(sign: Sign, character: string): boolean {
  return sign !== ANY_SIGNS && sign(character)
}

/** True where the whole of a list fits a pattern, in which `any` stands for any number of items. */
function matchWild<P, T>(
  pattern: readonly P[],
  items: ArrayLike<T>,
  { any, matches, steps }: { any: P; matches: (one: P, item: T) => boolean; steps: Steps },
): boolean {
  let [at, item, lastAny, resumeAt] = [0, 0, -1, 0]
  while (item < items.length) {
    if (--steps.left < 0) return false
    if (at < pattern.length && pattern[at] === any) {
      lastAny = at++
      resumeAt = item
    } else if (at < pattern.length && matches(pattern[at]!, items[item]!)) {
      at++
      item++
    } else if (lastAny >= 0) {
      // The last of them takes one more.
      at = lastAny + 1
      item = ++resumeAt
    } else return false
  }
  while (pattern[at] === any && at < pattern.length) at++
  return at === pattern.length
}
