/** What opens a sentence and says nothing that lasts, in lower case, by language. */
const OPENINGS: readonly string[] = [
  // Two in a row
  '(?:ok(?:ay)?|ah|oh|hm+|well|yes|yeah|great|cool|nice|perfect|good|ach|ja|na|bon|bueno) (?:ok(?:ay)?|thanks|thank you|great|cool|right|so|then|well|wait|yes|no|dann|gut|also|bon|bueno|sí)',
  // English
  "(?:no,? )?that(?:'s| is) (?:wrong|not (?:right|true|correct|it|how)|incorrect|outdated)|you(?:'re| are) wrong|not quite|not really|turns out(?: that)?|to be clear|(?:just )?one (?:last|more) thing|(?:one )?(?:small|other|quick|last) thing|one more rule|fair enough|never ?mind|looks (?:good|great|fine)(?: to me)?|lgtm|good catch|makes sense|sounds good|sorry|haha|ha|ugh|phew|whoa|wow|argh|hold on|exactly|correct|agreed|good(?: job| work| point)?|ok so|so yes|ah yes|oh right|of course|by the way|btw|in case you (?:wonder|were wondering)|ok(?:ay)?|kk?|alright|right|great|cool|nice(?: one)?|neat|perfect|thanks(?: a lot| so much)?|thank you|thx|cheers|hey|hi|ah+|oh+|oops|hm+|mh+m?|well|so|yes|yeah|yep|yup|no+|nope|nah|wrong|also|and|but|plus|though|fyi|fwiw|tbh|imo|note|nb|heads[- ]up|for the record|for (?:future )?reference|(?:just )?so you know|just to be clear|actually|damn|wait|stop|careful|please note(?: that)?|(?:please |pls |also |and )*(?:remember|keep in mind|bear in mind|note|don'?t forget|make a note|take note|be aware|know)(?: that|:)|important|reminder|rule|rule of thumb|note to self|til|psa|correction|update|decision|fun fact|basically|honestly|obviously|anyway|as (?:agreed|discussed|i said|said)|like i said|again|i (?:already )?told you|ideally|in general|generally speaking",
  // German
  'danke(?: dir)?|bitte merk(?:e)? dir|merk(?:e)? dir(?: bitte)?(?:,? dass)?|übrigens|achtung|nein|nee|falsch|ja|jep|genau|stimmt(?: nicht)?|und|aber|also|ach so|ach ja|ach|noch (?:was|eins)|zur info|hinweis|wichtig|passt|super|gut|ok(?:ay)?|wie besprochen|eigentlich|das (?:stimmt nicht|ist falsch)|moment|halt|sorry|prima|denk(?:e)? (?:dran|daran)(?:,? dass)?|vergiss nicht(?:,? dass)?|fürs protokoll|korrektur|nur zur info|kurz noch',
  // French
  "merci|non|oui|ouais|au fait|attention|retiens(?: bien)?(?: que)?|note(?:z)?(?: bien)?(?: que)?|et|mais|en fait|c'est faux|pour info|pour rappel|rappel|important|sache que|d'ailleurs|ah|bon|ok|d'accord|parfait|nickel|super|du coup|alors|n'oublie pas(?: que)?|comme convenu|petite précision|correction|attends|stop|donc",
  // Spanish
  'gracias|sí|no|nada|ojo(?: que)?|por cierto|recuerda(?: que)?|ten en cuenta(?: que)?|además|y|pero|en realidad|eso no es (?:correcto|así)|para que lo sepas|importante|perfecto|vale|genial|bien|ok|bueno|ah|apunta(?: que)?|nota|no olvides(?: que)?|como acordamos|corrección|espera|mira|a ver|oye|entonces',
  // Portuguese
  'não|sim|lembra(?:r|ndo)?(?: de)?(?: que)?|na verdade|aliás|e|mas|boa|valeu|obrigad[oa]|beleza|ok|ah|então|opa|olha|anota(?: aí)?(?: que)?|só pra (?:saber|constar|lembrar)|importante|perfeito|show|isso|detalhe|correção|espera|peraí|tá|por sinal|como combinado',
]
const ASIAN =
  '好的|好|谢谢|多谢|不对|错了|不是|记住|请记住|记一下|记得|另外|对了|还有|顺便说一下|顺便说|注意|其实|嗯|哦|不过|等等|更正|重要|提醒一下|ok|はい|いや|いえ|いいえ|違います|違う|覚えておいて(?:ください)?|ちなみに|実は|なお|あと|それと|ありがとう(?:ございます)?|了解(?:です)?|うん|えっと|あ|注意|メモ|補足|念のため|重要|訂正|そういえば'
const LATIN_LEAD = new RegExp(
  `^(?:(?:${OPENINGS.join('|')})(?:\\s*(?:[,.:;!?…]+|\\s[–—-]+)\\s+|\\s+(?<=(?:that|que|dass|and|but|so|also|plus|und|aber|et|mais|y|pero|e|mas|dir) )|$))+`,
  'i',
)
const ASIAN_LEAD = new RegExp(`^(?:(?:${ASIAN})(?:[，,。、：:！!…\\s]+|$))+`, 'i')
const CJK = /[\u3040-\u30ff\u3400-\u9fff]/
const FROM_NOW =
  /^(?:(?:and |so |also )?(?:from now on|going forward|from here on(?: out)?|in (?:the )?future|henceforth|starting (?:now|today)|as of (?:now|today)|ab (?:jetzt|sofort|heute)|künftig|in zukunft|zukünftig|von nun an|désormais|dorénavant|à l'avenir|à partir de maintenant|a partir de ahora|de ahora en adelante|en adelante|desde (?:hoy|ahora)|a partir de agora|daqui (?:pra|para) (?:a )?frente|de agora em diante)(?:\s*[,:]\s*|\s+)(?:(?:please|pls|bitte)\s+)?|(?:以后|今后|从现在(?:开始|起)|从今天起)(?:都|请|,|，|、)*|(?:今後は?|これからは?|今日から)、?)/i

/** The index at which a sentence begins to say something; 0 where its first words do. */
export function skipLeadIn(text: string): number {
  const lead = (CJK.test(text) ? ASIAN_LEAD : LATIN_LEAD).exec(text)?.[0].length ?? 0
  return isEnough(text.slice(lead)) ? lead : 0
}

/** A statement without "from now on", which is true of all that is kept. */
export function withoutFromNow(text: string): string {
  const rest = text.replace(FROM_NOW, '')
  return isEnough(rest) ? rest : text
}

const isEnough = (rest: string) => rest.length >= 6 || (CJK.test(rest) && rest.length >= 3)
