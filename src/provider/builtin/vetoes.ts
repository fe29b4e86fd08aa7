import { guessLanguages, type Language } from './sentences.js'

type Tagged = readonly [Language | 'any', RegExp]

/** What makes a sentence something else than a lasting statement, whatever else it says. */
const QUESTION: readonly Tagged[] = [
  ['any', /[?？]["')\]]*\s*$/],
  [
    'any',
    /^(?:so |and |but |ok,? |hmm,? )?(?:how (?:do|can|would|should|come|is|are|many|much)|what(?:'s| is| are| do| does| would| should| if)|why|who|which|where(?:'s| is| are| do)|when (?:do|does|is|will|should)|should (?:we|i)|do (?:we|i|you)|does|did|is it|is there|are (?:we|there|you)|can (?:you|we|i)|could (?:you|we|i)|would (?:you|it)|will (?:you|it)|have you|shall (?:we|i)|warum|wieso|wie (?:kann|mache|soll|geht)|was (?:ist|sind|wäre)|wo (?:ist|liegt)|soll(?:en|te)? (?:wir|ich)|kannst du|könntest du|pourquoi|comment|est-ce|qu'est-ce|où |peux-tu|pourrais-tu|devrait-on|por qué|cómo|qué|dónde|deberíamos|puedes|podrías|为什么|怎么|如何|是不是|能不能|可以.{0,12}吗|なぜ|どうして|どうやって)(?![\w-])/,
  ],
  ['any', /(?:吗|嗎|呢|么|ですか|ますか|でしょうか|かな|のか)[。.]?$/],
]
const HYPOTHETICAL: readonly Tagged[] = [
  [
    'en',
    /\b(?:what if|suppose|imagine|assuming|hypothetically|in theory|theoretically|let'?s say|say we|if (?:we|i|you|it|they) (?:were|was|used|switched|had|went|could|moved|decided|ever decide|wanted)|would be (?:nice|cool|better|great)|might (?:want|be|use|switch|move|go|prefer)|may want|could (?:use|switch|move|go|also|just)|maybe|perhaps|probably|not sure|i wonder|wondering|i(?:'m| am)? think(?:ing)? (?:we|about|of|i)|considering|thinking about|we should (?:probably|think|discuss)|someday|one day|eventually|i guess|tempted to|haven'?t decided|undecided|not decided|for example|for instance|in an ideal world|ideally|wish (?:we|i)|i'?d have|toying with|pros and cons|unless we|whether)\b/,
  ],
  [
    'de',
    /(?:^|\s)(?:vielleicht|angenommen|theoretisch|hypothetisch|eventuell|was wäre|wäre es|könnten|könnte man|würden wir|falls wir|wenn wir .{2,60} (?:würden|hätten|wären)|überlege\p{L}*|überlegen|mal angenommen|noch nicht entschieden|ob wir|zum beispiel|wahrscheinlich|vermutlich)(?=[\s,.]|$)/u,
  ],
  [
    'fr',
    /(?:^|\s)(?:peut-être|imaginons|supposons|si (?:on|nous|jamais)|si on|on pourrait|je me demande|en théorie|par exemple|on hésite|pas encore décidé|il faudrait peut-être|probablement|serait|je pensais)(?=[\s,.]|$)/,
  ],
  [
    'es',
    /(?:^|\s)(?:quizás?|tal vez|imagina|supongamos|si (?:usáramos|tuviéramos|fuera|cambiáramos)|podríamos|en teoría|por ejemplo|a lo mejor|no sé si|estoy pensando|aún no (?:hemos )?decid\p{L}+|probablemente|me pregunto|sería)(?=[\s,.]|$)/u,
  ],
  [
    'zh',
    /(?:也许|可能|假设|假如|如果我们|要是我们|或许|考虑|不确定|说不定|还没决定|比如|例如|是否)/,
  ],
  [
    'ja',
    /(?:かもしれ|もし(?:も)?.{1,30}(?:なら|たら|れば)|検討中|考えて(?:い|る)|たぶん|多分|例えば|仮に|だろうか|まだ決め|迷って)/,
  ],
]
const TEMPORARY: readonly Tagged[] = [
  [
    'en',
    /\b(?:right now|for now|for the moment|at the moment|currently|temporar(?:y|ily)|this time|just (?:this )?once|this (?:pr|branch|task|ticket|commit|sprint|week|month|morning|afternoon|friday|monday|one|session|conversation|chat|time|change|migration|release|file|function|test|class|method|component|refactor(?:ing)?|bug|feature|issue|endpoint|line|hotfix|patch|demo|spike|prototype|exercise|script)|(?<!of )today(?!'s)|tonight|tomorrow|yesterday|until (?:tomorrow|monday|tuesday|wednesday|thursday|friday|the (?:release|fix|demo|migration|deploy|end)|we|i|further|next|then|they|it)|as long as|while (?:we|i|you|the|they)|next (?:week|sprint|month|quarter)|last (?:week|night|time)|just now|a minute ago|still (?:down|broken|failing|red|running)|for the time being|in the meantime|meanwhile|these days|earlier|already (?:fixed|done|merged)|yet)\b/,
  ],
  [
    'en',
    /\b(?:in|for|on|with) this (?!repo|project|codebase|code base|team|package|monorepo|service|app\b|company|workspace|whole|entire|library|org)\w|\b(?:in|on|for|from) (?:the|that|these|those) (?:same |new |last )?(?:file|function|class|method|line|test|pr|ticket|bug|diff|commit|example|snippet|draft|screenshot|loop)s?\b(?! (?:you|that|we|i)\b)/,
  ],
  [
    'de',
    /(?:^|\s)(?:gerade|momentan|im moment|derzeit|vorerst|vorläufig|heute|morgen|gestern|diesmal|dieses mal|nur (?:jetzt|hier|diesmal)|vorübergehend|zur ?zeit|bis (?:morgen|montag|freitag|zum|wir)|diese woche|für diesen (?:pr|branch|commit)|für dieses ticket|erstmal|erst mal|in diese[rmn] (?:datei|funktion|pr|branch|klasse|test|zeile|methode)|noch nicht)(?=[\s,.!]|$)/,
  ],
  [
    'fr',
    /(?:^|\s)(?:pour l'instant|pour le moment|en ce moment|actuellement|aujourd'hui(?<!partir d'aujourd'hui)|demain|hier|cette fois|temporairement|provisoirement|jusqu'à (?:demain|lundi|ce que|la)|cette semaine|pour cette (?:pr|branche|tâche)|pour ce (?:ticket|commit)|dans ce (?:fichier|test)|dans cette (?:fonction|classe|pr|branche))(?=[\s,.!]|$)/,
  ],
  [
    'es',
    /(?:^|\s)(?:por ahora|de momento|ahora mismo|actualmente|esta vez|temporalmente|hasta (?:mañana|el lunes|que)|esta semana|ayer|para (?:este|esta) (?:pr|rama|ticket|tarea)|en (?:este|esta) (?:archivo|función|clase|test|pr|rama|fichero)|solo (?:hoy|esta vez|aquí)|por el momento|todavía|mañana|hoy(?! en adelante))(?=[\s,.!]|$)/,
  ],
  [
    'zh',
    /(?:现在(?!开始)|現在(?!開始)|目前|暂时|暫時|今天(?!起)|今晚|明天|昨天|这次|這次|这一次|这个(?:方案|问题|功能|按钮|页面|pr|分支|任务|函数|文件|提交|类|方法|测试|bug)|本次|先(?:别|不要|不用)|这周|本周|刚才|刚刚(?!决定)|临时)/,
  ],
  [
    'ja',
    /(?:今だけ|今回(?:は|だけ|のみ)|今日(?!から)|明日|昨日|とりあえず|一時的|当面|この(?:バグ|エラー|問題|行|部分|箇所|pr|ブランチ|タスク|関数|ファイル|コミット|クラス|テスト|メソッド)|今のところ|現在|いまは|今は|さっき|先ほど|今週|まだ)/,
  ],
]
const REPORTED: readonly Tagged[] = [
  [
    'en',
    /\b(?:says|said|told (?:me|us)|claims?|claimed|according to|from the (?:logs?|output|error|ticket|thread)|from the (?:docs|readme)[:,]|complains?|quoted|(?:the|a|this|that|some|their|an|google'?s?|airbnb'?s?|react|official|his|her) (?:docs?|documentation|readme|blog|blog post|article|tutorial|tweet|book|style guide|linter|error message|error|log|stack ?overflow|answer|comment|ticket|issue|guide|video|talk|course|post|paper|spec|rfc|interview|client'?s?|customer'?s?)\b.{0,30}?\b(?:says?|recommends?|suggests?|tells?|states?|claims?|reads?|insists?|wants?|mentions?)|(?:some|many|most) (?:people|devs|teams|folks)|people (?:say|think|prefer)|stack ?overflow|my (?:old|previous|former|last|ex-?) ?(?:company|team|job|boss|employer|colleague|project)|at my (?:old|previous|last)|(?:his|her|their) (?:team|company|rule|project|repo|codebase)|used to|(?:other|another|different) (?:team|project|company|repo)(?:s'|'s)|upstream'?s? (?:rule|policy)|back (?:then|in the day)|competitor|i (?:read|heard|saw) (?:that|somewhere|in)|they (?:always|never|use|prefer|say|don'?t)|(?:he|she) (?:always|never|uses|prefers|says|wants|thinks|likes))\b/,
  ],
  [
    'de',
    /(?:^|\s)(?:(?:\p{L}+ )?(?:sagt|sagte|meint|meinte|behauptet|schreibt|empfiehlt|steht in|laut|angeblich|früher haben|in meiner alten|bei meinem alten|manche leute|viele leute)|in der (?:doku|readme))(?=[\s,:.]|$)/u,
  ],
  [
    'fr',
    /(?:^|\s)(?:(?:dit|disait|affirme|recommande|selon|d'après|certains|paraît-il|il paraît|dans mon ancien\p{L}*|avant,? on|la doc (?:dit|recommande|conseille)|le readme (?:dit|recommande)))(?=[\s,:.]|$)/u,
  ],
  [
    'es',
    /(?:^|\s)(?:dice|dijo|dicen|afirma|recomienda|según|algunos|en mi antigu\p{L}+|antes usábamos|la documentación (?:dice|recomienda)|el readme dice)(?=[\s,:.]|$)/u,
  ],
  [
    'zh',
    /(?:文档(?:里)?(?:说|写)|教程|据说|有人说|他们(?:说|都|总)|他(?:说|总)|她(?:说|总)|以前的公司|上一家公司|网上说|README(?:里)?(?:说|写)|博客)/,
  ],
  [
    'ja',
    /(?:によると|と言って|と書いて(?:あ|い)|らしい|だそうです|前の会社|前職|ドキュメントでは|ブログ|彼は|彼女は|以前は|という(?:記事|意見))/,
  ],
]
const IRONY: readonly Tagged[] = [
  [
    'any',
    /(?:🙄|😒|🤡|(?:^|\s)\/s\b|\bwhat could (?:possibly )?go wrong|\byeah,? right\b|\boh,? (?:great|sure|joy|wonderful|fantastic|lovely|brilliant|yes)\b|\bsure,? (?:let'?s|why not|because)|\bbecause (?:that|it|who) (?:always|never|totally|obviously|went|worked|needs|doesn'?t)|\bwho needs\b|\bjust (?:kidding|joking)|\bkidding\b|\blol\b|\blmao\b|\bhaha\b|\bobviously the best|\bgenius\b|\bas if\b|\bclearly the (?:best|way)|\bbrilliant idea|\bmy favou?rite hobby|\bnothing beats\b|\bsuch fun\b|\bfor fun\b|\bapparently\b|\bmurphy)/,
  ],
  [
    'any',
    /(?:na klar|ja klar|klar doch|haha|wer braucht schon|was soll schon|ironie|super idee|tolle idee|bien sûr,|mais oui bien|qui a besoin|génial,|lol|mdr|claro que sí|qué podría salir mal|quién necesita|jaja|genial,|呵呵|哈哈|开玩笑|怎么可能出错|谁需要|冗談|なんてね|（笑）|\(笑\)|ｗｗ|www$)/,
  ],
]
const PERSONAL =
  /\b(?:coffee|tea|lunch|dinner|breakfast|birthday|wife|husband|girlfriend|boyfriend|kids?|son|daughter|dog|cat|vacation|holiday|flight|restaurant|salary|doctor|dentist|gym|beer|pizza|my (?:phone|address|age|mother|father|mom|dad|car|bike|back|head|passport|ssn|iban)|sleep|guitar|piano|football|netflix|movie|kaffee|geburtstag|frau|mann|kinder|hund|katze|urlaub|gehalt|café|anniversaire|vacances|femme|mari|enfants|chien|desayuno|cumpleaños|esposa|marido|hijos?|perro|vacaciones|novia)\b|咖啡|生日|老婆|老公|孩子|午饭|晚饭|工资|コーヒー|誕生日|奥さん|妻|夫|子供|昼ご飯|給料/
const OPTION =
  /\b(?:variante?|option|version|approach|ansatz|opción|plan) (?:[a-d]|[1-9])(?![\w.])|\b(?:first|second|third|fourth|latter|former|other|last) (?:one|option|version|approach|variant|idea|solution|way|suggestion|design)\b|\b(?:deuxième|première|troisième|seconde?) (?:option|solution|version|idée|approche)|\b(?:primera?|segund[ao]|tercera?) (?:opción|solución|versión|idea)|\b(?:erste|zweite|dritte)[nr]? (?:variante|option|lösung|version|idee)|第[一二三四]个|[1-4１-４一二三]番目/
const LAYOUT =
  /\b(?:buttons?|modals?|dialogs?|toasts?|icons?|rows?|cells?|carts?|clicks?|labels?|menus?|tooltips?|dropdowns?|checkbox(?:es)?|spinners?|banners?|visible|rounded|hover|scroll(?:s|ing)?|screens?|fonts?|margins?|paddings?|sidebars?|navbar|footer|header bar|la (?:fonction|méthode|requête|función|consulta)|el (?:método|endpoint)|le composant|die funktion|der endpunkt|sichtbar|knopf|schaltfläche|feld|boutons?|écrans?|champs?|botón|botones|pantallas?|campos?)\b|按钮|页面|弹窗|ボタン|画面/
const FAULT =
  /\b(?:bug|wrong|incorrect|errors?(?! (?:tracking|handling|reporting|messages?|boundar|codes?|classes|types?|monitoring))|crash(?:es|ed|ing)?|fail(?:s|ed|ing|ure)?|broken|exception|stack ?trace|undefined|flaky|times? out|hangs|segfault|regression|typo|is down|went down|are down|leak(?:s|ing)?|404|500|502|503|fehler|kaputt|abst\w+z\w*|erreur|plante|échoue|cassée?|falla|roto|rota)\b|报错|错误|失败|崩溃|エラー|失敗|落ちて|壊れ/

/** What a veto is about; some forgive what others do not. */
type Veto =
  | 'question'
  | 'hypothetical'
  | 'temporary'
  | 'reported'
  | 'irony'
  | 'personal'
  | 'fault'
  | 'secret'
  | 'option'
  | 'layout'

function isAny(patterns: readonly Tagged[], text: string, languages: readonly Language[]): boolean {
  return patterns.some(
    ([language, pattern]) =>
      (language === 'any' || languages.includes(language)) && pattern.test(text),
  )
}

/** Every veto that a masked sentence (lower case) meets. */
export function findVetoes(text: string): Set<Veto> {
  const found = new Set<Veto>()
  const languages = guessLanguages(text)
  const add = (veto: Veto, isMet: boolean) => void (isMet && found.add(veto))
  add('question', isAny(QUESTION, text, languages))
  add('hypothetical', isAny(HYPOTHETICAL, text, languages))
  add('temporary', isAny(TEMPORARY, text, languages))
  add('reported', isAny(REPORTED, text, languages))
  add('irony', isAny(IRONY, text, languages))
  add('personal', PERSONAL.test(text))
  add('fault', FAULT.test(text))
  add('option', OPTION.test(text))
  add('layout', LAYOUT.test(text))
  add('secret', text.includes('[redacted'))
  return found
}

/** True for a sentence (lower case) that is meant the other way round. */
export function isIronic(text: string): boolean {
  return isAny(IRONY, text, [])
}
