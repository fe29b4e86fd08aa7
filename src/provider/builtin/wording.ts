import { all, pattern, spaced, unspaced } from '../../languages/combined.js'
import { findNames } from './tags.js'

const CJK = /[\u3040-\u30ff\u3400-\u9fff]/
const POLITE_TAIL = pattern('iu')`
  [\s,，、]*(?:(?<![\p{L}])${spaced.shapes.politeEnds}|${unspaced.shapes.politeEnds})\s*[?？!.。]*$`
/** Asks for a nod, behind a comma: "wait for the ok" keeps its end. */
const NOD_TAIL = pattern('iu')`\s*(?:[,，、]|\s[–-])\s*${all.shapes.nodEnds}\s*[?？!.。]*$`
const TASK_TAIL = pattern('i')`
  [,;]? ${all.shapes.taskJoins} ${all.shapes.taskStarts}(?= )[^.]*$
  |, ${all.shapes.asksYou} [^.]*$
  |,? ${all.shapes.hence}?${all.shapes.politeWords}?
  ${all.shapes.redoes} ${all.shapes.itAll}\b[^.]*$`
const POLITE_START = pattern('i')`^(?:${spaced.shapes.politeStarts}\s*,?\s*)+`
const POLITE_INSIDE = pattern('gi')`(?:,\s*|(?<=\s))${all.shapes.politeInside}(?:,\s*|\s+|$)`
const ASIAN_POLITE = pattern()`^${unspaced.shapes.politeStarts}(?=\S{3})`

/** The first letter in upper case, unless the word is a name such as `npm` or `camelCase`. */
export function capitalise(text: string): string {
  const word = /^\p{Ll}[\p{Ll}-]*(?! --?\w)(?=[\s,:']|\.?(?:\s|$))/u.exec(text)
  return word && findNames(word[0]).length === 0
    ? text.charAt(0).toUpperCase() + text.slice(1)
    : text
}

/** A statement as it is kept: without lead-in, politeness and what turns to another task. */
export function toStatement(text: string): string {
  const begun = text.trim().slice(skipLeadIn(text.trim()))
  const bare = trimEnd(withoutFromNow(withoutPoliteness(begun)))
  return bare.length >= 3 ? bare : text.trim()
}

function withoutPoliteness(text: string): string {
  if (CJK.test(text)) return text.replace(ASIAN_POLITE, '')
  const bare = text.replace(POLITE_START, '')
  return bare.includes('`') ? bare : bare.replace(POLITE_INSIDE, ' ').replace(/ {2,}/g, ' ')
}

function trimEnd(text: string): string {
  const trimmed = text.trim().replace(TASK_TAIL, '').replace(POLITE_TAIL, '').replace(NOD_TAIL, '')
  return trimmed.replace(/[\s,;:，、；：–—-]+$/u, '').trim()
}

/** A statement as a sentence of its own: capital letter, full stop. */
export function toSentence(text: string): string {
  const trimmed = capitalise(text.trim())
  if (/[.!?。！？]["')」`]?$/.test(trimmed)) return trimmed
  return trimmed.replace(/[,;:，、]+$/, '') + (CJK.test(trimmed) ? '。' : '.')
}

/** Sentences one after another, with blanks between them where the script has them. */
export function joinSentences(texts: readonly string[]): string {
  return texts.reduce((all, text) => {
    if (text === '') return all
    const gap = all === '' || (/[。！？]$/.test(all) && CJK.test(text)) ? '' : ' '
    return all + gap + toSentence(text)
  }, '')
}

/** Openings of a sentence that say nothing that lasts. */
const SPACED_LEAD = pattern('iu')`^(?:[→⇒]\s*|
  (?:${all.openings.interjections} ${all.openings.seconds}|${spaced.openings.starts})
  (?:\s*(?:[,.:;!?…]+|\s[–—-]+)\s+|\s+(?<=(?<![\p{L}])${spaced.openings.links} )|$))+`
const UNSPACED_LEAD = pattern('i')`^(?:[→⇒]\s*
  |${unspaced.openings.starts}(?:[，,。、：:！!…\s]+|$)|${unspaced.openings.links})+`
const FROM_NOW = pattern('i')`^(?:
  ${all.openings.leads}?${spaced.openings.fromNow}(?:\s*[,:]\s*|\s+)(?:${all.openings.politeWords}\s+)?
  |${unspaced.openings.fromNow})`

/** The index at which a sentence begins to say something; 0 where its first words do. */
export function skipLeadIn(text: string): number {
  const lead = (CJK.test(text) ? UNSPACED_LEAD : SPACED_LEAD).exec(text)?.[0].length ?? 0
  return isEnough(text.slice(lead)) ? lead : 0
}

/** A statement without "from now on", which is true of all that is kept. */
function withoutFromNow(text: string): string {
  const rest = text.replace(FROM_NOW, '')
  return isEnough(rest) ? rest : text
}

const isEnough = (rest: string) => rest.length >= 6 || (CJK.test(rest) && rest.length >= 3)
