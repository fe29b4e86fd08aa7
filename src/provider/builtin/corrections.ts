import type { Found } from './found.js'
import { countShared, toLower, toTopic } from './sentences.js'

const TAKES_BACK =
  /(?:\b(?:never ?mind|scratch that|scrap that|strike that|(?:please )?(?:forget|ignore|disregard|drop) (?:that|it|this|about|what i (?:just )?(?:said|told you)|my (?:last|previous|earlier)|the (?:rule|thing|bit|part|note)|everything i)|i take (?:that|it) back|i(?:'ve)? changed my mind|changed our minds?|on second thoughts?|no,? wait|wait,? no|i was wrong|i misspoke|my mistake|that rule(?:'s| is) (?:gone|dead|off)|(?:is|are) (?:off|gone)(?= again| now|$|[.!])|we(?:'re| are) not doing that|don'?t (?:remember|save|store) (?:that|this|it)|vergiss (?:das|es|was ich)|doch nicht|nehme (?:das|ich) zurück|hat sich erledigt|gilt nicht mehr|oublie (?:ça|cela|ce que)|laisse tomber|finalement,? non|j'ai changé d'avis|je retire|olv[ií]da(?:te)?(?:lo| eso| lo| de)|mejor no|déjalo|cambié de (?:idea|opinión)|me equivoqué|esquece|deixa pra lá|melhor não|mudei de ideia)(?=[\s,.!;:…—–-]|$))|算了|当我没说|我收回|收回刚才|忘(?:掉|了)(?:刚才|我)|改主意|说错了|不算了|作废|忘れて|取り消し|やっぱり?(?:いい|なし|やめ|不要|違)|撤回|なかったことに/

const NAMES = /\b(?:about|regarding|rule|über|mit de[rmn]|à propos|sobre|con lo|aquello)\b|关于/i

/** True for a sentence that takes back what the person said before it. */
export function takesBack(text: string): boolean {
  return TAKES_BACK.test(toLower(text))
}

/**
 * What is left after a sentence that takes something back: without those that it names, or without
 * the last one where it names nothing. `undefined` where it meets none of them.
 */
export function withoutRetracted(
  found: readonly Found[],
  text: string,
  turn: number,
): Found[] | undefined {
  const topic = toTopic(toLower(text).replace(TAKES_BACK, ' '))
  const named = found.filter(one => countShared(one.topic, topic) > 0)
  if (named.length > 0) return found.filter(one => !named.includes(one))
  const last = found.at(-1)
  const isNear = last !== undefined && turn - last.turn <= 2
  return isNear && topic.size <= 6 && !NAMES.test(text) ? found.slice(0, -1) : undefined
}

const VALUE = '([`"“„「«]?[\\p{L}\\p{N}@][^,.;:!?()，。；（）]{0,40}?)'
const END =
  '(?=\\s*(?:[,.;:!?()—–-]|$|\\b(?:and|but|since|because|as|any ?more|und|aber|weil|et|mais|y|pero|e|mas)\\b))'
const REPLACED: readonly RegExp[] = [
  new RegExp(
    `\\b(?:switched|moved|migrated|changed|went|renamed)(?: \\w+)? from ${VALUE} to\\b`,
    'iu',
  ),
  new RegExp(
    `\\b(?:instead of|rather than|in place of|no longer|not|statt|anstatt|anstelle von|nicht mehr|nicht|au lieu de|à la place de|plus|pas|en lugar de|en vez de|ya no(?: usamos| es)?|no|em vez de|no lugar de|não) ${VALUE}${END}`,
    'iu',
  ),
  new RegExp(
    `\\b(?:forget|drop|ditch(?:ed)?|dropped|replaced?s?|retired|vergiss|ersetzt|oublie|remplace|olvida|reemplaza|esquece|substitui) (?:what i said about |about |the |our )?${VALUE}${END}`,
    'iu',
  ),
  /(?:不再(?:用|使用|是)?|而不是|不用|不是|别用|代替)\s*([^，。、,.\s]{1,20})/u,
  /([^、。,.\s]{1,20})(?:ではなく|じゃなく|の代わりに|から(?=.{1,20}(?:に変更|に移行|へ移行)))/u,
]
const CHANGES =
  /\b(?:now|any ?more|switched|moved|migrated|changed|renamed|instead|no longer|used to|was|correction|forget|dropp?e?d?|replaced|retired|jetzt|nun|nicht mehr|umgestellt|gewechselt|statt|désormais|maintenant|plus|passé|remplacé|ahora|ya no|cambiamos|pasamos|agora|não .* mais|mudamos|mudou)\b|现在|不再|改|换|变更|変更|移行|になりました|今は/iu

/**
 * Words of what a statement stands in place of, "npm" in "we switched from npm to pnpm"; undefined
 * where it names nothing older or does not speak of a change.
 */
export function findReplaced(text: string): string | undefined {
  if (!CHANGES.test(text)) return undefined
  for (const pattern of REPLACED) {
    const value = pattern
      .exec(text)?.[1]
      ?.replace(/[`"“”„「」«»]/g, '')
      .trim()
    if (value !== undefined && value.split(/\s+/).length <= 5) return value
  }
  return undefined
}
