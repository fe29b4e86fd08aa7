import { INTENT } from './coefficients.js'
import type { Query } from './query.js'

/** What the form of a prompt tells, each under a name that is no word. */
const FORMS: readonly [name: string, pattern: RegExp][] = [
  ['?', /\?\s*$/],
  ['??', /\?/],
  ['!', /!/],
  ['\\n', /\n[^\n]+\n/],
  ['/', /\w\/[\w./-]+/],
  ['.ts', /\b[\w.-]+\/[\w./-]+\.\w{1,5}\b/],
  ['`', /`/],
  ['()', /\w\(/],
  ['""', /["\u201c\u201e\u00ab][^"\u201d\u201c\u00bb]{30,}["\u201d\u201c\u00bb]/],
  ['00', /\d{2}/],
  ['Aa', /^[A-Z]/],
]

/**
 * Turns of phrase, without accents, one a line, by what they tell of a prompt: it is about the world
 * or a language in general; a text is to be changed; small talk; the conversation itself; everyday
 * life; or something that several people work on.
 */
const TURNS: Readonly<Record<string, string>> = {
  general: String.raw`\b(difference|unterschied|diferencia|verschil) (between|zwischen|entre|tussen)\b
    \b(in general|just curious|not for this|how many|always forget|welcher tag|what day)\b
    \bwhat (does|do|is|are|would)\b.{1,80}\b(do|mean|give|stand for|good for|exactly|actually)\b
    \b(explain|opinions?)\b|\berklar|\bexpli(que|ca)
    \bwhy (the hell )?(is|are|does|do) (?!our|the|this|it|my)\w+
    \bin (two|2|three|3|one|five) (sentences?|words?|lines?|satzen)\b
    \bbest practices?\b|\bwhat'?s \d|\bhow do (you|i) (say|spell|pronounce)\b`,
  text: String.raw`\b(translate|summari[sz]e|rephrase|reword|convert|proofread|sort (these|this))
    \b(haiku|poem|joke|funnier|hoflicher|latex|regex (to|for|that)|tl;?dr|synonyms?)
    \b(in english|auf englisch|formulier|fass\b|ubersetz|tradui|traduc|resum|vertaal)
    \b(name for|good name|names? do you)
    ^\W*(jq|awk|sed|kubectl|git|regex|bash|excel|sql|java|numpy)\s*:`,
  touch: String.raw`\b(typos?|tippfehler|misspell\w*|spelling|indentation|docstring|undo|last edit)\b
    \b(call it|shadows|derive|badge|refactor this|convert this)\b|,\s*should be\b
    \bsays ['"\u2018\u201c]|['"]\s*(->|\u2192)\s*['"]
    \b(rename|benenne) (the |die |den )?(local|prop|variable|lokale|this|function|method)`,
  talk: String.raw`^\W*(thanks?|thank you|thx|danke|merci|gracias|sorry|lol|haha)\b
    ^\W*(ok(ay)?|k|yes|no|nope|yep|yeah|ja|nein|oui|si|hm+|wait|stop|done)\b
    ^\W*(nice|great|cool|perfect|good|super|passt|go on|go ahead|continue|next|weiter)\b`,
  everyday: String.raw`\bmy (own|brother|friend|mother|father|wife|husband|kid|son|daughter)\b
    \bmy (train|garden|cat|dog|flat|bike)\b
    \b(barbecue|yoga|birthday|fitness\w*|recipe|garden|movie|song|lunch|friend|grill|dentist)\b`,
  conversation: String.raw`\b(why )?did you\b|\b(which|what) (one |of the two )?(did|do|have) you\b
    \byou (picked|pick|touch\w*)\b|\bare you (still )?(there|sure)\b|\b(never ?mind|i meant)\b
    \bthe (second|first|other|former|last) (one|file|edit|variant|version)\b
    \bdie (zweite|erste|andere|letzte)\b|\b(nochmal|remind me)\b`,
  we: String.raw`\b(we|our|us|wir|unser\w*|uns|nous|notre|nos|nuestr\w+|ons|onze)\b`,
  others: String.raw`\b(customers?|users?|support|team|colleague|reviewer|ops|marketing|sales|boss)\b
    \b(kunde\w*|clients?|they|people|everybody|nobody|somebody|design)\b`,
  how: String.raw`\b(the command|which command|where (is|are|do|does|can|to)|how to|what do i|is it ok)\b
    \bhow (do|can|should) (i|we)\b|\b(may i|(can|should) (i|we)|do i (have|need))\b|\b(ok|fine)\?
    \bwie (mach|komm|krieg|starte?|kann)\w*\b|\bwo (ist|sind|liegt|finde)\b`,
  trouble: String.raw`\b(error|exception|traceback|failed|fails|failing|fatal|panic|denied|refused)\b
    \b(timed? ?out|crash\w*|broken?|breaks|stuck|hangs?|slow|wrong|missing|lost|gone|twice)\b
    \b(never|nothing|suddenly|fehler|kaputt|weg|langsam|doppelt)\b
    \bsince (yesterday|this|last|the|(mon|tues|wednes|thurs|fri)day|today)\b`,
  task: String.raw`^\W*(please |pls |can you |could you |bitte )?(add|implement|create|write|make|build)\b
    ^\W*(please |pls |can you |could you |bitte )?(put|set|update|bump|remove|delete|replace|move)\b
    ^\W*(please |pls |can you |could you |bitte )?(deploy|release|merge|commit|push|run|start)\b
    ^\W*(please |pls |can you |could you |bitte )?(enable|disable|review|plan|schedule|prepare)\b
    ^\W*(please |pls |can you |could you |bitte )?(switch|migrate|upgrade|use|install)\b`,
}

/** Numbers of words above which a prompt has a term of its own. */
const LENGTHS = [3, 6, 12, 25, 60]

let patterns: readonly (readonly [name: string, pattern: RegExp])[] | undefined

/** What of a prompt its intent is told by: words, pairs of words, the first word, length and form. */
export function intentTerms({ sequence, text }: Query): Set<string> {
  const terms = new Set<string>(['*', `^${sequence[0] ?? ''}`])
  sequence.forEach((word, at) => {
    terms.add(word)
    if (at + 1 < sequence.length) terms.add(`${word}_${sequence[at + 1] as string}`)
  })
  for (const length of LENGTHS) if (sequence.length > length) terms.add(`#${length}`)
  patterns ??= [...FORMS, ...Object.entries(TURNS).map(toPattern)]
  const plain = text.normalize('NFD').replace(/[\u0300-\u036f]/g, '')
  for (const [name, pattern] of patterns) if (pattern.test(plain)) terms.add(name)
  return terms
}

function toPattern([name, turns]: [string, string]): [string, RegExp] {
  return [`<${name}>`, new RegExp(turns.split(/\n\s*/).join('|'), 'i')]
}

let weights: Map<string, number> | undefined

/**
 * Log odds, by the words of a prompt alone, that it asks for something that a project knows: a linear
 * model of prompts that were labelled for it (npm run fit:recall).
 */
export function rateIntent(query: Query): number {
  weights ??= new Map(INTENT.split(' ').map(toWeight))
  let odds = 0
  for (const term of intentTerms(query)) odds += weights.get(term) ?? 0
  return odds
}

/** `term:weight`, the weight in tenths. */
function toWeight(entry: string): [string, number] {
  const at = entry.lastIndexOf(':')
  return [entry.slice(0, at), Number(entry.slice(at + 1)) / 10]
}
