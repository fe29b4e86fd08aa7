import { all, pattern, spaced, unspaced } from '../../languages/combined.js'
import { redactText } from '../../redact/index.js'
import type { Spoken } from './conversation.js'
import { QUOTE_MASK } from './quoted.js'
import { remembering } from './remembering.js'

/** Reasons that forbid to keep a sentence, whatever the model says. */
type Gate = 'secret' | 'quoted' | 'question' | 'hypothetical' | 'one-off' | 'irony' | 'reported'

/** Asks for a nod, not for an answer. */
const NOD = pattern('i')`[,，、] ?${all.gates.nods}\s*[?？]+$|^${all.gates.orders}\b`
const HYPOTHETICAL = pattern()`
  ^(?:${all.gates.leads}[, ]+)*${all.gates.imagines}|${all.gates.undecided}
  |${all.gates.perhapsAtEnd}[。.]?$`
const ONE_OFF = pattern('u')`\b${spaced.gates.oneOff}(?![\p{L}])|${unspaced.gates.oneOff}`
const IRONY = pattern()`🙄|😒|🤡|(?:^|\s)\/s\b|${all.gates.irony}`
const REPORTED = pattern()`^${all.gates.reported}`
/** Begins text to work on or to send, which the person need not hold. */
const DICTATED = pattern()`
  ^${all.gates.politeWords}*${spaced.gates.dictates}|^${unspaced.gates.dictates}`
/** A secret that is named in words: rules of redaction know keys by their shape alone. */
const NAMED_SECRET = pattern('iu')`
  \b${spaced.secrets.names}\b(?: ${all.secrets.of}(?: ${all.secrets.articles})?
  (?: [\p{L}\d._/-]+){1,4}?){0,2}(?:\s*[:=]\s*|\s+${spaced.secrets.is}\s+
  ${all.secrets.still}?)["'\x60]?(?=\S*[\d#!$%])(?!\d{1,3}\b)\S{4,}
  |\bpin\b(?: ${all.secrets.of}(?: ${all.secrets.articles})?(?: [\p{L}\d._/-]+){1,4}?){0,2}
  (?:\s*[:=]\s*|\s+${spaced.secrets.is}\s+${all.secrets.still}?)\d{4,8}\b
  |${unspaced.secrets.names}(?:${unspaced.secrets.is}|：|:|=)?\s?["'\x60]?[\w#!$%-]{4,}`

/** A secret, or what stands for one after redaction; the rules that guard the disk say what is. */
export const holdsSecret = remembering(text => {
  return text.includes('[redacted') || NAMED_SECRET.test(text) || redactText(text) !== text
})

/** True for what holds for one time or one piece of work only; the text in lower case. */
export function isOneOff(lower: string): boolean {
  return ONE_OFF.test(lower)
}

/**
 * The reason that forbids to keep a part of a sentence, from one index to another; undefined
 * without one.
 */
export function findGate(spoken: Spoken, from = 0, to = spoken.text.length): Gate | undefined {
  const masked = spoken.masked.slice(from, to).trim()
  if (holdsSecret(spoken.text)) return 'secret'
  if (isQuoted(masked) || DICTATED.test(spoken.masked)) return 'quoted'
  if (/[?？]["')]?$/.test(masked) && !NOD.test(masked)) return 'question'
  if (HYPOTHETICAL.test(masked)) return 'hypothetical'
  if (isOneOff(masked.slice(contrastIn(masked)))) return 'one-off'
  if (IRONY.test(spoken.masked)) return 'irony'
  if (REPORTED.test(masked)) return 'reported'
  return undefined
}

/** A contrast: what counts stands behind it. */
const BUT = pattern()`[,;] ${all.shapes.but} `

/** The index of a contrast, 0 without one: "ok for now, but peer deps never". */
function contrastIn(masked: string): number {
  return BUT.exec(masked)?.index ?? 0
}

/** Begins with somebody's words, or is made of them. */
function isQuoted(masked: string): boolean {
  const quoted = Array.from(masked).filter(character => character === QUOTE_MASK).length
  return masked.startsWith(QUOTE_MASK) || quoted > masked.length / 2
}
