import { skipLeadIn, withoutFromNow } from './lead-ins.js'
import { findNames } from './tags.js'

const CJK = /[\u3040-\u30ff\u3400-\u9fff]/
const POLITE_TAIL =
  /[\s,，、]*(?:(?<![\p{L}])(?:please|pls|plz|thanks?(?: you)?|thx|ty|cheers|d'accord|merci|gracias|por favor|bitte|danke|s'il (?:te|vous) pla[iî]t|stp|svp|obrigad[oa]|valeu)|好吗|谢谢|谢了|お願いします|よろしく(?:お願いします)?)\s*[?？!.。]*$/iu
/** What asks for a nod stands behind a comma: "wait for the ok" keeps its end. */
const NOD_TAIL =
  /\s*(?:[,，、]|\s[–-])\s*(?:ok(?:ay)?|k|right|alright|got it|understood|yeah|btw|fyi|vale|gell|oder|klar|ja|tá(?: bom)?|beleza|né|hein)\s*[?？!.。]*$/iu
const TASK_TAIL =
  /[,;]? (?:and|so|but|then|und|et|y|e) (?:now|can you|could you|let'?s|then|jetzt|maintenant|ahora|ya|agora)(?= )[^.]*$|, (?:can|could|would) you [^.]*$|,? (?:so )?(?:please |pls |bitte )?(?:redo|revert|undo|fix|amend|rewrite|adapt|retarget|convert|change|split|move|rename|update|remove|drop) (?:it|this|that|them|those|everything|accordingly)\b[^.]*$/i
const POLITE_START =
  /^(?:(?:please|pls|plz|kindly|bitte|s'il (?:te|vous) pla[iî]t|stp|por favor|porfa|(?:can|could|would|will) you (?:please )?(?=always|never|stop|not\b)|i(?:'d| would) (?:like|love|want) you to|i want you to|i need you to|you (?:can|could) )\s*,?\s*)+/i
const POLITE_INSIDE =
  /(?:,\s*|(?<=\s))(?:please|pls|plz|bitte|por favor|s'il (?:te|vous) pla[iî]t|stp)(?:,\s*|\s+|$)/gi
const ASIAN_POLITE = /^(?:请你?|麻烦你?|拜托)(?=\S{3})/

/** The first letter in upper case, unless the word is a name such as `npm` or `camelCase`. */
export function capitalise(text: string): string {
  const word = /^\p{Ll}[\p{Ll}-]*(?=[\s,:'.]|$)/u.exec(text)
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
