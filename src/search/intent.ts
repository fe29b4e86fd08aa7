import { INTENT } from './coefficients.js'
import type { Query } from './query.js'

/**
 * Forms and turns of phrase that tell what a prompt asks for, each under a name that is no word:
 * about the world or a language in general, a text to be changed, small talk, the conversation
 * itself, everyday life; or work on something that several people share.
 */
const MARKS: readonly [name: string, pattern: RegExp][] = [
  ['?', /\?\s*$/],
  ['??', /\?/],
  ['!', /!/],
  ['\\n', /\n[^\n]+\n/],
  ['/', /\w\/[\w./-]+/],
  ['`', /`/],
  ['()', /\w\(/],
  ['""', /["“„«][^"”“»]{30,}["”“»]/],
  ['00', /\d{2}/],
  ['Aa', /^[A-ZÄÖÜ]/],
  [
    '<general>',
    /\b(difference|unterschied|diff[ée]rence|diferencia|verschil) (between|zwischen|entre|tussen)\b|\bin general\b|\bjust curious\b|\bnot for this\b|\bwhat (does|do|is|are|would)\b.{1,80}\b(do|mean|give|stand for|good for|exactly|actually)\b|\bexplain\b|\berkl[äa]r|\bexpli(que|ca)|\bwhy (the hell )?(is|are|does|do) (?!our|the|this|it|my)\w+|\bopinions?\b|\bhow many\b|\bwhat'?s \d|\bin (two|2|three|3|one|five) (sentences?|words?|lines?|s[äa]tzen)\b|\bbest practices?\b|\bhow do (you|i) (say|spell|pronounce)\b|\balways forget\b|\bwelcher tag\b|\bwhat day\b/i,
  ],
  [
    '<text>',
    /\b(translate|summari[sz]e|rephrase|reword|convert|sort (these|this)|haiku|poem|joke|funnier|latex|regex (to|for|that)|in english|auf englisch|tl;?dr|proofread|h[öo]flicher|formulier|fass\b|[üu]bersetz|tradui|traduc|r[ée]sum|vertaal|name for|good name|names? do you|synonyms?)|^\W*(jq|awk|sed|kubectl|git|regex|bash|excel|sql|java|numpy)\s*:/i,
  ],
  [
    '<touch-up>',
    /\b(typos?|tippfehler|misspell\w*|spelling|indentation|docstring|undo|last edit|call it|shadows|derive|badge)\b|\bsays ['"‘“]|['"]\s*(->|→)\s*['"]|\b(rename|benenne) (the |die |den )?(local|prop|variable|lokale|this|function|method)|\brefactor this\b|\bconvert this\b|,\s*should be\b/i,
  ],
  [
    '<talk>',
    /^\W*(thanks?|thank you|thx|ok(ay)?|k|lol|haha|nice|great|cool|yes|no|nope|yep|yeah|hm+|go on|go ahead|continue|next|weiter|danke|passt|ja|nein|merci|gracias|oui|s[ií]|perfect|good|super|sorry|wait|stop|done)\b/i,
  ],
  [
    '<everyday>',
    /\bmy (own|brother|friend|mother|father|wife|husband|kid|son|daughter|train|garden|cat|dog|flat|bike)\b|\b(barbecue|yoga|birthday|fitness\w*|recipe|garden|movie|song|lunch|friend|grill|dentist)\b/i,
  ],
  [
    '<conversation>',
    /\b(did you|why did you|(which|what) (one |of the two )?(did|do|have) you|you (picked|pick|touch\w*)|are you (still )?(there|sure)|the (second|first|other|former|last) (one|file|edit|variant|version)|die (zweite|erste|andere|letzte)|never ?mind|i meant|nochmal|remind me)\b/i,
  ],
  ['<we>', /\b(we|our|us|wir|unser\w*|uns|nous|notre|nos|nuestr\w+|ons|onze)\b/i],
  [
    '<others>',
    /\b(customers?|users?|support|team|colleague|reviewer|ops|marketing|sales|boss|kunde\w*|clients?|they|people|everybody|nobody|somebody|design)\b/i,
  ],
  [
    '<how>',
    /\b(the command|which command|where (is|are|do|does|can|to)|how (do|can|should) (i|we)|how to|do i (have|need)|what do i|may i|can (i|we)|should (i|we)|is it ok|wie (mach|komm|krieg|starte?|kann)\w*|wo (ist|sind|liegt|finde))\b|\b(ok|fine)\?/i,
  ],
  [
    '<trouble>',
    /\b(error|exception|traceback|failed|fails|failing|fatal|panic|denied|refused|timed? ?out|crash\w*|broken?|breaks|stuck|hangs?|slow|wrong|missing|lost|gone|never|nothing|twice|suddenly|since (yesterday|this|last|the|monday|tuesday|wednesday|thursday|friday|today)|fehler|kaputt|weg|langsam|doppelt)\b/i,
  ],
  [
    '<task>',
    /^\W*(please |pls |can you |could you |bitte )?(add|implement|create|write|make|build|put|set|update|bump|remove|delete|replace|move|deploy|release|merge|commit|push|enable|disable|run|start|review|plan|schedule|prepare|switch|migrate|upgrade|use|install)\b/i,
  ],
  ['<file>', /\b[\w.-]+\/[\w./-]+\.\w{1,5}\b/],
]

/** Numbers of words above which a prompt has a mark of its own. */
const LENGTHS = [3, 6, 12, 25, 60]

/** What of a prompt its intent is told by: words, pairs of words, the first word, marks. */
export function intentTerms({ sequence, text }: Query): Set<string> {
  const terms = new Set<string>(['*', `^${sequence[0] ?? ''}`])
  sequence.forEach((word, at) => {
    terms.add(word)
    if (at + 1 < sequence.length) terms.add(`${word}_${sequence[at + 1] as string}`)
  })
  for (const length of LENGTHS) if (sequence.length > length) terms.add(`#${length}`)
  for (const [name, pattern] of MARKS) if (pattern.test(text)) terms.add(name)
  return terms
}

let weights: Map<string, number> | undefined

/**
 * Log odds, by the words of a prompt alone, that it asks for something that a project knows. A linear
 * model of prompts that were labelled for it (npm run fit:recall).
 */
export function rateIntent(query: Query): number {
  weights ??= new Map(
    INTENT.split(' ').map(entry => {
      const at = entry.lastIndexOf(':')
      return [entry.slice(0, at), Number(entry.slice(at + 1)) / 10]
    }),
  )
  let odds = 0
  for (const term of intentTerms(query)) odds += weights.get(term) ?? 0
  return odds
}
