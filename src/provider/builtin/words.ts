import { tokenize } from '../../recall/tokenize.js'

const COMMON = new Set(
  'the and for with not use uses using used you your our are was that this from into have has will would should must never always please than then when what with also just only all any new prefer avoid don dont run instead actually after over going stick let lets now on to in of is it we my me der die das und nicht mit für ein eine wir ich nie immer bitte den dem auf les des une pas dans pour avec sur nous toujours jamais los las una con para que por siempre nunca usar usa'.split(
    ' ',
  ),
)

/** The words of a text that carry its topic, lower case, without endings that inflect them. */
export function toTopic(text: string): Set<string> {
  const words = new Set<string>()
  for (const { word, type } of tokenize(text.slice(0, 1_000))) {
    if (type === 'joined' || COMMON.has(word) || (type === 'part' && word.length < 3)) continue
    words.add(type === 'cjk' ? word : toStem(word))
  }
  return words
}

/** Share of the smaller topic that both have in common, 0 to 1; 0 where one is empty. */
export function overlapOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const smaller = Math.min(one.size, other.size)
  return smaller === 0 ? 0 : countShared(one, other) / smaller
}

/** How many words two topics share. */
export function countShared(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0
  for (const word of one) if (other.has(word)) shared++
  return shared
}

/** Cuts the commonest endings, so that "exports" meets "export"; rough, and enough to compare. */
function toStem(word: string): string {
  return word.length > 4 ? word.replace(/(?:ing|ed|es|s|en|e)$/, '') : word
}
