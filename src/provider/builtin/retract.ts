import type { Found } from './found.js'
import { toLower } from './language.js'
import { countShared, overlapOf, toTopic } from './words.js'

const TAKES_BACK =
  /(?:\b(?:never ?mind|scratch that|scrap that|strike that|(?:please )?(?:forget|ignore|disregard|drop) (?:that|it|this|what i (?:just )?said|my (?:last|previous|earlier)|the (?:rule|thing|bit|part)|everything i)|i take (?:that|it) back|i(?:'ve)? changed my mind|changed our minds?|on second thoughts?|no,? wait|wait,? no|not any ?more|i was wrong|i misspoke|my mistake|undo that|revert that decision|we(?:'re| are) not doing that|don'?t (?:remember|save|store) (?:that|this|it)|vergiss (?:das|es|was ich)|doch nicht|nehme (?:das|ich) zurück|hat sich erledigt|oublie (?:ça|cela|ce que)|laisse tomber|finalement,? non|j'ai changé d'avis|je retire|olv[ií]da(?:lo| eso| lo)|mejor no|déjalo|cambié de (?:idea|opinión)|me equivoqué))(?=[\s,.!;:…—–-]|$)|算了|当我没说|我收回|收回刚才|忘(?:掉|了)(?:刚才|我)|改主意|说错了|忘れて|取り消し|やっぱり?(?:いい|なし|やめ|不要|違)|撤回|なかったことに/
const REPLACES =
  /\b(?:actually|instead|after all|rather|on reflection|no longer|not any ?more|doch|stattdessen|nun doch|lieber doch|finalement|en fait|plutôt|mejor|al final|en realidad)\b|还是|改(?:用|成|为)|换成|やっぱり?|代わりに|変更/

/** True for a sentence that takes back what the person said before it. */
export function takesBack(text: string): boolean {
  return TAKES_BACK.test(toLower(text))
}

/**
 * The candidates that are left after a sentence that takes something back: without those it names,
 * or without the last one where it names nothing.
 */
export function withoutRetracted(found: readonly Found[], text: string, turn: number): Found[] {
  const topic = toTopic(toLower(text).replace(TAKES_BACK, ' '))
  const named = found.filter(one => countShared(one.topic, topic) > 0)
  if (named.length > 0) return found.filter(one => !named.includes(one))
  const last = found.at(-1)
  const isNear = last !== undefined && turn - last.turn <= 2
  return isNear && topic.size <= 6 ? found.slice(0, -1) : [...found]
}

/**
 * The candidates with one more: an earlier one that the new one restates or replaces goes. Between
 * two of one topic the later statement stands; within one prompt a vaguer one does not replace.
 */
export function withLater(found: readonly Found[], next: Found, sentence: string): Found[] {
  const isReplacing = REPLACES.test(toLower(sentence))
  const kept = found.filter(one => !isSuperseded(one, next, isReplacing))
  return [...kept, next]
}

function isSuperseded(one: Found, next: Found, isReplacing: boolean): boolean {
  if (one.title.toLowerCase() === next.title.toLowerCase()) return true
  const shared = countShared(one.topic, next.topic)
  if (shared >= 2 && overlapOf(one.topic, next.topic) >= 0.6) return true
  return isReplacing && one.kind === next.kind && shared >= 1
}
