import { all, bounded, pattern, spaced, unspaced, whole } from '../../languages/combined.js'
import { toLower } from './sentences.js'

const EVERYWHERE = pattern('u')`(?<!\p{L})${spaced.scopes.everywhere}(?![\p{L}])`
const EVERYWHERE_CJK = pattern()`${unspaced.scopes.everywhere}`
const THROUGHOUT = pattern('u')`${whole.scopes.throughout}`
const LOCAL = pattern()`${all.scopes.here}`
const NOT_JUST = pattern()`${all.scopes.notJustHere}`
const APPLIES = pattern()`^${all.scopes.leads}?${all.scopes.applies}`

/** True where a statement is meant for every project, not only for this one. */
export function isUniversal(text: string): boolean {
  const lower = toLower(text)
  if (!EVERYWHERE.test(lower) && !EVERYWHERE_CJK.test(lower)) return false
  return !LOCAL.test(lower) || NOT_JUST.test(lower)
}

/** True for words of a whole project: "everywhere", "here"; every project is more than that. */
export function isOfProject(text: string): boolean {
  const lower = toLower(text)
  return (LOCAL.test(lower) || THROUGHOUT.test(lower)) && !isUniversal(text)
}

/**
 * True for a sentence that only widens what was said before it: "that goes for all my projects".
 */
export function widensPrevious(text: string): boolean {
  return APPLIES.test(toLower(text.trim())) && isUniversal(text)
}

const MANNER = pattern('iu')`\b${spaced.scopes.manner}(?![\p{L}])|${unspaced.scopes.manner}`
const ARTEFACT = pattern('i')`${bounded.scopes.artefacts}`

/** True for a wish about how the agent talks to the person: it holds wherever they work. */
export function isPersonal(text: string): boolean {
  const lower = toLower(text)
  return MANNER.test(lower) && !ARTEFACT.test(lower) && !LOCAL.test(lower)
}
