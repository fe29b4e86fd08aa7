import { all, pattern, reword, spaced, unspaced } from '../../languages/combined.js'
import { maskAll } from './quoted.js'
import { capitalise } from './wording.js'

const MAX_TITLE = 60
/** A title may be so long before it is cut inside of a phrase. */
const MAX_PHRASE = 100
const REASON = pattern('iu')`
  (?:[,;]|\s[-–—]|\s\()?\s*(?:(?<=[,;\s–—(-])${spaced.shapes.reasons})(?=\s|e |')
  |[，、,]\s*${unspaced.shapes.reasonsAfterComma}
  |${unspaced.shapes.reasonsAnywhere}`

/**
 * The title a person would give a statement: without its reason, its subject and final stop, its
 * first clauses in at most 60 characters, or in at most 100 where they are longer.
 */
export function toTitle(statement: string): string {
  const core = withoutReason(statement.replace(/[\s.!?。！？:;,]+$/u, ''))
  const bare = reword(core, language => language.shapes.titles)
  const title = capitalise(bare).replace(/[\s.!?。！？,，、:;]+$/u, '')
  return title.length <= MAX_TITLE ? title : (firstClauses(title) ?? cutTitle(title, MAX_PHRASE))
}

/** Begins with half a thought: the other half is what a title names. */
const HALF = pattern('iu')`^${spaced.shapes.halves}(?![\p{L}])`
/** Joins two clauses without a sign. */
const JOINT = pattern('giu')`\s${spaced.shapes.splits}(?=\s)`
/** Least words before a colon that say something by themselves. */
const WORDS_BEFORE_COLON = 7

/** The clauses at the beginning of a text, as many as a title has room for; undefined for none. */
function firstClauses(text: string): string | undefined {
  const cuts = cutsOf(text, /[,;:](?=\s)|[，、；：。]|\s(?=[(–—]|- )|（/g).filter(at =>
    isClause(text, at),
  )
  if (cuts.length === 0 && text.length <= MAX_PHRASE) return undefined
  const joints = cutsOf(text, JOINT).filter(at => isClause(text, at))
  const at =
    cuts.findLast(cut => cut <= MAX_TITLE) ??
    cuts.find(cut => cut <= MAX_PHRASE) ??
    joints.findLast(cut => cut <= MAX_PHRASE)
  return at === undefined ? undefined : tidy(text.slice(0, at))
}

/** True where a text may end: behind a whole clause, and in no bracket. */
function isClause(text: string, at: number): boolean {
  const clause = text.slice(0, at)
  if (at < 20 || countOf(clause, '(') > countOf(clause, ')')) return false
  if (/[:：]/.test(text.charAt(at)) && clause.split(/\s+/).length < WORDS_BEFORE_COLON) return false
  return !HALF.test(clause) || /[,;:]\s/.test(clause)
}

const countOf = (text: string, sign: string) => text.split(sign).length - 1

function withoutReason(text: string): string {
  const match = REASON.exec(text)
  const isOutside = match !== null && !isInCode(text, match.index)
  return isOutside && match.index >= 8
    ? text.slice(0, match.index).replace(/[\s,;(–—-]+$/, '')
    : text
}

/** True for an index between two back ticks. */
function isInCode(text: string, at: number): boolean {
  return (text.slice(0, at).split('`').length - 1) % 2 === 1
}

/** At most so many characters of a title: its first clauses, else its first words. */
export function cutTitle(text: string, most = MAX_TITLE): string {
  if (text.length <= most) return text
  const last = (mark: RegExp, least: number) =>
    cutsOf(text.slice(0, most + 1), mark).findLast(at => at >= least)
  const clause = last(/[,，、;；:：(（–—。]|\s-\s/g, 20)
  if (clause !== undefined) return tidy(text.slice(0, clause))
  const word = last(/\s/g, 16)
  if (word === undefined && isInCode(text, most)) return nameCommand(text)
  return tidy(text.slice(0, word ?? wholeCharacters(text, most)))
}

/** A command that is too long for a title, by its first words. */
function nameCommand(text: string): string {
  const [program = '', ...words] = text.replaceAll('`', '').split(/\s+/)
  const name = [program, ...words.filter(word => /^[a-z]/i.test(word)).slice(0, 2)].join(' ')
  return `\`${name.slice(0, MAX_TITLE - 4).trim()} …\``
}

/** The places outside of code and quotations at which a mark allows to cut. */
function cutsOf(text: string, mark: RegExp): number[] {
  const places = Array.from(maskAll(text).matchAll(mark), ({ index }) => index)
  return places.filter(at => !isInCode(text, at))
}

function wholeCharacters(text: string, most: number): number {
  return /[\ud800-\udbff]/.test(text.charAt(most - 1)) ? most - 1 : most
}

const LOOSE = pattern('i')`(?:\s+${all.shapes.loose})+$`

/** Without what a cut leaves hanging. */
function tidy(text: string): string {
  return text
    .replace(/[\s,，、;；:：(（–—-]+$/u, '')
    .replace(LOOSE, '')
    .replace(/[\s,;:]+$/, '')
}
