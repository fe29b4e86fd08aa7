import { redactText } from '../../redact/index.js'
import type { Spoken } from './conversation.js'
import { QUOTE_MASK } from './quoted.js'

/** What of a kept sentence forbids to keep it, whatever the model says. */
export type Gate =
  'secret' | 'quoted' | 'question' | 'hypothetical' | 'one-off' | 'irony' | 'reported'

/** Asks for a nod, not for an answer. */
const NOD =
  /[,，、] ?(?:ok(?:ay)?|k|right|alright|please|yeah|got it|understood|will you|ja|gell|klar|oder|d'accord|vale|sí|tá|beleza|好吗|好嗎|可以吗|ね|よね)\s*[?？]+$|^(?:can|could|would) you (?:please )?(?:always|never)\b/i
const HYPOTHETICAL =
  /^(?:(?:so|and|but|hm+|ok|well)[, ]+)*(?:what if|suppose|imagine|if only|i wish|hypothetically|in theory|say we|let'?s say (?:we|i|that|you)\b|assuming|i wonder|wondering|maybe we (?:should|could)|perhaps we|we (?:could|might) (?:also |just |maybe )|i'?m (?:thinking|toying)|was wäre|angenommen|mal angenommen|stell dir vor|vielleicht (?:sollten|könnten)|wir könnten|ich überlege|imaginons|supposons|et si (?:on|nous)|on pourrait|peut-être qu|je me demande|supongamos|imagina|y si |quizás? (?:deb|pod)|tal vez (?:deb|pod)|podríamos|me pregunto|e se (?:a gente|nós)|imagina|talvez (?:a gente|dev)|será que|假如|假设|如果我们|要是我们|也许我们|もし|仮に)|(?:not decided|undecided|haven'?t decided|nothing(?:'s| is) decided|noch nicht entschieden|pas encore décidé|aún no (?:hemos )?decid|ainda não decid|还没(?:决定|定)|まだ決)|(?:かもしれない|かも)[。.]?$/
const ONE_OFF =
  /\b(?:(?:only |just )?for now|for the moment|for the time being|(?:just|only) (?:this )?once|just this time|(?:only|just) (?:for )?(?:today|tonight|this (?:pr|branch|commit|ticket|run|file|test|demo|sprint|week))|for this (?:one )?(?:pr|branch|commit|ticket|run|demo|task|test|spike|sprint|time)|in this (?:pr|branch|commit|ticket|run|spike)|temporar(?:y|ily)|as a one-?off|until (?:tomorrow|tonight|next (?:monday|tuesday|wednesday|thursday|friday|week)|further notice|after the demo)|nur (?:dieses mal|diesmal|heute|jetzt|kurz)|ausnahmsweise|fürs erste|vorerst|bis morgen|für diesen (?:pr|branch|commit)|juste (?:cette fois|pour (?:aujourd'hui|cette|ce))|pour l'instant|pour le moment|exceptionnellement|solo (?:por )?(?:hoy|esta vez)|por ahora|de momento|por esta vez|só (?:hoje|dessa vez|desta vez|por hoje)|por enquanto)(?![\p{L}])|(?:这次|这一次|暂时|今天先|先临时|仅限今天)|(?:今回(?:だけ|のみ|は)|今日だけ|とりあえず|一旦|暫定)/u
const IRONY =
  /🙄|😒|🤡|(?:^|\s)\/s\b|what could (?:possibly )?go wrong|\byeah,? right\b|\b(?:just )?(?:kidding|joking)\b|\blmao\b|^(?:oh )?sure,? let'?s\b|\bpigs fly\b|^na klar,|was soll schon schief|ben voyons|mais bien sûr|qué (?:podría|puede) salir mal|^sí claro|^ah claro|claro que sim|o que pode dar errado|开玩笑|能出什么事|冗談/
const REPORTED =
  /^(?:(?:the|our|this|their|some|a) )?(?:docs?|documentation|readme|tutorial|article|blog(?: post)?|book|stack ?overflow|linter|error(?: message)?|email|comment|style guide|chatgpt)\b[^.]{0,20} (?:says?|said|claims?|recommends?|suggests?)\b|^(?:he|she|someone|somebody|people|some guy) (?:says?|said|claims?|wrote|thinks?)\b|^(?:in der doku (?:steht|heißt)|im wiki steht)|^(?:la doc|le readme) (?:dit|recommande)|^(?:la documentación|el readme) (?:dice|recomienda)|^a documentação (?:diz|recomenda)|^(?:文档|教程|网上)(?:里)?(?:说|写)/
/** What follows is text to work on or to send, not what the person holds. */
const DICTATED =
  /^(?:please |pls |bitte |can you |could you )*(?:translate|rephrase|reword|proofread|tweet|commit (?:it )?(?:with|as)|(?:write|draft|reply|answer|post|send|mail)\b(?![^:]*\b(?:every|always|each|way)\b)[^:]{0,60}:|übersetz|formulier|(?:schreib|antworte)[^:]{0,60}:|traduis|reformule|(?:rédige|écris|réponds)[^:]{0,60}:|traduce|(?:redacta|escribe)[^:]{0,60}:|traduz|(?:redige|escreve)[^:]{0,60}:)|^(?:翻译|翻訳|(?:写|发给|回复)[^:：]{0,20}[:：])/
/** What stands in words beside the value: rules of redaction know keys by their shape alone. */
const NAMED_SECRET =
  /\b(?:pass(?:word|phrase|wd|code)?|pw|passwort|kennwort|mot de passe|mdp|contraseña|clave|senha|api[ -]?key|secret|token|login)\b(?: (?:for|of|from|to|on|für|vom|von|zum|zur|de|del|da|do|du|pour|para)(?: (?:the|our|den|die|das|dem|der|la|le|el|o|a))?(?: [\p{L}\d._/-]+){1,4}?){0,2}(?:\s*[:=]\s*|\s+(?:is|ist|lautet|est|es|é)\s+(?:now |still |übrigens |jetzt |maintenant |ahora |agora )?)["'`]?(?=\S*[\d#!$%])(?!\d{1,3}\b)\S{4,}|\bpin\b(?: (?:for|of|from|to|on|für|vom|von|zum|zur|de|del|da|do|du|pour|para)(?: (?:the|our|den|die|das|dem|der|la|le|el|o|a))?(?: [\p{L}\d._/-]+){1,4}?){0,2}(?:\s*[:=]\s*|\s+(?:is|ist|lautet|est|es|é)\s+(?:now |still |übrigens |jetzt |maintenant |ahora |agora )?)\d{4,8}\b|(?:密码|口令|令牌|パスワード|暗証番号)(?:是|为|は|：|:|=)?\s?["'`]?[\w#!$%-]{4,}/iu

/** A secret, or what stands for one after redaction; the rules that guard the disk say what is. */
export function holdsSecret(text: string): boolean {
  return text.includes('[redacted') || NAMED_SECRET.test(text) || redactText(text) !== text
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
  if (isQuoted(masked) || DICTATED.test(spoken.masked)) return 'quoted'
  if (/[?？]["')]?$/.test(masked) && !NOD.test(masked)) return 'question'
  if (HYPOTHETICAL.test(masked)) return 'hypothetical'
  if (isOneOff(masked.slice(contrastIn(masked)))) return 'one-off'
  if (IRONY.test(spoken.masked)) return 'irony'
  if (REPORTED.test(masked)) return 'reported'
  return undefined
}

/** Where what counts begins: "ok for now, but peer deps never". */
function contrastIn(masked: string): number {
  return /[,;] (?:but|aber|mais|pero|mas) /.exec(masked)?.index ?? 0
}

/** Begins with somebody's words, or is made of them. */
function isQuoted(masked: string): boolean {
  const quoted = Array.from(masked).filter(character => character === QUOTE_MASK).length
  return masked.startsWith(QUOTE_MASK) || quoted > masked.length / 2
}
