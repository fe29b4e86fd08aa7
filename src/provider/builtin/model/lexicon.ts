/**
 * Concepts that the model may learn once for all languages: words of each, divided by bars, in
 * lower case. `*` stands for any ending. Words in Chinese and Japanese count wherever they stand,
 * others where a word begins and ends.
 */
export const LEXICON: Record<string, string> = {
  ALWAYS: `always|every time|each time|without exception|no exceptions|across the board|throughout
    |everywhere|at all times|consistently|invariably|immer|stets|grundsätzlich|jedes mal|überall
    |durchweg|ausnahmslos|durchgängig|toujours|systématiquement|partout|à chaque fois|siempre
    |en todo momento|sin excepción|sempre|toda vez|sem exceção|一律|总是|始终|永远|每次|都要|统一|全部|必ず|常に|いつも
    |毎回|すべて|統一|全て`,
  NEVER: `never|ever again|under no circumstances|not once|nie|niemals|nie wieder|unter keinen umständen
    |auf keinen fall|keinesfalls|jamais|en aucun cas|nunca|jamás|em hipótese alguma|绝不|绝对不|永远不|千万
    |切勿|絶対|決して|二度と`,
  FROMNOW: `from now on|going forward|from here on*|in future|in the future|for the future|henceforth
    |from today|starting today|as of today|starting now|next time|ab jetzt|ab sofort|künftig
    |in zukunft|zukünftig|von nun an|ab heute|nächstes mal|fortan|désormais|dorénavant|à l'avenir
    |à partir de maintenant|à partir d'aujourd'hui|la prochaine fois|a partir de ahora
    |de ahora en adelante|en adelante|desde hoy|desde ahora|en el futuro|la próxima vez
    |a partir de agora|daqui pra frente|daqui em diante|de agora em diante|da próxima vez
    |a partir de hoje|以后|今后|从现在|从今天|下次|往后|今後|これから|次回から|以降|今日から`,
  PROHIBIT: `don't|do not|dont|must not|mustn't|may not|not allowed|isn't allowed|aren't allowed|forbidden
    |forbid*|prohibited|banned|off limits|off-limits|hands off|stay away|stop|avoid|no more
    |keep out|keep away|verboten|untersagt|tabu|finger weg|vermeide*|darf nicht|dürfen nicht
    |interdit*|défense de|évite*|arrête*|prohibid*|evita*|deja de|proibid*|evite|para de|nada de
    |不要|别|禁止|不许|不能|不得|不准|勿|严禁|不允许|ないで|しないこと|てはいけ|ではいけ|やめて|使わない|出さない|しません|厳禁|不可`,
  NEG: `not|no|n't|isn't|aren't|doesn't|can't|cannot|won't|without|nothing|none|nobody|nor|nicht|kein
    |keine|keinen|keiner|keinem|nichts|ohne|niemand|ne|n'|pas|aucun*|rien|sans|personne|sin|nada
    |ningun*|ningún|nadie|tampoco|não|nenhum*|sem|ninguém|不|没|无|ない|ません|なし`,
  OBLIGE: `must|have to|has to|need|needs|should|shall|required|mandatory|requires|make sure|be sure
    |ensure|supposed to|got to|gotta|insist*|enforce*|muss|müssen|musst|soll|sollen|sollte*
    |unbedingt|zwingend|verpflichtend|gehört|gehören|darf|dürfen|doit|doivent|dois|il faut|faut
    |obligatoire|obligé*|exig*|debe|deben|debes|hay que|tiene que|tienen que|tienes que
    |obligatori*|deve|devem|tem que|têm que|precisa|precisam|obrigatóri*|必须|务必|一定要|需要|应该|得|なければ|必須
    |べき|必要|こと`,
  ONLY: `only|just|solely|exclusively|strictly|nothing but|nur|ausschließlich|uniquement|seulement
    |exclusivement|solo|sólo|únicamente|só|somente|apenas|只|仅|のみ|だけ|しか`,
  PREFER: `prefer|prefers|preferred|preference|i like|i love|i'd love|rather|favour|favor|big fan|fan of
    |hate|can't stand|dislike|bugs me|annoys|annoying|appreciate|i'd like|i would like|i want you
    |taste|helps me|useless to me|fine with me|bevorzug*|ich mag|lieber|möchte|hätte gern*|hasse
    |stört|nervt|wünsche|gefällt|préfère*|préférerai*|j'aime|aimerais|plutôt|voudrais|déteste
    |prefier*|me gusta|no me gusta|me encanta|odio|molesta|quiero|quisiera|gustaría|prefir*|gosto
    |quero|queria|odeio|喜欢|希望|想要|讨厌|偏好|倾向|宁愿|好き|ほしい|欲しい|嫌い|好み|助かります|方がいい|ほうがいい`,
  MEMORY: `remember|keep in mind|bear in mind|note that|note to self|note|take note|make a note|memori*
    |don't forget|never forget|for the record|heads up|heads-up|fyi|for future reference
    |good to know|worth knowing|be aware|just so you know|keep that in mind|remember that|merk dir
    |merke dir|merken|denk daran|denk dran|nicht vergessen|vergiss nicht|zur info|hinweis|übrigens
    |retiens|souviens|rappelle*|n'oublie*|note que|notez|sache que|pour info|au fait|recuerda*
    |ten en cuenta|tenga en cuenta|apunta|no olvides|por cierto|ojo|lembra*|anota*|tenha em mente
    |tem em mente|não esquece|aliás|记住|记得|牢记|注意|记一下|请记|顺便|另外|覚えて|注意点|忘れないで|念のため|メモ|ちなみに|補足`,
  WE: `we|we're|we've|we'd|we'll|our|ours|us|team|company|codebase|wir|unser*|uns|bei uns|chez nous
    |notre|nos|nous|on|équipe|nosotros|nuestr*|equipo|acordamos|usamos|a gente|nosso*|nossa*
    |equipe|time|我们|咱们|团队|公司|うち|私たち|弊社|当社|社内|チーム`,
  I: `i|i'm|i'd|i've|i'll|my|me|mine|ich|mein*|mir|mich|je|j'*|mon|ma|mes|moi|m'*|yo|mi|mis|eu|meu*
    |minha*|mim|我|私|僕|俺`,
  YOU: `you|your|you're|you've|you'll|yours|du|dir|dich|dein*|sie|tu|t'*|te|toi|vous|ton|ta|tes|votre
    |usted|tú|tus|você|vc|你|您|あなた`,
  PEOPLE: `customer|customers|client|clients|partner|partners|legal|marketing|finance|audit*|ops|qa|boss
    |users|vendor|supplier|regulator|reviewer|reviewers|security|dba|dbas|designers|translators
    |colleagues|kunde|kunden|kundin|rechtsabteilung|datenschutz*|behörde*|lieferant|juridique|dpo
    |fournisseur|cliente|clientes|proveedor|jurídico|auditoría|auditoria|fornecedor|客户|法务|用户|产品|银行
    |审计|顧客|客先|法務|ユーザー|銀行|監査`,
  REASON: `because|cause|since|otherwise|so that|or else|that's why|which is why|due to|hence|as it
    |as they|the reason|or it|or the|or they|or we|weil|da|sonst|denn|damit|wegen|deshalb|daher
    |nämlich|parce|car|sinon|puisque|puisqu'|à cause|afin|porque|ya que|si no|debido|por eso|pues
    |senão|já que|por causa|pois|因为|所以|否则|不然|由于|ので|から|ため|そうしないと|でないと|ないと`,
  ONEOFF: `for now|this time|just this once|this once|today|tonight|tomorrow|temporar*|for this one
    |for this pr|for this run|for this commit|for this ticket|for the demo|until|till|right now
    |at the moment|for the moment|quick hack|just for|yet|this week|next week|this morning|later
    |in a minute|in a hurry|for a moment|this afternoon|monday|diesmal|dieses mal|fürs erste|heute
    |morgen|vorerst|vorübergehend|bis|momentan|gerade|jetzt|erstmal|noch|gleich|cette fois
    |pour l'instant|aujourd'hui|demain|provisoirement|maintenant|ce soir|tout de suite|por ahora
    |esta vez|hoy|mañana|de momento|ahora|todavía|por enquanto|dessa vez|desta vez|hoje|amanhã
    |agora|ainda|这次|暂时|今天|明天|现在|先|下周|待会|目前|今回|とりあえず|今日|明日|一旦|まだ|今は|来週|currently|for the time being
    |in the meantime|meanwhile|just now|a minute ago|these days|already|still|this pr|this branch
    |this task|this ticket|this commit|this sprint|this month|this release|this file|this function
    |this test|this class|this method|this component|this module|this script|this page
    |this endpoint|this bug|this feature|this demo|this spike|this prototype|in this session
    |for this conversation|exceptionally|as a one-off|while|as long as|im moment|derzeit|vorläufig
    |zurzeit|zur zeit|gestern|diese woche|für diesen|für dieses|in dieser datei|solange
    |pour le moment|en ce moment|actuellement|hier|temporairement|jusqu'à|cette semaine|pour cette
    |dans ce fichier|tant que|ahora mismo|actualmente|temporalmente|hasta|esta semana|ayer
    |para esta|en este archivo|mientras|por el momento|no momento|atualmente|até|essa semana
    |nesse arquivo|nessa branch|enquanto|本次|这个分支|这个文件|这一次|今晚|昨天|本周|刚才|临时|期间|今だけ|一時的|当面|今のところ|現在
    |さっき|今週|このファイル|このブランチ|今夜|までは|の間`,
  HYPO: `if we|if i|if you|what if|suppose|imagine|would|could|might|perhaps|maybe|in theory
    |hypothetically|i wish|if only|wouldn't|it'd be|would be|one day|some day|thinking about
    |not decided|wenn wir|würde*|könnte*|vielleicht|angenommen|wäre*|hätte*|mal sehen|müsste|si on
    |si nous|peut-être|imagin*|pourrai*|serait|et si|y si|quizá*|tal vez|podría*|sería|fuera|e se
    |talvez|poderia|seria|fosse|如果|假如|要是|也许|可能|考虑|もし|かもしれ|仮に|だったら|未定|someday|eventually|tempted to
    |undecided|haven't decided|for example|for instance|ideally|toying with|pros and cons|whether
    |considering|in an ideal world|let's say|say we|we should probably|wonder|wondering|assuming
    |theoretically|no commitment|sleep on it|zum beispiel|überlege*|noch nicht entschieden
    |theoretisch|eventuell|par exemple|on hésite|je me demande|en théorie|pas encore décidé
    |supposons|por ejemplo|a lo mejor|no sé si|en teoría|me pregunto|supongamos|por exemplo
    |em teoria|será que|ainda não decid*|或许|不确定|说不定|还没决定|比如|例如|是否|还没定|検討中|考えて|例えば|まだ決め|迷って|だろうか`,
  UNSURE: `i think|i guess|probably|not sure|i believe|seems|looks like|apparently|no idea|should be
    |must be|i assume|or so|glaub*|ich denke|vermutlich|wahrscheinlich|nicht sicher|scheint
    |je crois|je pense|il me semble|pas sûr*|on dirait|creo que|parece|no estoy segur*|supongo
    |acho que|não tenho certeza|imagino que|好像|大概|不确定|似乎|估计|たしか|と思う|と思い|自信ない|たぶん|みたい|かな`,
  REPORTED: `said|says|wrote|writes|according to|told|claims|suggest*|recommend*|the docs|docs say|readme
    |article|blog|book|quote|the guide|comment says|they say|people say|everyone says|sagt|meint
    |steht|schreibt|laut|behauptet|dit|écrit|selon|raconte|prétend|dice|dijo|según|escribió|dicen
    |diz|disse|segundo|dizem|说|写着|文档|据说|听说|言う|言って|書いて|によると|とある|らしい|そうです|heard|read somewhere
    |style guide|linter says|stack overflow|stackoverflow|tutorial|spec says|rfc|official
    |complains|insists|mentions|wiki|poster|email|e-mail|title|message|angeblich|empfiehlt
    |in der doku|im wiki|im buch|im handbuch|d'après|paraît|la doc|le livre|recommande|libro
    |manual|cartel|livro|教程|有人说|他说|网上|博客|书上|ブログ|本には|記事|彼は|彼女は`,
  OTHERS: `colleague*|coworker|boss|last company|last job|old job|previous company|old team|other team
    |intern|consultant|forum|google|facebook|netflix|some people|kolleg*|chef|alter firma
    |praktikant|collègue|mon chef|ancien*|jefe|compañero|chefe|colega|outro time|同事|老板|别人|上家公司|同僚
    |上司|前の会社|前職`,
  IRONY: `lol|haha*|hehe|/s|yeah right|could go wrong|great idea|kidding|joking|just testing|as if
    |of course it|na klar|ironie|bien sûr|bonne idée|sí claro|jaja*|ah claro|claro que sim|kkk*
    |rsrs|呵呵|对对对|哈哈|开玩笑|笑|冗談|最高ですね|just kidding|who needs|genius|brilliant|such fun|not really
    |pigs fly|worked so well|best idea|hooray|obviously|wer braucht|super idee|tolle idee
    |was soll schon|qui a besoin|génial|que du bonheur|ben voyons|mdr|claro que
    |qué puede salir mal|quién necesita|o que pode dar errado|能出什么事|最稳|谁需要|なんてね|ｗｗ|いいですねえ`,
  RETRACT: `scratch that|forget it|forget that|forget what|forget about|never mind|nevermind|nvm
    |on second thought|take that back|take it back|undo the decision|disregard|ignore what
    |ignore my|changed my mind|mixed that up|that was wrong|bad idea|drop that rule|drop the rule
    |doch nicht|vergiss das|vergiss es|vergiss was|gilt nicht mehr|nehme ich zurück
    |kommando zurück|oublie|laisse tomber|finalement non|je retire|olvida*|mejor no|déjalo
    |retiro lo|deixa pra lá|esquece|melhor não|算了|不算|当我没说|收回|忘掉|やっぱり|無しで|忘れて|取り消し|撤回`,
  CORRECT: `no|nope|nah|wrong|incorrect|not quite|actually|that's not|isn't right|outdated|backwards
    |not true|you got|correction|again|told you|how often|turns out|in fact|nein|nee|falsch
    |stimmt nicht|eigentlich|in wirklichkeit|korrektur|non|faux|en fait|erreur|te equivocas
    |en realidad|incorrecto|mal|errado|não|na verdade|不对|错了|其实|不是|いや|いいえ|違|実は|間違`,
  CONFIRM: `yes|yeah|yep|right|exactly|correct|agreed|confirmed|true|that was it|ja|jep|genau|richtig
    |stimmt|korrekt|oui|exact|exactement|c'est ça|sí|exacto|correcto|eso es|sim|isso|exato|certo|对
    |是的|没错|确认|はい|そう|その通り|ええ`,
  TASK: `fix|add|write|create|rename|remove|delete|change|update|implement|check|look|show|find|explain
    |generate|refactor|move|open|install|bump|revert|undo|convert|translate|review|compare|port
    |print|list|try|give|tell|let's|can you|could you|please|pls|repariere*|korrigier*|füg*
    |schreib*|erstell*|benenn*|lösch*|änder*|prüf*|schau|zeig*|erklär*|bau|mach|kannst du
    |könntest du|ersetz*|corrige|ajoute|écris|crée|renomme|supprime|vérifie|regarde|montre
    |explique|fais|peux-tu|tu peux|lance|traduis|arregla|añade|escribe|crea|borra|cambia|revisa
    |mira|muestra|explica|haz|puedes|genera|calcula|conserta|adiciona|escreve|cria|apaga|muda
    |altera|verifica|olha|mostra|faz|pode|gera|roda|arruma|帮我|修一下|改成|加上|写一个|删掉|看看|看一下|跑一下|翻译|换成|生成
    |重构|直して|作って|追加して|消して|変えて|見て|教えて|書いて|翻訳して|確認して|修正して`,
  USE: `use|uses|using|used|go through|goes through|stick to|stick with|verwend*|nutz*|benutz*|nimm
    |nehmen|utilis*|passe par|passer par|usa|usar|usamos|usan|utiliza*|uso|用|使用|采用|走|使い|使う|使って|通して`,
  DECIDED: `decided|settled|agreed|chose|went with|go with|going with|moved|moving|switched|migrated
    |standardi*|adopted|picked|decision|stay with|stays on|we stay|we're on|turned down|removed
    |dropped|entschieden|vereinbart|beschlossen|umgestellt|bleiben bei|décidé|choisi|convenu
    |passé à|on reste|abandonn*|decidi*|acordamos|elegimos|nos quedamos|migramos|ficamos com
    |combinamos|mudamos|决定|选择|定了|采用|约定|迁移|選び|採用|決め|ことにし|移行`,
  RULE: `rule|rules|convention|policy|standard|guideline|by default|as a rule|in general|generally
    |habit|agreement|part of done|on principle|regel|regeln|konvention|vorgabe|generell
    |prinzipiell|règle|règles|norme|en général|par défaut|norma|regla|reglas|por defecto
    |en general|regra|regras|padrão|por padrão|规定|规则|规范|惯例|原则|默认|ルール|規約|方針|原則|基本的に|標準`,
  GLOBAL: `all my projects|all our projects|every project|any project|all projects|all my repos
    |every repo|all repos|all my repositories|everywhere i work|no matter
    |whatever we're working on|whichever project|whatever project|no repository|any repo
    |regardless of|jedem projekt|jedes projekt|allen projekten|alle projekte|allen meinen
    |allen repos|egal welches|egal in welchem|tous mes projets|tous les projets|tous mes dépôts
    |n'importe quel projet|quel que soit le projet|todos mis proyectos|todos mis repos
    |todos los proyectos|cualquier proyecto|qualquer projeto|todos os meus|todos os projetos|所有项目
    |所有的项目|我所有的|任何项目|每个项目|どのプロジェクト|すべてのプロジェクト|全プロジェクト|全てのプロジェクト`,
  STEP: `first|then|after that|afterwards|finally|before|beforehand|step|steps|once|order|in this order
    |next|at the end|zuerst|erst|dann|danach|anschließend|vorher|nachher|schritt*|reihenfolge
    |d'abord|ensuite|puis|enfin|avant|après|étape*|primero|luego|después|antes|paso*|orden
    |finalmente|primeiro|depois|então|passo*|ordem|再|然后|最后|之后|流程|步骤|顺序|まず|次に|それから|その後|手順|順番|たら|てから`,
  HOWTO: `how to|how we|how you|the way we|the way you|workflow|process|procedure|drill|runbook
    |checklist|recipe|works like this|goes like this|to release|to deploy|to get|to test|to run
    |to reset|to restore|to regenerate|to build|to reproduce|to publish|to update|to add
    |if it hangs|so geht|so läuft|vorgehen|ablauf|um zu|fürs|zum|pour livrer|pour publier
    |pour lancer|procédure|marche à suivre|para publicar|para desplegar|procedimiento|para correr
    |cómo se|pra subir|para rodar|procedimento|pra gerar|pra rodar|流程|方法|怎么|要先|手順|には|やり方|するには`,
  PAST: `was|were|did|had|yesterday|last week|last time|last month|ago|used to|earlier|back then|worked
    |tried|gestern|war|waren|hatte*|früher|letzte woche|damals|hier|était|avait|la dernière fois
    |ayer|era|estaba|la semana pasada|ontem|estava|semana passada|昨天|之前|以前|刚才|上次|了|昨日|でした|ました|さっき
    |前は`,
  FAULT: `fails|fail|failed|failing|crash*|error|errors|doesn't work|hangs|broken|broke|bug|red|down
    |slow|timeout|kaputt|fehler|schlägt fehl|hängt|abgestürzt|langsam|plante|erreur|cassé|bloqué*
    |lent|falla|fallan|se cayó|roto|caído|lento|quebrou|quebrado|erro|travou|caiu|falhou|报错|失败|挂了
    |崩|坏了|堵|エラー|落ち|失敗|動かない|壊れ|詰まった`,
  THIS: `this|that|these|those|here|it|dies|diese|dieser|dieses|das|hier|ce|cet|cette|ça|ici|ceci|este
    |esta|esto|eso|ese|aquí|essa|esse|isso|aqui|isto|这|那|该|この|その|これ|それ|ここ`,
  WH: `what|why|how|when|where|which|who|whose|do you|does|is there|are there|did you|was|wie|warum
    |wieso|weshalb|wo|wann|wer|welche*|pourquoi|comment|quand|où|quel|quelle|qui|est-ce|c'est quoi
    |qué|por qué|cómo|cuándo|dónde|cuál|quién|o que|por que|como|quando|onde|qual|quem|什么|为什么|怎么|哪
    |谁|是否|吗|呢|何|なぜ|どう|いつ|どこ|どれ|だれ|誰|か|ですか|ますか|っけ`,
  POLITE: `please|pls|plz|kindly|bitte|s'il te plaît|s'il vous plaît|stp|svp|merci de|por favor|porfa|pf
    |请|麻烦|お願い|ください|下さい`,
  THANKS: `thanks|thank you|thx|cheers|great|nice|perfect|cool|awesome|danke|super|prima|merci|parfait
    |nickel|gracias|perfecto|genial|obrigad*|valeu|show|谢谢|好的|太好了|辛苦|ありがとう|了解|助かり|お疲れ`,
  TALK: `answer*|reply|replies|explanation*|respond|response*|summary|summaries|summar*|short*|brief
    |concise|terse|verbose|emoji*|apolog*|tone|simple english|bullet*|paragraph*|prose|call me
    |talk to me|estimates|hints|sugar|antwort*|erklärung*|kurz|knapp|duzen|siez*|réponse*|court*
    |bref|brève*|tutoie*|excuse*|respuesta*|cort*|breve*|disculp*|resposta*|curt*|diret*|desculpa*
    |enrolação|回答|回复|简短|短一点|简洁|道歉|术语|叫我|返事|短め|簡潔|敬語|謝ら|専門用語|説明`,
  SHOW: `show me|tell me|ask me|ask first|ask before|before writing|let me know|explain|list the files
    |sag mir|frag mich|zeig mir|montre-moi|dis-moi|demande-moi|enséñame|muéstrame|dime|pregúntame
    |pregunta antes|me mostra|me diz|pergunte|perguntar antes|告诉我|问我|先看|列出来|教えて|見せて|聞いて|相談`,
  ARTEFACT: `commit|commits|pr|prs|pull request*|merge|branch|branches|test|tests|docs|documentation|log
    |logs|logging|comment|comments|migration|migrations|dependency|dependencies|package|packages
    |function|functions|class|classes|file|files|module|modules|import|imports|export|variable*
    |column*|table|tables|api|endpoint*|schema|config|changelog|release*|version*|build|deploy*
    |lockfile|error*|string*|date*|id|ids|query|queries|components|names|abhängigkeit*|tabelle*
    |spalte*|schnittstelle*|datei*|funktion*|klasse*|kommentare|meldung*|dépendance*|colonne*
    |fichier*|fonction*|branche*|libellé*|rama*|dependencia*|archivo*|función|tabla*|columna*
    |prueba*|pruebas|nomes|ramo|arquivo*|tabela*|teste|testes|提交|分支|测试|依赖|接口|字段|日志|注释|发布|发版|上线|变量
    |表|コミット|ブランチ|テスト|依存|ログ|コメント|リリース|変数|項目|設定`,
  ENV: `prod|production|staging|sandbox|ci|dev|server|servers|cluster|vpn|docker|box|host|bucket|queue
    |database|db|replica|replicas|port|network|proxy|gateway|cdn|cache|worker|workers|cron|backend
    |frontend|device|devices|board|datenbank|rechner|umgebung|netz|dienst|serveur|base|recette
    |réseau|mainframe|file|servidor|base de datos|cola|red|entorno|banco|ambiente|homologação|fila
    |生产|测试库|生产库|服务器|端口|集群|环境|内网|网关|队列|本番|サーバー|環境|キュー|ポート|社内|ゲートウェイ`,
  OWNER: `owns|owner|maintain*|responsible|in charge|contact|talk to|approve*|approval*|zuständig|pflegt
    |verantwortlich|ansprechpartner*|responsable|s'occupe|les droits|encargad*|el que sabe
    |responsável|aprovar|cuida de|负责|找|担当|責任者`,
  LIMIT: `limit|limits|limited|max|maximum|at most|at least|minimum|under|below|above|capped|cap
    |longer than|more than|less than|within|höchstens|mindestens|maximal|begrenzt|länger als
    |mehr als|au plus|au moins|limité*|limite|máximo|mínimo|al menos|límite|no máximo|pelo menos
    |mais de|más de|不超过|不要超过|最多|至少|以内|上限|限流|以下|まで|制限`,
  RECUR: `every|daily|nightly|weekly|monthly|each|hourly|mondays|tuesdays|wednesdays|thursdays|fridays
    |saturdays|sundays|at night|täglich|nachts|jede|jeder|jedes|jeden|montags|freitags|wöchentlich
    |chaque|tous les|toutes les|la nuit|cada|todos los|todas las|los lunes|los viernes
    |por la noche|todo|toda|todos os|todas as|toda noite|每天|每周|每|毎日|毎週|毎朝|毎|ごと`,
  WHEN: `when|whenever|before|if|unless|after|as soon as|once|wenn|falls|bevor|sobald|quand|lorsque|si
    |dès que|cuando|antes de|al|quando|se|ao|的话|的时候|之前|とき|時|場合|前に|たら`,
  PLACE: `lives in|live in|lives at|located|found in|stored|hosted|runs on|run on|listens|deployed|is at
    |are at|sits|is behind|goes through|comes from|come from|is under|liegt|liegen|läuft auf|läuft
    |befindet|kommt von|se trouve|est dans|tourne|écoute|est sur|vient de|está en|están en
    |corre en|escucha|viene de|fica em|fica|roda em|roda no|está em|vem de|放在|位于|跑在|にあります|にある|で動
    |番です`,
  MEANS: `means|mean|stands for|is called|are called|named|refers to|heißt|heißen|bedeutet|steht für
    |signifie|veut dire|s'appelle|significa|se llama|quiere decir|chama|quer dizer|意思|叫做|叫|表示|代表
    |という意味|と呼|を指`,
  REPLACED: `instead of|instead|rather than|no longer|any more|anymore|deprecated|replaced|replaces|gone
    |retired|dead|statt|anstatt|anstelle|nicht mehr|abgelöst|veraltet|au lieu|à la place
    |plutôt que|n'est plus|remplacé*|en lugar|en vez|ya no|reemplaz*|obsolet*|em vez|não mais
    |no lugar|substituí*|代替|而不是|不再|废弃|弃用|代わり|ではなく|じゃなく|廃止|もう`,
  ALLOW: `may|can|allowed|feel free|ok to|fine to|you don't have to|no need|don't need|doesn't need|skip
    |leave|darfst|kannst|musst nicht|brauchst|peux|pas besoin|pas obligé|puedes|no hace falta
    |no necesitas|pode|não precisa|可以|不用|不必|无需|てもいい|なくていい|不要です|必要ない`,
  DONE: `done|merged|pushed|fixed|works|worked|works now|it works|passed|all good|ready|finished
    |erledigt|fertig|klappt|funktioniert|passt|fait|ça marche|ça passe|fini|hecho|listo|funciona
    |feito|pronto|funcionou|好了|可以了|通过|搞定|完成|できました|動きました|通りました|完了`,
  DANGER: `careful|beware|watch out|trap|gotcha|bites|bitten|burned|burnt|cost us|took us down|blew up
    |sued|kills|chokes|vorsicht|achtung|falle|aufpassen|attention|méfie|piège|cuidado|trampa
    |peligro|小心|坑|当心|気をつけ|罠|危険|要注意`,
  STYLE: `style|format|indent*|tabs|spaces|quotes|naming|camel case|camelcase|snake case|snake_case
    |upper-case|lower case|spelling|functional|readab*|formatierung|einrück*|stil|guillemets
    |indentation|sangría|estilo|comillas|aspas|indentação|缩进|引号|命名|驼峰|下划线|インデント|クォート|キャメル|スネーク|表記`,
  PERSONAL: `coffee|tea|lunch|dinner|breakfast|birthday|wife|husband|girlfriend|boyfriend|kids|daughter|son
    |dog|cat|vacation|holiday|salary|dentist|gym|beer|pizza|sleep|tired|train|weather|song
    |pregnant|mittagessen|kaffee|geburtstag|urlaub|kinder|hund|katze|müde|essen|café|anniversaire
    |vacances|enfants|chien|fatigué|desayuno|cumpleaños|vacaciones|hijos|perro|cansad*|aniversário
    |férias|filhos|cachorro|咖啡|生日|孩子|午饭|休假|请假|コーヒー|誕生日|子供|休み|昼ご飯`,
  UI: `button|buttons|modal|dialog|toast|icon|icons|row|menu|tooltip|dropdown|checkbox|spinner|banner
    |sidebar|navbar|footer|header|toolbar|logo|font|screen|page|form|field|hover|scroll|heading
    |card|link|links|knopf|schaltfläche|seite|feld|formular|maske|liste|filter|bouton|écran|champ
    |formulaire|botón|pantalla|campo|página|formulario|lista|menú|botão|tela|formulário|按钮|页面|弹窗
    |字段|首页|列表|筛选|ボタン|画面|ページ|フォーム|一覧|フィルター|トップページ`,
  OPTION: `option a|option b|option c|first one|second one|third one|latter|former|other one|last one
    |the left one|first version|second version|second option|first option|erste|zweite|dritte
    |variante|première|deuxième|primera|segunda|primeira|第一个|第二个|最初の案|二番目`,
  MAKE: `add the|add a|write a|write the|create a|implement|fix it|fix that|fix this|remove it|swap
    |make it|make the|change it|redo it|enforce that|validate that|handle that|please add
    |please implement|please fix|bau|baue|füge|ergänze|ändere das|korrigier|ajoute|corrige
    |implémente|añade|agrega|implementa|arréglalo|adiciona|arruma|加个|加上|改一下|修一下|设成|做成|入れて|追加して|直して
    |対応して`,
  PLAN: `plan to|plans to|planning|planned|going to|next year|next month|next quarter|roadmap|backlog
    |evaluating|on the table|proposal|proposed|draft|not approved|in discussion|talked about
    |discussed|no decision|geplant|planen|wollen wir|nächstes jahr|vorschlag|vorgeschlagen
    |im gespräch|prévu|prévoit|envisage*|l'an prochain|proposé|rediscuter|planeamos|pensamos
    |el año que viene|propuesta|propuso|a gente vai|planejamos|ano que vem|proposta|计划|打算|准备|明年
    |下个月|提议|讨论|予定|計画|来年|提案|議論`,
  USERS: `user|users|visitor*|customers can|customer can|should be able|able to|feature|wants to|want a
    |want the|as a user|bot|robot|player|players|student|students|pupils|patient|patients|citizen
    |click*|tap|taps|press|presses|shows|displayed|benutzer|nutzer|besucher|können sollen|anzeigen
    |versicherte|utilisateur*|visiteur*|doit pouvoir|puisse*|afficher|usuario*|visitante*|pueda*
    |debe poder|mostrar|usuário*|cidadão|utente|possa*|deve poder|用户可以|用户只能|显示|点击|支持|能够|ユーザーが|表示
    |クリック|できるように|利用者`,
  SYMPTOM: `dies|died|drifts|throws|leak*|clips|stuck|freezes|froze|off by|permission denied|times out
    |out of memory|oomkilled|killed|since yesterday|since this morning|twice an hour|sometimes
    |randomly|intermittent*|spinnt|stürzt|hängen|manchmal|seit gestern|rame|parfois|depuis hier
    |a veces|desde ayer|às vezes|desde ontem|不动|卡|有时|偶尔|从昨天|たまに|昨日から|固まる|遅い|空っぽ`,
  DUTY: `on call|takes care|looks after|decides|signs off|sign off|sign-off|belongs to|handles|reviews
    |go to|goes to|kümmert|entscheidet|leitung|décide|gère|valide|se encarga|valida|decide|lleva
    |quem cuida|quem decide|归|管|负责人|窓口|決める|承認`,
  HABIT: `keep it|keep your|keep the|no more than|at all|as little|straight to|without|first then|diffs
    |one-liner*|step by step|show your|be honest|don't guess|say so|tell me if|kurz halten|ehrlich
    |ohne umschweife|sans blabla|direct|sin rodeos|sem enrolar|别编|直说|正直に|推測`,
  KNOWN: `known|known to|by design|on purpose|historically|legacy|always has been|for historical|quirk
    |leftover|turns out|absichtlich|bekannt|altlast|historisch|connu|exprès|historique|a propósito
    |conocido|histórico|de propósito|conhecido|故意|历史|遗留|仕様|既知|歴史`,
}
