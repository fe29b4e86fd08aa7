import type { Spoken } from './conversation.js'
import { analyse, type Analysed } from './model/analyse.js'
import type { Scorer } from './model/score.js'
import { isDangling } from './pointers.js'

const BOUNDARY =
  /,\s+(?:(?:and|but|so|und|aber|et|mais|y|pero|e|mas)\s+)?|;\s+|\s[-–—]+\s|:\s+|\.\.\.\s*|\?\s+|!\s+|\.\s+|\s(?:and|but|so|because|und|aber|et|mais|y|pero)\s(?=(?:please|from|never|always|we|our|i|remember|while|don't|no|it|the|in|bitte|immer|nie|wir|ab|on|toujours|jamais|nunca|siempre|sempre)\s)|[，；：,]\s*(?=[\u3040-\u9fff])|[。！？]\s*(?=\S)/gi
const CLOSED = /`[^`\n]*`|"[^"\n]*"|“[^”\n]*”|「[^」\n]*」|\([^)\n]*\)/g
const CJK = /[\u3040-\u9fff]/
const MOST_CUTS = 5
const TURNS_TO_TASK =
  /^(?:(?:so|and|then|now|also|but|und|jetzt|also|et|donc|maintenant|y|ahora|e|agora)[ ,]+)*(?:please |pls |bitte |can you |could you |por favor )?(?:fix|add|write|make|change|redo|revert|undo|adapt|update|remove|rename|split|move|do|let's|go|start|show|put|document|rewrite|assign|check|lass|mach|bau|änder|corrige|ajoute|fais|refais|change|arregla|cambia|haz|añade|arruma|muda|faz|改|加|修|直して|追加|変えて)/i

/** Where in a sentence a clause of its own may begin. */
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
    const isLater = isTask(head) && before < -1.5 && after > 0 && after > scores.keep - 1.5
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
