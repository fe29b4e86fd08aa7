import { all, pattern, spaced, unspaced } from '../../languages/combined.js'
import { toLower } from './sentences.js'

const POINTER = pattern()`\b${all.pointers.words}\b`
const FOREIGN_POINTER = pattern()`
  ^${spaced.pointers.opens}(?=[\s,.!]|$)|^${unspaced.pointers.opens}`
/** A command or way that was shown before, or a rule whose subject stands before. */
const SHOWN_BEFORE = pattern('u')`${all.pointers.shownBefore}`
/** "It" that points to nothing: "it's fine to", "I find it easier". */
const EXPLETIVE = pattern('g')`${all.pointers.expletives}`

const NOUN_BEFORE = pattern('g')`
  (?:^|\s)${all.pointers.articles} ([\w/.-]+(?: [\w/.-]+){0,2}?)(?= ${all.pointers.verbs}\b|[.,?!]
  |$)`
const FILLER = pattern()`^${all.pointers.fillers}$`

/**
 * True where a statement points to something that was said before it and says nothing without:
 * a pronoun with fewer than two words of substance before it.
 */
export function isDangling(statement: string): boolean {
  const lower = toLower(statement)
  if (FOREIGN_POINTER.test(lower) || SHOWN_BEFORE.test(lower)) return true
  const match = POINTER.exec(lower.replace(EXPLETIVE, '… '))
  if (match === null) return false
  const before = lower.slice(0, match.index).match(/[\p{L}\p{N}`/.-]+/gu) ?? []
  return before.filter(word => word.length > 2 && !FILLER.test(word)).length < 2
}

/** A pronoun that a noun may take the place of. */
const PRONOUN = pattern('i')`^${all.pointers.pronouns}`

/** Names nothing that somebody could look for. */
const EMPTY_NOUN = pattern()`^${all.pointers.emptyNouns}$`

/** One noun after each. */
const ARTICLES = pattern('gi')`\b${all.pointers.articles}\s`

/**
 * A dangling statement with its pronoun replaced by the one thing the sentence before it is about;
 * undefined where that is not safe.
 */
export function resolvePointer(statement: string, before: string | undefined): string | undefined {
  if (before === undefined || before.length > 200) return undefined
  if ((before.match(ARTICLES) ?? []).length > 1) return undefined
  const nouns = new Set(
    Array.from(toLower(before).matchAll(NOUN_BEFORE), match => match[1]?.replace(/[./-]+$/, '')),
  )
  if (nouns.size !== 1 || !PRONOUN.test(statement)) return undefined
  const noun = [...nouns][0] ?? ''
  if (EMPTY_NOUN.test(noun)) return undefined
  const resolved = statement.replace(PRONOUN, `the ${noun}`)
  return isDangling(resolved) ? undefined : resolved
}
