/** A place in a sentence where a statement may begin, and what came before it. */
export interface Start {
  at: number
  /** The person asked to remember what follows. */
  isExplicit: boolean
  /** What came before takes something back: "no, that's wrong". */
  isCorrection: boolean
  /** A polite question that is a request: "can you please always …?". */
  isRequest: boolean
  /** What came before says that it holds for every project. */
  isBroad: boolean
}

const ASIDE =
  /^(?:ok(?:ay)?|alright|right|great|perfect|thanks?(?: you| a lot)?|thx|cool|nice|good|hey|hi|hello|oh|ah|well|fyi|note|heads[- ]up|reminder|psa|for the record|for what it's worth|fwiw|imo|imho|for (?:future )?reference|for context|just so you know|important|(?:just )?one (?:more|last) thing|another thing|small thing|side note|quick note|quick one|context|background|some background|general(?:ly)?|also|besides|sure|hm+|um+|again|as i said|like i said|listen|look|ps|p\.s\.|yes|yeah|yep|exactly|correct|lgtm|in general|as a (?:general )?rule|in all my projects|everywhere|btw|by the way|übrigens|achtung|hinweis|danke|super|gut|außerdem|nebenbei|ja|noch etwas|noch was|zur info|wichtig|au fait|merci|attention|d'accord|parfait|par ailleurs|oui|note|por cierto|gracias|ojo|vale|además|perfecto|sí|importante|nota|una cosa más|对了|另外|注意|好的?|谢谢|还有|顺便说一下|顺便|請注意|ちなみに|あと|なお|注意|ありがとう(?:ございます)?|了解(?:です)?|はい|それと|また|補足)(?:[,:;.!、，：。！]+\s*|\s+[-–—]+\s*)/
const JOINT =
  /^(?:btw|by the way|also|ok|okay|merci de|pense à|pensez à|veuillez|and|but|so|then|please|pls|plz|kindly|just|fyi|oh|note that|heads up that|as a general rule|generally|in general|as a rule|bitte|und|aber|also|außerdem|übrigens|et|mais|s'il te plaît|s'il vous plaît|stp|svp|aussi|y|pero|por favor|además|también|de manière générale|en général|en general|por lo general|generell|prinzipiell)[, ]\s*|^(?:请注意|对了|另外|而且|但是|あと|ちなみに)[,，、]?\s*/
const EXPLICIT =
  /^(?:(?:please |can you |could you |you should |i want you to |just )*(?:remember|memori[sz]e|keep in mind|bear in mind|make a note|take note|note down|note|don'?t forget|never forget)(?: for (?:later|next time|the future|future sessions))?(?: that\b|:|,| —| -|(?= (?:always|never|we|our|i prefer|in this repo|the)\b))|(?:save|add|put) (?:this|that)? ?(?:to|in|into) (?:your )?(?:memory|memories|notes)(?: that|:|,| —)?|(?:you (?:should|need to|must) |good to |it's worth )know(?:ing)? that|for (?:your memory|next time|future sessions)[:,]|merk(?:e)? dir(?: bitte)?(?:,? dass|:|,)?|denk(?:e)? (?:bitte )?(?:immer )?daran(?:,? dass|:|,)|bitte merken:?|vergiss nicht(?:,? dass|:|,)|retiens(?: bien)?(?: que| qu'|:)?|rappelle-toi(?: que| qu'|:)?|souviens-toi(?: que| qu'|:)?|note(?:z)? (?:bien )?(?:que|qu'|:)|n'oublie pas(?: que| qu'|:)|recuerda(?: que|:)|ten en cuenta(?: que|:)|acuérdate de(?: que|:)|apunta(?: que|:)|no olvides que|(?:请|請)?(?:记住|記住|牢记|记一下|記一下)(?:[:,，：])?|(?:请|請)?注意[:：,，])\s*/
const CORRECTION =
  /^(?:(?:no+|nope|nah|wrong|incorrect|not quite|nein|falsch|stimmt nicht|non|faux|no no|不对|不對|不是的?|错了|錯了|违う|違う|違います|いや|いいえ)[,.!:;，。！、]+\s*(?:(?:that(?:'s| is|'?s still) (?:not (?:right|correct|true)|wrong|incorrect|outdated|false)|you(?:'re| are) wrong|that is outdated|das (?:ist|war) falsch|das stimmt nicht|c'est faux|ce n'est pas (?:ça|vrai|exact)|eso (?:es|está) (?:incorrecto|mal|falso)|eso no es (?:así|cierto|correcto)|你(?:说|搞)错了)\s?[,.!:;—–-]*\s*)?|(?:that(?:'s| is) (?:not (?:right|correct|true)|wrong|incorrect|outdated)|you(?:'re| are) wrong(?: about [\w ]{2,30})?|(?:i think )?you got [\w ]{2,30} wrong|correction|small correction|das (?:ist|war) falsch|das stimmt(?: so)? nicht|korrektur|c'est faux|correction|eso (?:es|está) (?:incorrecto|mal)|eso no es (?:así|cierto|correcto)|corrección|更正|纠正一下|訂正)[,.!:;，：—–-]*\s*|actually[,:]? )/
const UNIVERSAL =
  /^(?:(?:in|for|across|on) (?:all|every|any|each)(?: of)?(?: my| our)? (?:projects?|repos?|repositor(?:y|ies)|codebases?)|everywhere|(?:regardless of|no matter|independent of|whatever|whichever) (?:the |which |what )?(?:project|repo|repository|language|codebase)|wherever i work|globally|in allen (?:meinen )?(?:projekten|repos)|für alle (?:meine )?projekte|in jedem projekt|überall|dans tous (?:mes|les) (?:projets|dépôts)|partout|en todos mis (?:proyectos|repos)|en cualquier proyecto|(?:在)?(?:我的?)?所有(?:的)?(?:项目|仓库)(?:里|中)?(?:都)?|(?:すべての|全ての|全|どの)プロジェクトで(?:は|も)?)[,，、:]? ?/
const REQUEST =
  /^(?:(?:can|could|would|will) you (?:please )?(?=always|never|stop|from now|remember|only|keep)|(?:kannst|könntest) du (?:bitte )?(?:ab jetzt |künftig )?(?=immer|nie|künftig|ab )|(?:peux-tu|pourrais-tu|tu peux) (?=toujours|ne jamais|désormais)|(?:puedes|podrías) (?=siempre|no |a partir))/
const BREAK =
  /(?:,|;|—|–| -|\.\.\.|…)\s+(?:(?:and|but|so|also|then|und|aber|et|mais|y|pero)\s+)?|\s(?:and|but|so|und|aber|et|mais|pero) (?=(?:please |bitte )?(?:from now|never|always|we |our |i prefer|i like|remember|ab jetzt|nie|immer|désormais|a partir|nunca|siempre|on |nous ))|[，；、：]|(?<=\p{L})[:：] /gu

const PLAIN = { isExplicit: false, isCorrection: false, isRequest: false, isBroad: false }
/** "Translate to French: …" hands over a text, it says nothing. */
const HANDS_OVER =
  /(?:^|[\s,])(?:translate|rephrase|write|say|saying|commit|title|set|print|post|log|text|message|proofread|correct|summarize|rename|label|named|called|change|reword|tweet|sentence|paragraph|übersetze?|schreib|traduis|écris|traduce|escribe|翻译|写|翻訳)(?=[\s:]|$)[^:：]{0,60}[:：] ?$/

/**
 * The places where a statement may begin: after lead-ins at the sentence start, then after each
 * break. The first is the surest. `text` is a masked sentence.
 */
export function findStarts(text: string): Start[] {
  const first = skipLeadIns(text, 0)
  const starts = [first]
  for (const match of text.matchAll(BREAK)) {
    const at = match.index + match[0].length
    if (HANDS_OVER.test(text.slice(0, at))) break
    if (at <= first.at || text.length - at < 4 || starts.length > 6) continue
    const next = skipLeadIns(text, at)
    starts.push({ ...next, isCorrection: next.isCorrection || first.isCorrection })
  }
  return starts
}

function skipLeadIns(text: string, from: number): Start {
  const start: Start = { at: from, ...PLAIN }
  for (let step = 0; step < 6; step++) {
    const rest = text.slice(start.at)
    const skipped = skipOne(rest, start)
    if (skipped === 0 || skipped >= rest.length) break
    start.at += skipped
  }
  return start
}

function skipOne(rest: string, start: Start): number {
  const explicit = EXPLICIT.exec(rest)
  if (explicit) start.isExplicit = true
  if (explicit) return explicit[0].length
  const correction = CORRECTION.exec(rest)
  if (correction) start.isCorrection = true
  if (correction) return correction[0].length
  const broad = UNIVERSAL.exec(rest)
  if (broad) start.isBroad = true
  if (broad) return broad[0].length
  const request = REQUEST.exec(rest)
  if (request) start.isRequest = true
  return (request ?? ASIDE.exec(rest) ?? JOINT.exec(rest))?.[0].length ?? 0
}
