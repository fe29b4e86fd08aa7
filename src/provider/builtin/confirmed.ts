import { all, bounded, pattern, reword } from '../../languages/combined.js'
import { toLower } from './sentences.js'

const STRONG = pattern()`^(?:${all.answers.yes}[,.! ，。、]*)?${all.answers.agreed}`
const WEAK = pattern()`^${all.answers.yesAlone}(?=[\s,.!，。、]|$)`
const QUALIFIED = pattern()`${bounded.answers.qualifies}|[?？]`
const OFFER = pattern('i')`^(?:${all.answers.offerLeads}[, ]+)*${all.answers.offers}`
const WH = pattern('i')`^${all.answers.asksMore}`
const LEAD = pattern('i')`^(?:${all.answers.understands}[,:，]? )+`
const TAG = pattern('i')`,? ${all.answers.tags}\?$`

/** True for an answer that only says yes. */
export function saysYes(text: string): boolean {
  const answer = toLower(text.trim())
  return answer.length < 60 && (STRONG.test(answer) || WEAK.test(answer)) && !QUALIFIED.test(answer)
}

/** A question that is not worded as a statement. */
const ASKS_WHETHER = pattern('i')`^${all.answers.asksWhether}\b`

/**
 * The statement that a yes makes of the agent's question, as the person would say it ("we use …");
 * undefined where the question was an offer, or asked for more than a yes.
 */
export function toClaim(question: string): string | undefined {
  if (OFFER.test(question) || WH.test(question) || question.length > 300) return undefined
  const claim = question.replace(TAG, '.').replace(LEAD, '')
  if (ASKS_WHETHER.test(claim) && /\?$/.test(claim)) return undefined
  return reword(claim.replace(/[?？]$/, '.'), language => language.answers.rewording)
}
