import { isOneOff, holdsSecret } from '../gates.js'
import { toProse } from '../prose.js'
import { toLower } from '../sentences.js'
import { capitalise } from '../wording.js'

const VERBS =
  '(?:re-?)?(?:run|test|deploy|build|start|release|publish|lint|format|migrate|seed|reset|debug|install|generate|regenerate|update|set up|roll ?back|launch|boot|compile|benchmark|profile|provision|restore|bootstrap|ship|create|preview|restart|sync|load|import|export|apply|rotate|type-?check|execute|get|bring up|spin up|fire up|tail|connect to|serve|package|check|stop|clean|tear down|verify|back up|dump|view|open|record|flash|sign|scan|reach|access|log in(?:to)?|recover|resync|relaunch)'
const ASKS =
  /\b(?:how|whats?|which|tell me|remind|wie|comment|como|find out|figure out)\b|cómo|怎|如何|には|方法|どうやる|どうすれば/
const QUESTIONS: readonly RegExp[] = [
  new RegExp(
    `\\bhow (?:do|can|should|would|does) (?:i|we|you|one)(?: actually| usually| properly)? (${VERBS}\\b[^?.!\\n]{3,80})`,
    '',
  ),
  new RegExp(`\\bhow to (${VERBS}\\b[^?.!\\n]{3,80})`),
  new RegExp(
    `\\b(?:what(?:'?s| is)|which is|tell me|remind me of) (?:the |right )*(?:command|way|incantation|script|task) (?:to|for|that) (?:i use to )?(${VERBS}(?:ing)?\\b[^?.!\\n]{3,80})`,
    '',
  ),
  /\bwie (?:starte|baue|teste|deploye|flashe|führe|lasse|installiere|generiere|migriere|setze|formatiere|veröffentliche|erzeuge)n? (?:ich|wir|man) ([^?.!\n]{3,80})/,
  /\bwie (?:kann|können) (?:ich|wir|man) ([^?.!\n]{3,60} (?:starten|bauen|testen|deployen|ausführen|installieren|generieren|migrieren|zurücksetzen|formatieren|veröffentlichen|laufen lassen))/,
  /\bcomment (?:est-ce qu'on |on |je |fait-on pour |faire pour )?((?:lance|démarre|exécute|déploie|teste|construi|génère|réinitialise|installe|migre|publie|compile)[\p{L}-]* [^?.!\n]{3,80})/u,
  /(?:^|[\s¿])cómo (?:se )?(?:puedo |podemos )?((?:ejecut|corr|lanz|despleg|despliega|prueb|prob|constru|gener|inici|arranc|instal|migr|public|levant|compil|reset)\p{L}* [^?.!\n]{3,80})/u,
  /(?:^|\s)como (?:é que )?(?:eu |a gente |se |faço (?:pra|para) )?((?:rod|execut|sub|deploy|test|constru|ger|inici|instal|migr|public|compil|reset)\p{L}* [^?.!\n]{3,80})/u,
  /(?:怎么|如何|怎样)(?:才能)?((?:在[^，。？?]{1,8})?(?:运行|跑|启动|部署|测试|构建|编译|发布|生成|重置|迁移|安装|执行|打包|调试)[^？?。\n]{1,40})/,
  /([^？?。、\n]{2,40}?)(?:って|は|の)?(?:どうやる|どうすれば|どうやって)/,
  /([^？?。、\n]{2,40}(?:の実行|を実行|を起動|をデプロイ|を走らせ|をビルド|をリセット|を生成|を動か|をテスト|のテスト|のデプロイ|の起動)(?:する|す|させる|るに|方法)?)(?:には|にはどう|は?どう|方法)/,
]

/** What somebody wants to know how to do, in their words, and the sentence in which they ask. */
export interface Asked {
  topic: string
  sentence: string
}

const POINTS = /\b(?:this|that|these|it)\b|这个|这段|この/

/** What a prompt asks how to do; undefined where it asks nothing of the kind. */
export function findQuestion(prompt: string): Asked | undefined {
  for (const sentence of toProse(prompt).split(/(?<=[?？。!])\s*|\n/)) {
    const lower = toLower(sentence)
    if (lower.length > 300 || !ASKS.test(lower)) continue
    const topic = QUESTIONS.map(pattern => pattern.exec(lower)?.[1]).find(found => found)
    if (!topic || POINTS.test(topic) || isOneOff(lower) || holdsSecret(sentence)) continue
    const at = lower.indexOf(topic)
    return { topic: cleanTopic(sentence.slice(at, at + topic.length)), sentence }
  }
  return undefined
}

const POLITE =
  /^(?:(?:(?:please|pls|plz|ok(?:ay)?|now|then|so|hey|hi|and|can you|could you|would you|go ahead and|try(?:ing)? to|let'?s|i(?:'m| am)|bitte|kannst du|könntest du|mal|por favor|puedes|podrías|s'il te plaît|peux-tu|tu peux|pode|você pode)(?!\p{L})|请你?|帮我|麻烦你?)[,!]? ?)+/iu
/** What is wrong, not what is to be done. */
const COMPLAINS =
  /(?<!\p{L})(?:fail\p{L}*|broken|doesn't|does not|is (?:red|down|stuck)|dies|nicht|kaputt|fehl\p{L}*|pas|plante|échoue|falla|no funciona|não)(?!\p{L})|失败|报错|失敗|ない/iu
const ORDERS: readonly RegExp[] = [
  new RegExp(`^(${VERBS}\\b[^?.,;:\\n]{3,50})`, 'i'),
  /^((?:starte|baue?|flashe?|deploye?|teste|installiere?|generiere?|migriere?|spiele?|lade?|führe?|lass)n? [^?.,;:\n]{3,50})/i,
  /^((?:lance|démarre|exécute|déploie|teste|construis|génère|installe|migre|publie|compile) [^?.,;:\n]{3,50})/i,
  /^((?:ejecuta|corre|lanza|despliega|prueba|construye|genera|instala|migra|publica|compila|levanta|arranca|roda|rode|sobe|suba|gera|gere|instale|publique|executa|builda) [^?.,;:\n]{3,50})/i,
  /^((?:运行|跑一?下?|启动|部署|测试|构建|编译|发布|生成|重置|迁移|安装|执行|打包)[^？?。，\n]{2,30})/,
  /^([^？?。、\n]{1,30}を(?:ビルド|実行|起動|デプロイ|生成|テスト|リセット|インストール))して/,
]

/** What a prompt is about to have done: what it asks how to do, or orders in a few words. */
export function findTopic(prompt: string): string | undefined {
  const asked = findQuestion(prompt)
  if (asked !== undefined) return capitalise(asked.topic)
  const first = (
    toProse(prompt)
      .trim()
      .split(/[.!?。！？\n]/)[0] ?? ''
  ).replace(POLITE, '')
  const ordered = ORDERS.map(pattern => pattern.exec(first)?.[1]).find(found => found)
  if (ordered === undefined || COMPLAINS.test(ordered)) return undefined
  if (POINTS.test(toLower(ordered)) || isOneOff(toLower(first))) return undefined
  return capitalise(cleanTopic(ordered))
}

/** Without what belongs to the request rather than to the thing. */
function cleanTopic(topic: string): string {
  return topic
    .replace(
      /(?: again| please| pls| here| now| these days| quickly| for me| on my machine| on my laptop| in this repo| in this project|,.*| aus| denn| eigentlich| nochmal| mal| bitte| für mich| déjà| pour moi| para mí| pra mim| 来着)+$/i,
      '',
    )
    .trim()
}
