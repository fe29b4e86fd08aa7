import type { Turn } from '../../reflect/types.js'
import { confirmsCommand, findCommand, firstInline } from './commands.js'
import { toFound, type Found } from './found.js'
import { toLower } from './language.js'
import { toProse } from './prose.js'
import { findVetoes } from './vetoes.js'

const VERBS =
  '(?:re-?)?(?:run|test|deploy|build|start|release|publish|lint|format|migrate|seed|reset|debug|install|generate|regenerate|update|set up|roll ?back|launch|boot|compile|benchmark|profile|provision|restore|bootstrap|ship|create|preview|restart|sync|load|import|export|apply|rotate|type-?check|execute|get|bring up|spin up|fire up|tail|connect to|serve|package|check|stop|clean|tear down|verify|back up|dump|view|open|record)'
const ASKS = /\b(?:how|whats?|which|tell me|remind|wie|comment)\b|cómo|怎|如何|には|方法/
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
  /\bwie (?:starte|baue|teste|deploye|führe|lasse|installiere|generiere|migriere|setze|formatiere|veröffentliche|erzeuge)n? (?:ich|wir|man) ([^?.!\n]{3,80})/,
  /\bwie (?:kann|können) (?:ich|wir|man) ([^?.!\n]{3,60} (?:starten|bauen|testen|deployen|ausführen|installieren|generieren|migrieren|zurücksetzen|formatieren|veröffentlichen|laufen lassen))/,
  /\bcomment (?:est-ce qu'on |on |je |fait-on pour |faire pour )?((?:lance|démarre|exécute|déploie|teste|construi|génère|réinitialise|installe|migre|publie|compile)[\p{L}-]* [^?.!\n]{3,80})/u,
  /(?:^|[\s¿])cómo (?:se )?(?:puedo |podemos )?((?:ejecut|corr|lanz|despleg|despliega|prueb|prob|constru|gener|inici|arranc|instal|migr|public|levant|compil|reset)\p{L}* [^?.!\n]{3,80})/u,
  /(?:怎么|如何|怎样)(?:才能)?((?:运行|跑|启动|部署|测试|构建|编译|发布|生成|重置|迁移|安装|执行|打包|调试)[^？?。\n]{1,40})/,
  /([^？?。、\n]{2,40}(?:の実行|を実行|を起動|をデプロイ|を走らせ|をビルド|をリセット|を生成|を動か|をテスト|のテスト|のデプロイ|の起動)(?:する|す|させる|るに|方法)?)(?:には|にはどう|は?どう|方法)/,
]

interface Asked {
  topic: string
  sentence: string
  command?: string
}

/** Procedures: the person asked how to do something and a command turned out to work. */
export function findHowTos(turns: readonly Turn[]): Found[] {
  const found: Found[] = []
  let asked: Asked | undefined
  for (const [index, { prompt, reply }] of turns.entries()) {
    if (asked) {
      const command = answerOf(asked, prompt)
      if (command !== undefined) found.push(toProcedure(asked, command, index))
      if (command !== undefined) asked = undefined
    }
    asked = findAsked(prompt) ?? asked
    const shown = asked && findCommand(reply)
    if (!asked || !shown) continue
    asked.command = shown.command
    if (!shown.isShown) continue
    found.push(toProcedure(asked, shown.command, index))
    asked = undefined
  }
  return found
}

/** What the next prompt settles: the command it confirms, or the one it gives itself. */
function answerOf(asked: Asked, prompt: string): string | undefined {
  if (confirmsCommand(prompt)) return asked.command
  const own = firstInline(prompt.slice(0, 2_000))
  const isGiven =
    own !== undefined &&
    /^(?:no|nope|actually|ah|nein|non|不|いや|we use|it'?s|found it|got it)\b|不对|是用/.test(
      toLower(prompt.slice(0, 60)),
    )
  return isGiven && !/[?？]\s*$/.test(prompt) ? own : undefined
}

function findAsked(prompt: string): Asked | undefined {
  for (const sentence of toProse(prompt).split(/(?<=[?？。!])\s*|\n/)) {
    const lower = toLower(sentence)
    if (lower.length > 300 || !ASKS.test(lower)) continue
    const topic = QUESTIONS.map(pattern => pattern.exec(lower)?.[1]).find(found => found)
    if (!topic || /\b(?:this|that|these|it)\b|这个|这段|この/.test(topic)) continue
    const vetoes = findVetoes(lower)
    if (vetoes.has('temporary') || vetoes.has('secret') || vetoes.has('personal')) continue
    const at = lower.indexOf(topic)
    return { topic: cleanTopic(sentence.slice(at, at + topic.length)), sentence }
  }
  return undefined
}

function cleanTopic(topic: string): string {
  return topic
    .replace(
      /(?: again| please| here| now| these days| in this repo| in this project|,.*| aus| denn| eigentlich| nochmal| déjà| 来着)+$/,
      '',
    )
    .trim()
}

function toProcedure(asked: Asked, command: string, turn: number): Found {
  const topic = asked.topic.charAt(0).toUpperCase() + asked.topic.slice(1)
  const title = `${topic}: \`${command}\``
  return toFound({
    kind: 'procedure',
    score: 0.82,
    turn,
    prefix: '',
    titleText: title.length <= 80 ? title : topic,
    statement: title,
    sentence: asked.sentence,
  })
}
