import { all, pattern, spaced, unspaced, whole } from '../../../languages/combined.js'
import type { TurnCommand } from '../../types.js'
import { toProse } from '../prose.js'
import { splitSentences, toLower } from '../sentences.js'
import { commandsIn } from './shown.js'

const FAILS = pattern('giu')`${whole.commands.fails}`
const WORKS = pattern('iu')`${whole.commands.succeeds}`

/** The commands that a reply shows, in its order, with its verdict: failed or worked. */
export function toldCommands(reply: string): TurnCommand[] {
  return toProse(reply)
    .split('\n')
    .flatMap(line => splitSentences(line).flatMap(({ text }) => toldInSentence(text)))
}

function toldInSentence(sentence: string): TurnCommand[] {
  const whole = verdictOf(sentence)
  return toClauses(sentence).flatMap(clause => {
    const isFailed = verdictOf(clause) ?? whole
    const isBefore = PREPARES.test(clause)
    return commandsIn(clause).map(command => ({
      command,
      isFailed: isBefore ? undefined : isFailed,
    }))
  })
}

/** Stands before a command that only prepares the one that works. */
const PREPARES = pattern('iu')`
  (?<!\p{L})${spaced.commands.prepares}(?: \p{L}+)? \x60
  |\x60\s*${unspaced.commands.prepares}`
const CODE = /`[^`\n]*`/g

/** Stands before a clause of its own. */
const CONTRAST = pattern('g')`[,;，；、]\s?|\s(?=${all.commands.contrasts}\s)`

/** Parts of a sentence between commas and contrasts, none of them cut inside of code. */
function toClauses(sentence: string): string[] {
  const masked = sentence.replace(CODE, code => '`'.repeat(code.length))
  const cuts = Array.from(masked.matchAll(CONTRAST), ({ index }) => index + 1)
  return [0, ...cuts].map((from, at) => sentence.slice(from, cuts[at]))
}

/**
 * True where it says that something failed, false where it worked, undefined for neither or both.
 */
function verdictOf(text: string): boolean | undefined {
  const lower = toLower(text.replace(CODE, '`'))
  const rest = lower.replace(FAILS, ' ')
  const isFailing = rest !== lower
  return isFailing === WORKS.test(rest) ? undefined : isFailing
}
