import { toLower } from './language.js'
import type { Sentence } from './sentences.js'

const STRONG =
  /^(?:(?:yes|yep|yeah|ja|oui|sí|对|是的|はい)[,.! ，。、]*)?(?:that'?s (?:right|correct|true|it)|that is (?:right|correct)|correct|exactly|precisely|confirmed|you'?re right|indeed|spot on|genau|stimmt|richtig|korrekt|exact(?:ement)?|c'est (?:ça|exact|correct|bien ça)|exacto|correcto|así es|eso es|没错|对的|正确|正是|その通り|正しいです|合ってます)/
const WEAK = /^(?:yes|yep|yeah|yup|right|ja|oui|sí|对|是的|嗯|はい|ええ)(?=[\s,.!，。、]|$)/
const QUALIFIED = /\b(?:but|except|only|aber|mais|pero|not|nicht|pas)\b|但|不过|ただ|でも/
const LEAD =
  /^(?:(?:so|got it|i see|understood|ok(?:ay)?|just to (?:confirm|check)|to confirm|from what i (?:see|can tell)|it (?:looks like|seems(?: that)?)|i (?:see|assume|gather|take it|understand|believe|think)(?: that)?|looks like|if i understand correctly|should i (?:remember|note) that|am i right that|verstehe|also|alors|donc|entonces|所以|看起来|我理解)[,:，]? )+/i
const TAG =
  /,? (?:right|correct|is that (?:right|correct)|yes|yeah|no|oder|richtig|stimmt'?s?|non|c'est ça|n'est-ce pas|verdad|correcto)\?$/i

/**
 * The claim of a reply that the next prompt confirms, as the person would say it ("we use …");
 * undefined where nothing, or not clearly one thing, is confirmed.
 */
export function findConfirmed(reply: readonly Sentence[], prompt: string): string | undefined {
  const answer = toLower(prompt.trim().slice(0, 200))
  const first = answer.split(/(?<=[.!。！])\s|\n/)[0] ?? ''
  if (QUALIFIED.test(first)) return undefined
  const last = reply.at(-1)
  if (last === undefined) return undefined
  const asks = /[?？]\s*$/.test(last.text)
  if (asks && (STRONG.test(answer) || WEAK.test(answer))) return toOwnWords(last.text)
  return STRONG.test(answer) && reply.length <= 2 ? toOwnWords(last.text) : undefined
}

function toOwnWords(claim: string): string | undefined {
  if (/^(?:should|shall|do you want|would you|want me|can i|may i|could)\b/i.test(claim))
    return undefined
  return claim
    .replace(TAG, '.')
    .replace(LEAD, '')
    .replace(/\?$/, '.')
    .replace(/\byour (?=project|repo|codebase|team)/gi, 'the ')
    .replace(/\byour\b/gi, 'our')
    .replace(/\byou(?:'re| are)\b/gi, 'we are')
    .replace(/\byou\b/gi, 'we')
}
