import { findNames } from './tags.js'

const MAX_TITLE = 80
const CJK = /[\u3040-\u30ff\u3400-\u9fff]/
const TAIL =
  /[\s,，、]*(?:\b(?:ok(?:ay)?|right|alright|please|pls|thanks?(?: you)?|thx|got it|understood|yeah|cheers|d'accord|merci|vale|gracias|por favor|bitte|danke|s'il te pla[iî]t|stp|gell|oder)|好吗|谢谢|お願いします|よろしく(?:お願いします)?)\s*[?？!.。]*$/i
const TASK_TAIL =
  /[,;]? (?:and|so|but|then|und|et|y) (?:now|can you|could you|let'?s|then|jetzt|maintenant|ahora|ya)(?= ).*$|, (?:can|could|would) you .*$|, (?:so )?(?:please|pls|bitte) .*\b(?:it|this|that|them|these|again|das)\b.*$|,? (?:so )?(?:please )?(?:redo|revert|undo|fix|amend|change|rewrite|adapt|retarget|split|move|convert|replace) (?:it|this|that|them|everything)\b.*$/i
const REASON =
  /(?:[,;]|\s[-–—]|\s\()?\s*(?:(?<=[,;\s–—(-])(?:because|since|as (?=it|they|we|the)|otherwise|so that|so (?=it|we|the|they|don'?t)|the reason|which|that's why|weil|da (?=wir|das|die|der)|denn|sonst|damit|parce qu|car (?=\p{L})|sinon|afin|puisqu|porque|ya que|si no|para que|pues))(?=\s|e |')|[，、,]\s*(?:因为|否则|不然|这样)|(?:因为|、(?:なぜなら|でないと|そうしないと))|(?<=い|う|る|た|す)(?:ので|から)、/iu
const SUBJECT =
  /^(?:(?:we|you|everyone|everybody|all devs|agents?) (?:(?:must|should|shall|have to|need to|'ll|will|are going to|'re going to)(?= )(?! not) )?(?!(?:are|'re|can|may|is|have|has|'ve) )|(?:you|we) (?=never|always|only|don't)|let'?s )/i
const FORBIDS = /^(?:must not|mustn't|may not|shall not|should not) /i
const ARTICLE = /^(?:the|our) (?=\S+ )/i

/** A statement without what only makes it polite or turns to another task. */
export function trimStatement(text: string): string {
  const trimmed = text.replace(TASK_TAIL, '').trim()
  return trimmed
    .replace(TAIL, '')
    .replace(/[\s,;:，、；：–—-]+$/, '')
    .trim()
}

/**
 * The title a person would give a statement: without its reason, its subject and final stop, at
 * most 80 characters, cut between words. `prefix` stands in place of the words of the cue.
 */
export function toShortTitle(prefix: string, statement: string): string {
  const core = withoutReason(statement.replace(/[\s.!?。！？:;,]+$/u, ''))
  const bare =
    prefix === ''
      ? core.replace(SUBJECT, '').replace(FORBIDS, 'do not ').replace(ARTICLE, '')
      : core
  return cutAtWord(capitalise(prefix + bare).replace(/[\s.!?。！？,，、:;]+$/u, ''))
}

/** A statement as a sentence of its own, followed by its reason where there is one. */
export function toContent(statement: string, reason = ''): string {
  const sentence = toSentence(statement)
  if (reason === '') return sentence
  return sentence + (CJK.test(statement) ? '' : ' ') + toSentence(reason)
}

function toSentence(text: string): string {
  const trimmed = capitalise(text.trim())
  if (/[.!?。！？]["')」`]?$/.test(trimmed)) return trimmed
  return trimmed.replace(/[,;:，、]+$/, '') + (CJK.test(trimmed) ? '。' : '.')
}

function withoutReason(text: string): string {
  const match = REASON.exec(text)
  return match && match.index >= 8 ? text.slice(0, match.index).replace(/[\s,;(–—-]+$/, '') : text
}

/** The first letter in upper case, unless the word is a name such as `npm` or `camelCase`. */
export function capitalise(text: string): string {
  const word = /^\p{Ll}[\p{Ll}-]*(?=[\s,:']|$)/u.exec(text)
  return word && findNames(word[0]).length === 0
    ? text.charAt(0).toUpperCase() + text.slice(1)
    : text
}

function cutAtWord(text: string): string {
  if (text.length <= MAX_TITLE) return text
  const clause = text.slice(0, MAX_TITLE + 1).search(/[,，、;；:：(（–—][^,，、;；:：(（–—]*$/)
  if (clause >= 24) return text.slice(0, clause).trim()
  const cut = text.slice(0, MAX_TITLE + 1)
  const space = cut.lastIndexOf(' ')
  return (space > 24 ? cut.slice(0, space) : text.slice(0, MAX_TITLE)).replace(/[\s,;:]+$/, '')
}
