import { all, pattern } from '../../languages/combined.js'
import type { Spoken } from './conversation.js'
import { analyse, type Analysed } from './model/analyse.js'
import type { Scorer } from './model/score.js'
import { isDangling } from './pointers.js'

const BOUNDARY = pattern('gi')`
  ,\s+(?:${all.shapes.joins}\s+)?|;\s+|\s[-–—]+\s|:\s+|\.\.\.\s*|\?\s+|!\s+|\.\s+
  |\s${all.shapes.splits}\s(?=${all.shapes.begins}\s)|[，；：,]\s*(?=[\u3040-\u9fff])|[。！？]\s*(?=\S)`
const CLOSED = /`[^`\n]*`|"[^"\n]*"|“[^”\n]*”|「[^」\n]*」|\([^)\n]*\)/g
const CJK = /[\u3040-\u9fff]/
const MOST_CUTS = 5
const TURNS_TO_TASK = pattern('i')`
  ^(?:${all.shapes.taskLeads}[ ,]+)*${all.shapes.taskPolite}?${all.shapes.tasks}`

/** The indexes in a sentence at which a clause of its own may begin. */
function cutsOf(text: string): number[] {
  const masked = text.replace(CLOSED, part => '\u0001'.repeat(part.length))
  const [least, rest] = CJK.test(text) ? [3, 5] : [5, 9]
  return Array.from(masked.matchAll(BOUNDARY), match => match.index + match[0].length)
    .filter(at => at >= least && text.length - at >= rest)
    .slice(0, MOST_CUTS)
}

const isTask = ({ concepts, isQuestion }: Analysed) =>
  (concepts.has('TASK') || concepts.has('MAKE') || isQuestion) &&
  !['ALWAYS', 'NEVER', 'PROHIBIT', 'FROMNOW', 'RULE'].some(concept => concepts.has(concept))

/** A whole rule behind a colon; "bump them in this order: …" only begins one. */
const isRule = ({ concepts }: Analysed) =>
  ['ALWAYS', 'NEVER', 'PROHIBIT', 'OBLIGE', 'ONLY', 'WE', 'PREFER'].some(one => concepts.has(one))

/**
 * The part of a kept sentence that states something: what is a task before it or after it is left
 * out where the model is sure. Everything else stays: half a statement is worse than a long one.
 */
export function chooseSpan(
  { text, scores, place }: Spoken,
  score: Scorer,
): [from: number, to: number] {
  const keepOf = (part: Analysed) => score(part, place).keep
  let [from, to] = [0, text.length]
  for (const cut of cutsOf(text)) {
    const head = analyse(text.slice(from, cut).replace(/[\s,;:，；：—–-]+$/, ''))
    const tail = analyse(text.slice(cut))
    const [before, after] = [keepOf(head), keepOf(tail)]
    const isAnnounced = /[:：](?:\s|$)/.test(text.slice(from, cut))
    const isLater =
      isTask(head) &&
      (!isAnnounced || isRule(tail)) &&
      before < -1.5 &&
      after > 0 &&
      after > scores.keep - 1.5
    const isOver = TURNS_TO_TASK.test(tail.text) && after < -2.5 && before > scores.keep - 1.5
    const isRequest = head.concepts.has('MEMORY') && /[:：]\s*$/.test(text.slice(from, cut))
    const isEmpty = isDangling(head.text) && after > scores.keep - 1 && !isDangling(tail.text)
    if (from === 0 && (isLater || isRequest || isEmpty) && tail.text.length > 12) from = cut
    else if (isOver && head.text.length > 12) {
      to = from + head.text.length
      break
    }
  }
  return [from, to]
}
