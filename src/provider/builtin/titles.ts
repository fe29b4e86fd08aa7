import { all, pattern, reword, spaced, unspaced } from '../../languages/combined.js'
import { capitalise } from './wording.js'

const MAX_TITLE = 60
const REASON = pattern('iu')`
  (?:[,;]|\s[-–—]|\s\()?\s*(?:(?<=[,;\s–—(-])${spaced.shapes.reasons})(?=\s|e |')
  |[，、,]\s*${unspaced.shapes.reasonsAfterComma}
  |${unspaced.shapes.reasonsAnywhere}`

/**
 * The title a person would give a statement: without its reason, its subject and final stop, at
 * most 60 characters, cut between words and never inside of code.
 */
export function toTitle(statement: string): string {
  const core = withoutReason(statement.replace(/[\s.!?。！？:;,]+$/u, ''))
  const bare = reword(core, language => language.shapes.titles)
  return cutTitle(capitalise(bare).replace(/[\s.!?。！？,，、:;]+$/u, ''))
}

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

/** At most 60 characters of a title: its first clauses, else its first words. */
export function cutTitle(text: string): string {
  if (text.length <= MAX_TITLE) return text
  const clause = lastCut(text, /[,，、;；:：(（–—。]|\s-\s/g, 20)
  if (clause > 0) return tidy(text.slice(0, clause))
  const word = lastCut(text, /\s/g, 16)
  if (word === 0 && isInCode(text, MAX_TITLE)) return nameCommand(text)
  return tidy(text.slice(0, word > 0 ? word : wholeCharacters(text)))
}

/** A command that is too long for a title, by its first words. */
function nameCommand(text: string): string {
  const [program = '', ...words] = text.replaceAll('`', '').split(/\s+/)
  const name = [program, ...words.filter(word => /^[a-z]/i.test(word)).slice(0, 2)].join(' ')
  return `\`${name.slice(0, MAX_TITLE - 4).trim()} …\``
}

/** The last place outside of code, from `least` on, where a mark allows to cut; 0 without one. */
function lastCut(text: string, mark: RegExp, least: number): number {
  const places = Array.from(text.slice(0, MAX_TITLE + 1).matchAll(mark), ({ index }) => index)
  return places.findLast(at => at >= least && !isInCode(text, at)) ?? 0
}

function wholeCharacters(text: string): number {
  return /[\ud800-\udbff]/.test(text.charAt(MAX_TITLE - 1)) ? MAX_TITLE - 1 : MAX_TITLE
}

const LOOSE = pattern('i')`(?:\s+${all.shapes.loose})+$`

/** Without what a cut leaves hanging. */
function tidy(text: string): string {
  return text
    .replace(/[\s,，、;；:：(（–—-]+$/u, '')
    .replace(LOOSE, '')
    .replace(/[\s,;:]+$/, '')
}
