import { redactText } from '../../redact/index.js'
import type { Spoken } from './conversation.js'
import { QUOTE_MASK } from './sentences.js'

/** What of a kept sentence forbids to keep it, whatever the model says. */
export type Gate =
  'secret' | 'quoted' | 'question' | 'hypothetical' | 'one-off' | 'irony' | 'reported'

/** Asks for a nod, not for an answer. */
const NOD =
  /[,，、] ?(?:ok(?:ay)?|k|right|alright|please|yeah|got it|understood|will you|ja|gell|klar|oder|d'accord|vale|sí|tá|beleza|好吗|好嗎|可以吗|ね|よね)\s*[?？]+$|^(?:can|could|would) you (?:please )?(?:always|never)\b/i
const HYPOTHETICAL =
  /^(?:(?:so|and|but|hm+|ok|well)[, ]+)*(?:what if|suppose|imagine|if only|i wish|hypothetically|in theory|say we|let'?s say|assuming|i wonder|wondering|maybe we (?:should|could)|perhaps we|we (?:could|might) (?:also |just |maybe )|i'?m (?:thinking|toying)|was wäre|angenommen|mal angenommen|stell dir vor|vielleicht (?:sollten|könnten)|wir könnten|ich überlege|imaginons|supposons|et si (?:on|nous)|on pourrait|peut-être qu|je me demande|supongamos|imagina|y si |quizás? (?:deb|pod)|tal vez (?:deb|pod)|podríamos|me pregunto|e se (?:a gente|nós)|imagina|talvez (?:a gente|dev)|será que|假如|假设|如果我们|要是我们|也许我们|もし|仮に)|(?:not decided|undecided|haven'?t decided|nothing(?:'s| is) decided|noch nicht entschieden|pas encore décidé|aún no (?:hemos )?decid|ainda não decid|还没(?:决定|定)|まだ決)|(?:かもしれない|かも)[。.]?$/
const ONE_OFF =
  /\b(?:(?:only |just )?for now|for the moment|for the time being|(?:just|only) (?:this )?once|just this time|(?:only|just) (?:for )?(?:today|tonight|this (?:pr|branch|commit|ticket|run|file|test|demo|sprint|week))|for this (?:one )?(?:pr|branch|commit|ticket|run|demo|task|test|spike|sprint|time)|in this (?:pr|branch|commit|ticket|run|spike)|temporar(?:y|ily)|as a one-?off|until (?:tomorrow|tonight|(?:next )?(?:monday|tuesday|wednesday|thursday|friday)|further notice|after the demo)|nur (?:dieses mal|diesmal|heute|jetzt|kurz)|ausnahmsweise|fürs erste|vorerst|bis (?:morgen|montag|dienstag|mittwoch|donnerstag|freitag)|für diesen (?:pr|branch|commit)|juste (?:cette fois|pour (?:aujourd'hui|cette|ce))|pour l'instant|pour le moment|exceptionnellement|solo (?:por )?(?:hoy|esta vez)|por ahora|de momento|por esta vez|só (?:hoje|dessa vez|desta vez|por hoje)|por enquanto)(?![\p{L}])|(?:这次|这一次|暂时|今天先|先临时|仅限今天)|(?:今回(?:だけ|のみ|は)|今日だけ|とりあえず|一旦|暫定)/u
const IRONY =
  /🙄|😒|🤡|(?:^|\s)\/s\b|what could (?:possibly )?go wrong|\byeah,? right\b|\b(?:just )?(?:kidding|joking)\b|\blmao\b|^(?:oh )?sure,? let'?s\b|\bpigs fly\b|^na klar,|was soll schon schief|ben voyons|mais bien sûr|qué (?:podría|puede) salir mal|^sí claro|^ah claro|claro que sim|o que pode dar errado|开玩笑|能出什么事|冗談/
const REPORTED =
  /^(?:the |our |this |their |some |a )?(?:docs?|documentation|readme|tutorial|article|blog(?: post)?|book|stack ?overflow|linter|error(?: message)?|email|ticket|comment|style guide|wiki|chatgpt|google)\b[^.]{0,20} (?:says?|said|reads?|claims?|recommends?|suggests?|tells?)\b|^(?:he|she|they|someone|somebody|people|some guy) (?:says?|said|claims?|wrote|thinks?|told)\b|^(?:in der doku|im wiki|laut )|^(?:la doc|le readme|selon|d'après) |^(?:la documentación|el readme|según) |^(?:a documentação|segundo) |^(?:文档|教程|网上)(?:里)?(?:说|写)|(?:によると|と書いてあ)/

/** A secret, or what stands for one after redaction; the rules that guard the disk say what is. */
export function holdsSecret(text: string): boolean {
  return text.includes('[redacted') || redactText(text) !== text
}

/** True for what holds for one time or one piece of work only; the text in lower case. */
export function isOneOff(lower: string): boolean {
  return ONE_OFF.test(lower)
}

/**
 * What forbids to keep a part of a sentence that begins at an index; undefined where nothing does.
 */
export function findGate(spoken: Spoken, from = 0, to = spoken.text.length): Gate | undefined {
  const masked = spoken.masked.slice(from, to).trim()
  if (holdsSecret(spoken.text)) return 'secret'
  if (isQuoted(masked)) return 'quoted'
  if (/[?？]["')]?$/.test(masked) && !NOD.test(masked)) return 'question'
  if (HYPOTHETICAL.test(masked)) return 'hypothetical'
  if (isOneOff(masked)) return 'one-off'
  if (IRONY.test(spoken.masked)) return 'irony'
  if (REPORTED.test(masked)) return 'reported'
  return undefined
}

/** Begins with somebody's words, or is made of them. */
function isQuoted(masked: string): boolean {
  const quoted = Array.from(masked).filter(character => character === QUOTE_MASK).length
  return masked.startsWith(QUOTE_MASK) || quoted > masked.length / 2
}
