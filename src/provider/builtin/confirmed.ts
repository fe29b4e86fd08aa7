import { toLower } from './sentences.js'

const STRONG =
  /^(?:(?:yes|yep|yeah|ja|oui|sí|sim|对|是的|はい)[,.! ，。、]*)?(?:that'?s (?:right|correct|true|it)|that is (?:right|correct)|correct|exactly|precisely|confirmed|you'?re right|indeed|spot on|genau|stimmt|richtig|korrekt|exact(?:ement)?|c'est (?:ça|exact|correct|bien ça)|exacto|correcto|así es|eso es|isso|exato|certo|没错|对的|正确|正是|その通り|正しいです|合ってます)/
const WEAK = /^(?:yes|yep|yeah|yup|right|ja|oui|sí|sim|对|是的|嗯|はい|ええ)(?=[\s,.!，。、]|$)/
const QUALIFIED =
  /\b(?:but|except|only|aber|mais|pero|mas|not|nicht|pas|não)\b|但|不过|ただ|でも|[?？]/
const OFFER =
  /^(?:(?:so|ok|and|also|then)[, ]+)*(?:should|shall|do you want|would you|want me|can i|may i|could|is it (?:ok|okay|fine)|ready|anything|soll|darf|möchtest|dois-je|veux-tu|voulez|¿?(?:debo|quieres|puedo)|devo|quer que|posso|要不要|需要我|しましょうか)/i
const WH =
  /^(?:which|what|where|when|who|how|why|wo|wer|wie|was|warum|welche|où|qui|comment|quel|¿?(?:qué|dónde|cuál|cómo|quién)|onde|qual|quem|como|哪|什么|谁|怎么|どこ|どの|だれ|何)/i
const LEAD =
  /^(?:(?:so|got it|i see|understood|ok(?:ay)?|just to (?:confirm|check)|to confirm|from what i (?:see|can tell)|it (?:looks like|seems(?: that)?)|i (?:see|assume|gather|take it|understand|believe|think)(?: that)?|looks like|if i understand correctly|should i (?:remember|note) that|am i right that|verstehe|also|alors|donc|entonces|então|所以|看起来|我理解)[,:，]? )+/i
const TAG =
  /,? (?:right|correct|is that (?:right|correct)|yes|yeah|no|oder|richtig|stimmt'?s?|non|c'est ça|n'est-ce pas|verdad|correcto|né|certo)\?$/i

/** True for an answer that only says yes. */
export function saysYes(text: string): boolean {
  const answer = toLower(text.trim())
  return answer.length < 60 && (STRONG.test(answer) || WEAK.test(answer)) && !QUALIFIED.test(answer)
}

/**
 * What a yes makes of the agent's question, as the person would say it ("we use …"); undefined
 * where the question was an offer, or asked for more than a yes.
 */
export function toClaim(question: string): string | undefined {
  if (OFFER.test(question) || WH.test(question) || question.length > 300) return undefined
  const claim = question.replace(TAG, '.').replace(LEAD, '')
  if (/^(?:is|are|do|does|did|has|have|was|were|will)\b/i.test(claim) && /\?$/.test(claim))
    return undefined
  return claim
    .replace(/[?？]$/, '.')
    .replace(/\byour (?=project|repo|codebase|team)/gi, 'the ')
    .replace(/\byour\b/gi, 'our')
    .replace(/\byou(?:'re| are)\b/gi, 'we are')
    .replace(/\byou\b/gi, 'we')
}
