import type { ErrorLine, ErrorWord } from './error-shape.js'

/** Two texts of one error are at least so alike; below, they are taken for two errors. */
export const SAME_ERROR = 0.77
/** Weight of words that must agree: what is shared by fewer is shared by many errors. */
const LEAST_SHARED = 2.2
/** A class of the language proves no more than a plain word: other tools' errors are of it. */
const GENERIC_SHARED = 1
/** A word in the place of another counts so many times against the line. */
const REPLACED = 2
/** A word that is only here: the other text may have been cut, or broken into lines elsewhere. */
const ONLY_HERE = 0.3
/** Before the first word that agrees stand logs, tests and who passed the error on: half of it. */
const BEFORE = 0.5
const QUOTED = 1.5
/** Two names are taken for one where so much of their parts agrees. */
const LEAST_NAME = 0.6
/** A line of which less is found again is absent. */
const LEAST_FOUND = 0.4
/** An absent line counts so much against the text: outputs are kept in part. */
const ABSENT = 0.5
/** Words of one line count up to here: a long line is no stronger proof than a whole message. */
const MOST_LINE_WEIGHT = 9

/**
 * Tells how surely `found`, read from a past text, holds the error of `asked`, from 0 to 1. Lines are
 * compared word by word in their order: what is only in one of them was cut off, a word in the place
 * of another is another error.
 */
export function likeness(asked: readonly ErrorLine[], found: readonly ErrorLine[]): number {
  const places = [...found, ...found.slice(1).map((line, at) => join(found[at]!, line))]
  let [agreed, reckoned] = [0, 0]
  let shared = 0
  for (const line of asked) {
    const best = bestOf(line, places)
    const weight = line.weight * Math.min(weightOf(line.words), MOST_LINE_WEIGHT)
    const isAbsent = best.found < LEAST_FOUND
    reckoned += weight * (isAbsent ? ABSENT : 1)
    if (isAbsent) continue
    agreed += weight * best.score
    shared += line.weight * best.proof
  }
  return shared < LEAST_SHARED ? 0 : agreed / reckoned
}

/** The line of `found` that agrees most with an error, the shortest of those that agree as much. */
export function matchedLine(asked: readonly ErrorLine[], found: readonly ErrorLine[]): string {
  let best = { text: '', worth: 0 }
  for (const place of found) {
    const worth = asked.reduce((sum, line) => {
      const { score, found, proof } = bestOf(line, [place])
      return sum + line.weight * score * found * proof
    }, 0)
    const isLike = worth === best.worth && place.text.length < best.text.length
    if (worth > best.worth || isLike) best = { text: place.text, worth }
  }
  return best.text
}

function join(one: ErrorLine, other: ErrorLine): ErrorLine {
  const weight = Math.max(one.weight, other.weight)
  return { text: one.text, words: [...one.words, ...other.words], weight }
}

interface Match {
  /** It is 1 where no word stands in the place of another. */
  score: number
  /** Weight of the words that agree, of which a class of the language tells little. */
  proof: number
  /** Weight of all words that agree as a part of the line's own. */
  found: number
}

const NOTHING: Match = { score: 0, proof: 0, found: 0 }

function bestOf(line: ErrorLine, places: readonly ErrorLine[]): Match {
  const own = new Set(line.words.map(({ word }) => word))
  const whole = weightOf(line.words)
  let best = NOTHING
  for (const { words } of places) {
    if (!words.some(({ word, weight }) => weight > LEAST_NAME && own.has(word))) continue
    const match = compare(line.words, words, whole)
    if (match.score * match.found > best.score * best.found) best = match
  }
  return best
}

function weightOf(words: readonly ErrorWord[]): number {
  return words.reduce((sum, { weight, isSoft }) => sum + (isSoft === true ? weight / 2 : weight), 0)
}

/** The best alignment of two lines, read from its end: agreed words, and what stands between them. */
function compare(asked: readonly ErrorWord[], found: readonly ErrorWord[], whole: number): Match {
  const best = align(asked, found)
  const width = found.length + 1
  const gaps = new Gaps()
  let [shared, proof] = [0, 0]
  for (let a = asked.length, f = found.length; a > 0 || f > 0;) {
    const here = best[a * width + f]!
    if (a > 0 && here === best[(a - 1) * width + f]) gaps.addAsked(asked[--a]!)
    else if (f > 0 && here === best[a * width + f - 1]) gaps.addFound(found[--f]!)
    else {
      const credit = here - best[--a * width + --f]!
      const weight = Math.min(asked[a]!.weight, found[f]!.weight)
      shared += credit
      proof += asked[a]!.isGeneric === true ? Math.min(credit, GENERIC_SHARED) : credit
      gaps.close(weight - credit)
    }
  }
  const { replaced, onlyAsked } = gaps
  gaps.close(0)
  const all = REPLACED * gaps.replaced + ONLY_HERE * gaps.onlyAsked
  const inside = REPLACED * replaced + ONLY_HERE * onlyAsked
  const against = inside + BEFORE * (all - inside)
  return { score: shared / (shared + against || 1), proof, found: shared / (whole || 1) }
}

/** Weight of a word that the other line has not: most of a name, which the error is about. */
function missingOf({ weight, isSoft, isQuoted }: ErrorWord): number {
  if (isSoft === true) return 0
  return isQuoted === true ? weight * QUOTED : weight
}

/** Words between those that agree: in both lines, one stands in the place of the other. */
class Gaps {
  replaced = 0
  onlyAsked = 0
  private asked = 0
  private found = 0

  addAsked(word: ErrorWord): void {
    this.asked += missingOf(word)
  }

  addFound(word: ErrorWord): void {
    this.found += missingOf(word)
  }

  /** `unlike` is what of two names that were taken for one does not agree. */
  close(unlike: number): void {
    const replaced = Math.min(this.asked, this.found)
    this.replaced += replaced + unlike
    this.onlyAsked += this.asked - replaced
    this.asked = 0
    this.found = 0
  }
}

/** Weights of the longest common sequence of all beginnings, row by row. */
function align(asked: readonly ErrorWord[], found: readonly ErrorWord[]): Float64Array {
  const width = found.length + 1
  const best = new Float64Array((asked.length + 1) * width)
  for (let a = 1; a <= asked.length; a++)
    for (let f = 1; f <= found.length; f++) {
      const credit = creditOf(asked[a - 1]!, found[f - 1]!)
      const joined = credit === 0 ? 0 : best[(a - 1) * width + f - 1]! + credit
      const skipped = Math.max(best[(a - 1) * width + f]!, best[a * width + f - 1]!)
      best[a * width + f] = Math.max(joined, skipped)
    }
  return best
}

function creditOf(one: ErrorWord, other: ErrorWord): number {
  const weight = Math.min(one.weight, other.weight)
  if (one.word === other.word) return weight
  if (one.isQuoted !== true || other.isQuoted !== true) return 0
  const parts = new Set(one.word.split(SEPARATOR))
  const others = new Set(other.word.split(SEPARATOR))
  const common = [...parts].filter(part => others.has(part)).length
  const alike = common / Math.max(parts.size, others.size)
  return alike < LEAST_NAME ? 0 : weight * alike
}

const SEPARATOR = /[./:#@]+/
