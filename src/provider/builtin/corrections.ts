import type { Found } from './found.js'
import { withoutQuoted } from './quoted.js'
import { countShared, toLower, toTopic } from './sentences.js'

const TAKES_BACK =
  /(?:\b(?:never ?mind|scratch that|scrap that|strike that|(?:please )?(?:forget|ignore|disregard|drop) (?:that|it|this|about|what i (?:just )?(?:said|told you)|my (?:last|previous|earlier)|the (?:rule|thing|bit|part|note)|everything i)|i take (?:that|it) back|i(?:'ve)? changed my mind|changed our minds?|on second thoughts?|no,? wait|wait,? no|i was wrong|i misspoke|my mistake|that rule(?:'s| is) (?:gone|dead|off)|(?:is|are) (?:off|gone)(?= again| now|$|[.!])|we(?:'re| are) not doing that|don'?t (?:remember|save|store) (?:that|this|it)|vergiss (?:das|es|was ich)|doch nicht|nehme (?:das|ich) zurück|hat sich erledigt|gilt nicht mehr|oublie (?:ça|cela|ce que)|laisse tomber|finalement,? non|j'ai changé d'avis|je retire|olv[ií]da(?:te)?(?:lo| eso| lo| de)|mejor no|déjalo|cambié de (?:idea|opinión)|me equivoqué|esquece|deixa pra lá|melhor não|mudei de ideia)(?=[\s,.!;:…—–-]|$))|算了|当我没说|我收回|收回刚才|忘(?:掉|了)(?:刚才|我)|改主意|说错了|不算了|作废|忘れて|取り消し|やっぱり?(?:いい|なし|やめ|不要|違)|撤回|なかったことに/

const TAKES_BACK_AS_SAID = new RegExp(TAKES_BACK, 'i')

const NAMES = /\b(?:about|regarding|rule|über|mit de[rmn]|à propos|sobre|con lo|aquello)\b|关于/i

/** True for a sentence that takes back what the person said before it. */
export function takesBack(text: string): boolean {
  return TAKES_BACK.test(toLower(withoutQuoted(text)))
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
  const topic = toTopic(text.replace(TAKES_BACK_AS_SAID, ' '))
  const named = found.filter(one => countShared(one.topic, topic) > 0)
  if (named.length > 0) return found.filter(one => !named.includes(one))
  const last = found.at(-1)
  const isNear = last !== undefined && turn - last.turn <= 2
  return isNear && topic.size <= 6 && !NAMES.test(text) ? found.slice(0, -1) : undefined
}
