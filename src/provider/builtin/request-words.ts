/**
 * What people say who want something kept, in seven languages: sources of regular expressions on
 * lower-case text. Words of one meaning stand in one table, whatever their language.
 */

const words = (...lines: readonly string[]) => lines.join('|')

/** Requests that need no word after them to be one: "remember …", "note to self …". */
const ASKS = words(
  // English
  'remember|remind yourself|memori[sz]e|bear in mind|keep in mind|mind you remember',
  "(?:do not|don't|dont|never)(?: you)?(?: ever)? forget|(?:(?:that'?s|that is|this is|it'?s) )?(?:(?:really|definitely|well|also) )?worth (?:remembering|keeping in mind|noting down|a note)|good to (?:remember|keep in mind)",
  '(?:some|a few) things for your memory|for your memory|save OBJ somewhere|(?:one|another)(?: more| last| other)? thing(?: for you)? to (?:remember|keep in mind|note)',
  'notes? (?:to|2|for) (?:self|myself|yourself|the future|later|next time|future (?:me|you|self|sessions?))(?: and (?:you|me))?',
  '(?:things?|points?|rules?|facts?|notes?|stuff|lessons?)(?: that)? (?:to|for you to|you should|you must|we should|i want you to|worth) (?:remember(?:ing)?|keep(?:ing)? in mind)',
  // German
  "merk(?:e|t)? ?(?:dir|euch)s?|merk'?s dir|(?:ab)?merken(?: sie sich)?|denken sie(?: bitte)? daran|vergessen sie(?: bitte)? nicht|notieren sie(?: sich)?|notiz(?:en)? (?:an (?:mich|dich|uns)|für (?:mich|dich|später|die zukunft|das nächste mal))",
  'denk(?:e|t)?(?: bitte)?(?: immer| auch)? (?:dran|daran)|(?:nicht|nie) vergessen|vergiss(?: bitte)?(?: nicht| nie(?:mals)?)',
  // French
  "retiens(?:-(?:le|la|les|moi))?|retenez(?:-(?:le|la|les))?|souviens[- ]toi|souvenez[- ]vous|rappelle[- ]toi|mémorise[sz]?|n'oublie[sz]?(?: pas| jamais)",
  "notes? (?:à moi[- ]même|pour (?:plus tard|moi|toi|la suite|la prochaine fois|l'avenir))|pense-bête",
  // Spanish
  'recuerda|recordad|acu[eé]rdate|memoriza|no (?:te )?olvid(?:es|éis)(?: nunca)?|nunca olvides|notas? (?:para (?:m[ií]|ti|luego|despu[eé]s|el futuro|la pr[oó]xima(?: vez)?))',
  // Portuguese
  'lembra|lembre(?:-se)?|se lembre|memoriz[ae]|não (?:se )?esque[cç](?:e|a|as)|nunca esque[cç]a|notas? (?:para (?:mim|voc[eê]|depois|o futuro|a pr[oó]xima(?: vez)?))',
)

/** Requests that name what they keep: the object stands inside ("write this down"). */
const PUTS = words(
  'keep OBJ in mind|bear OBJ in mind|jot OBJ down|jot down|jot OBJ|write OBJ down|write down|put OBJ (?:in|into) (?:your |the )?(?:memory|notes)',
  '(?:save|store|commit|add|put) (?:OBJ )?(?:to|in|into) (?:your |the |long[- ]term )*(?:memory|notes)',
  '(?:save|store|keep|file) OBJ(?: away)?(?= for (?:the |a )?(?:later|future|next)| as an? (?:rule|note|fact|memory|preference|convention)| away)|file OBJ away',
  '(?:make|take|save|leave|keep|store|add)(?: me| yourself)? (?:a |an )?(?:mental |quick |short |permanent )?(?:note|memo|memory)(?: of (?:OBJ))?(?: for (?:later|yourself|me))?',
  'note OBJ(?: down)|note down|take note(?: of OBJ)?|make OBJ a (?:rule|habit)|log OBJ as a (?:rule|fact)',
  // German
  '(?:notier(?:e|t)?|schreib(?:e|t)?|speicher(?:e|t)?|behalt(?:e|et)?)(?: (?:dir|euch))?(?: bitte)? OBJ(?: bitte)?(?: (?:im (?:hinterkopf|kopf|gedächtnis)|auf|ab|für (?:später|die zukunft|das nächste mal)))+',
  '(?:notier(?:e|t)?|schreib(?:e|t)?|speicher(?:e|t)?|behalt(?:e|et)?) (?:dir|euch)(?: bitte)?(?: OBJ)?(?: (?:auf|ab|im hinterkopf))?|notier(?:e|t)?(?=:)|(?:ab)?speichern(?=:)|behalt(?:e|et)?(?: bitte)? (?:im (?:hinterkopf|kopf|gedächtnis))',
  // French
  "note(?= que (?!cette?|la fonction))|note(?:z|s)?(?= bien| ça| cela| ceci|-le| pour | quelque part|\\s+:)(?: bien| ça| cela| ceci|-le| quelque part)*|prends note(?: de OBJ)?|garde[sz]? (?:OBJ )?(?:en (?:tête|mémoire)|à l'esprit)|enregistre[sz]? (?:OBJ )?(?:en|dans ta) mémoire|retenir",
  // Spanish
  '(?:anota|apunta|ap[uú]ntate|an[oó]tate|toma nota)(?: OBJ)?|an[oó]talo|ap[uú]ntalo|recu[eé]rdalo|ten(?:lo)? (?:OBJ )?(?:presente|en mente)|guarda (?:OBJ )?(?:en (?:la |tu )?memoria|para (?:siempre|el futuro|luego|despu[eé]s|la pr[oó]xima(?: vez)?))|gu[aá]rdate OBJ|recordar',
  // Portuguese
  'anota(?: a[ií])?(?: OBJ)?|anote(?: OBJ)?|toma nota|tenha (?:OBJ )?em mente|guard[ae] (?:OBJ )?(?:na memória|na cabeça|para (?:sempre|o futuro|depois|a pr[oó]xima(?: vez)?))|guard[ae] OBJ|guard[ae](?=:)|registr[ae] OBJ|lembrar',
)

/** What a request points to: something said already, or what follows. */
const OBJECTS = words(
  '(?:all|both|everything) (?:of )?(?:this|that|these|those|it|the above|above)|(?:this|that|these|those) (?:fact|rule|one|for me|two|three|few)?s?(?: things?| points?| rules?| facts?)?|these|those|this|that|it|them|both|everything|the (?:following|above)(?: \\p{L}+)?|(?:a few|some|two|three|four|five|\\d+) (?:things|points|rules|facts)|a few things',
  'das alles|alles|beides|das|dies(?:es)?|es|folgendes?(?: punkte)?|diese(?: \\p{L}+)?|die folgenden(?: \\p{L}+)?',
  'tout (?:ça|cela)|ça|cela|ceci|le|-le|les|ces (?:\\p{L}+)|les (?:deux|points suivants)|ce qui suit|tout',
  'todo (?:esto|eso)|esto|eso|estas? (?:\\p{L}+)|estos (?:\\p{L}+)|lo siguiente|ambas cosas|las dos cosas|todo|este (?:truco|dato|detalle)',
  'tudo isso|isso|isto|disso|disto|ess[ae]s? (?:\\p{L}+)|est[ae]s (?:\\p{L}+)|o seguinte|tudo|as duas coisas|ess[ae]|est[ae]',
)

/** What may stand between a request and its statement and says nothing. */
const TAILS = words(
  '(?:for|für|pour|para) (?:all|every|any|alle|jede[sn]?|tou[ts]e?s?|chaque|todos?|todas?|cada)(?![\\p{L}])[^,:]{0,60}(?=[,:])',
  'for (?:the |a |all )?(?:future (?:reference|sessions?|work|use)|future|later|next (?:time|times|session|sessions|ones?)|all (?:our|my|your) (?:future )?work(?: here)?|me|good|ever|us)|in (?:the )?future|forever|permanently|down|in mind|to memory|about (?:this|the|our) (?:repo|project|codebase|code|setup|app|team|user)|here|please|pls|too|as well|also|always|well|carefully|once and for all|as an? (?:rule|note|fact|memory|preference|convention)|from now on|going forward|somewhere|away|next time|thanks|thank you',
  'bitte|gut|mal|auch|noch|immer|au(?:ß|ss)erdem|zudem|für (?:die zukunft|später|(?:das |)nächste mal|immer)|fürs nächste mal|in zukunft|ab jetzt|ab|auf|danke|endlich|dauerhaft',
  "bien|s'il te plaît|stp|svp|pour (?:la suite|plus tard|l'avenir|la prochaine fois|toujours)|à l'avenir|merci|aussi|toujours|quelque part",
  'por favor|porfa(?:vor)?|siempre|bien|tambi[eé]n|para (?:siempre|el futuro|luego|despu[eé]s|la pr[oó]xima(?: vez)?|todo lo que (?:hagamos|hacemos)[^:]*)|gracias|a[ií]|aqu[ií]',
  'por favor|pfv|sempre|bem|tamb[eé]m|para (?:sempre|o futuro|depois|a pr[oó]xima(?: vez)?)|obrigad[oa]|aí|bem aí',
)

const THAT = "that|dass|daß|que|de que|qu(?=')"

/** Words in front of a request that leave it one. */
const POLITE = words(
  "please|pls|plz|just|also|always|kindly|do|(?:can|could|would|will) you(?: please)?(?: just)?|would you mind|i(?: really)? (?:want|need) you to|i(?:'d| would) like you to|you (?:should|must|can|may|have to|need to|might want to|better)|let'?s|make sure (?:to|you)|be sure to|try to",
  'bitte|kannst du(?: bitte)?(?: dir)?|könntest du(?: bitte)?(?: dir)?|(?:das |es )?(?:sollst|solltest|musst|kannst) du dir|du (?:sollst|solltest|musst|kannst) dir|immer|auch|noch|mal|gut',
  "s'il te plaît|stp|svp|peux-tu|pourrais-tu|tu peux|il faut|tu dois|je veux que tu|merci de",
  'por favor|porfa|puedes|podr[ií]as|quiero que|tienes que|hay que|debes|necesito que',
  'por favor|vê se|voc[eê] pode|pode|poderia|quero que(?: voc[eê])?|precisa|tem que',
)

/** Words that begin a clause in which a request may stand. */
const OPENERS = words(
  'actually|and|but|so|then|also|oh|ok|okay|hey|hi|well|right|thanks|thx|btw|by the way|good|great|cool|nice|perfect|one more thing|another thing|again|lastly|finally|first(?: of all)?|fyi|ah|now|before (?:anything else|i forget|we start)|because|one more thing to|important|og|til, ?',
  'und|aber|also|dann|ach|oh|ok|okay|gut|super|danke|übrigens|außerdem|noch was|achtung|wichtig',
  'et|mais|donc|alors|ben|aussi|ah|ok|bon|merci|au fait|sinon|important',
  'y|pero|entonces|adem[aá]s|ah|ok|vale|bueno|gracias|por cierto|importante',
  'e|mas|então|ent[aã]o|tamb[eé]m|ah|ok|boa|valeu|obrigad[oa]|ali[aá]s|importante',
)

/** Words that make what is said hold from then on, wherever they stand in a sentence. */
const STANDING = words(
  'from (?:now|here|this point|today) (?:on(?:wards?)?(?: out)?|forward)|from here on out|(?:going|moving) forward|henceforth|as of now|for (?:all )?future reference|for (?:later|your|our) reference|for the record|(?:in|for) (?:the |all )?future|in (?:the )?future(?: please)?|(?:for |the )?(?:the )?next time|fyi for (?:later|next time|the future)|for later|lessons? learn(?:ed|t)|as a note for (?:later|future)(?: sessions?)?|for next time|psa|for (?:the )?(?:next|future) sessions?',
  'für die zukunft|ab (?:jetzt|sofort|heute|nun)|von (?:jetzt|nun|heute) an|in zukunft|zukünftig|künftig|(?:beim |das |fürs |für das )?nächstes? mal|beim nächsten mal|fürs protokoll|(?:damit du es |zur info )?für später(?: hast)?|hinkünftig',
  "à partir de maintenant|désormais|dorénavant|à l'avenir|la prochaine fois|pour (?:mémoire|l'avenir|la suite|la prochaine fois|les prochaines fois)|à compter d'aujourd'hui",
  'a partir de (?:ahora|hoy)|de ahora en (?:adelante|m[aá]s)|en adelante|desde ahora|de aqu[ií] en adelante|la pr[oó]xima(?: vez)?|para (?:el futuro|la pr[oó]xima(?: vez)?|futuras referencias|que conste)',
  'a partir de (?:agora|hoje)|daqui (?:pra|para|em|por) (?:a )?(?:frente|diante)|de agora em diante|doravante|(?:d?a|na) pr[oó]xima(?: vez)?|para (?:o futuro|a pr[oó]xima(?: vez)?|refer[eê]ncia futura|futura refer[eê]ncia)',
)

const NOT_INSIDE = "(?<![\\p{L}\\p{N}_'-])"
const NOT_FOLLOWED = "(?![\\p{L}\\p{N}_(=-]|'[a-z])"

const toPattern = (source: string, flags = 'gu') =>
  new RegExp(`${NOT_INSIDE}(?:${source.replaceAll('OBJ', `(?:${OBJECTS})`)})${NOT_FOLLOWED}`, flags)

/** Finds requests to keep something; lower case, global. */
export const REQUEST = toPattern(`${PUTS}|${ASKS}`)
/** Finds words that make what is said hold from then on; lower case, global. */
export const FROM_NOW_ON = toPattern(STANDING)
/** The end of a text after which a request is one: the start of a clause, and politeness. */
export const CLAUSE_START = new RegExp(
  `(?:^|[,;:.!?…()—–¿¡]|\\s--?|${NOT_INSIDE}(?:${OPENERS}))\\s*(?:(?:${POLITE}|${OPENERS})[,:]?\\s+)*$`,
  'u',
)
/** What a request points to, at the start of what follows it. */
export const OBJECT = new RegExp(`^\\s*(?:${OBJECTS})${NOT_FOLLOWED}`, 'u')
/** What says nothing between a request and its statement, at the start of what follows it. */
export const TAIL = new RegExp(`^\\s*,?\\s*(?:${TAILS})${NOT_FOLLOWED}`, 'u')
/** The word or sign behind which a statement begins. */
export const LINK = new RegExp(
  `^\\s*(?:[,:;—–]|--?(?=\\s))?\\s*(?:(?:${THAT})(?![\\p{L}\\p{N}]))?[:,]?\\s*`,
  'u',
)

/** How a language without blanks between its words asks: what `REQUEST` and the like are to others. */
export const UNSPACED = {
  request:
    /(?:记住|牢记|记下来?|记一下|记牢|记着|记得|记(?=[:：])|备忘|别忘了?|不要忘记|存(?:到|进)(?:记忆|备忘))|(?:(?:これ|それ|この(?:こと|点)|一つ|以下|次のこと|全部|下記)(?:を|は|も)?)?(?:ちゃんと|必ず)?(?:覚えて(?:おいて|といて|ね|ください)|覚えといて|メモし(?:て(?:おいて|といて|ください)?|といて)|メモって(?:おいて|といて)?|メモっといて|記憶して(?:おいて|ください)?|記録しておいて|忘れないで|備忘)(?:ください|下さい|ほしい|欲しい|です|のですが|んですが|んだけど|もらえますか|くれますか|ね|よ)*/gu,
  standing:
    /从现在(?:开始|起)|从今(?:天起|以后|往后)|以后|今后|往后|下次|(?:今後|これから|以降|今日から)(?:は|も)|次回(?:からは?|は)|次からは?/gu,
  clauseStart:
    /(?:^|[\s,，。:：;；、!！—と]|って|另外|还有|并且?|顺便|也|然后|而且|最后|好的?|对了)(?:请|帮我|麻烦你?|务必|一定要?|你要?|可以)*$/u,
  object: /^(?:这个|这点|这条|这些|以下(?:几点|内容|事项)?|这几点|下面(?:几点)?|它|一下|下来)+/u,
  tail: /^(?:哦|吧|啊|哈|谢谢|以后用|よろしく)/u,
  link: /^\s*[,，:：、。—]*\s*/u,
}

/** True for a line, in lower case, in which somebody asks to keep something. */
export function holdsRequest(line: string): boolean {
  return requestStarts(line).length > 0
}

/** True for a line, in lower case, that begins with such a request. */
export function beginsWithRequest(line: string): boolean {
  return requestStarts(line).some(start => !/[,;:.!?…()—–]/.test(line.slice(0, start)))
}

function requestStarts(line: string): number[] {
  const isUnspaced = /[\u3040-\u30ff\u3400-\u9fff]/.test(line)
  const [request, start] = isUnspaced
    ? [UNSPACED.request, UNSPACED.clauseStart]
    : [REQUEST, CLAUSE_START]
  const found = [...line.slice(0, 2_000).matchAll(request)].map(({ index }) => index)
  return found.filter(index => start.test(line.slice(Math.max(0, index - 120), index)))
}
