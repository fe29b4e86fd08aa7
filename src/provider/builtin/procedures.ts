import { stripInjected } from '../../redact/index.js'
import type { Turn, SkillCandidate } from '../types.js'
import { toFound, type Found } from './found.js'
import { isOneOff, holdsSecret } from './gates.js'
import { isUniversal } from './scope.js'
import { toProse, toLower } from './sentences.js'
import { capitalise } from './wording.js'

const RUNNERS =
  'npm|npx|pnpm|yarn|bun|bunx|deno|node|tsx|make|just|task|cargo|go|python3?|pip|uv|poetry|pytest|tox|nox|bundle|rake|rails|ruby|mix|docker|docker-compose|podman|kubectl|helm|terraform|tofu|pulumi|ansible-playbook|gradle|\\./gradlew|mvn|\\./mvnw|dotnet|bazel|nx|turbo|fly|flyctl|vercel|netlify|heroku|wrangler|gcloud|aws|az|gh|git|php|composer|artisan|swift|xcodebuild|flutter|dart|expo|cmake|ctest|ninja|ng|sbt|lein|stack|cabal|psql|prisma|alembic|flask|django-admin|bin/[\\w-]+|script/[\\w-]+|scripts/[\\w./-]+|sh|bash|\\./[\\w./-]+|vitest|jest|playwright|cypress|eslint|prettier|serverless|sam|cdk|skaffold|tilt|act|mise|hatch|pdm|meson|zig|rspec|phpunit|vagrant|nix|devbox|direnv|air|hugo|jekyll|mkdocs|capistrano|cap|kamal|dbt|airflow|buf|protoc|sqlx|diesel|goose|flyway|liquibase|kind|minikube|k6|locust|lerna|changeset|rush|moon|earthly|dagger'
const COMMAND = new RegExp(
  `^(?:\\$ |> |# )?((?:[A-Z_][A-Z0-9_]*=\\S* )*(?:sudo |time )?(?:${RUNNERS})(?: [^\\n]{1,200})?)$`,
)
const TROUBLE =
  /\b(?:(?<![0-9] )fail(?:s|ed|ing)?(?! 0)|errors?(?! free)|couldn'?t|unable|cannot|should work|might work|may work|let me know|try (?:running|this)|not found|crash(?:ed|es)?|fehlgeschlagen|fehler|échoué|erreur|falló|error)\b|失败|报错|失敗|エラー/i
const SHOWN =
  /\b(?:all (?:\d+ )?(?:[\w-]+ )?(?:tests?|specs?|suites?|checks?) (?:pass(?:ed|ing)?|are green|green)|\d+ (?:[\w-]+ )?(?:tests? )?pass(?:ed|ing)|(?:it|that|this|everything|build|deploy\w*|command|server|suite|tests?|migrations?|seed\w*|release|run)(?: run)? (?:now )?(?:works|worked|succeeded|passed|passes|pass|completed|finished|ran fine|is (?:now )?(?:up|live|running|green|deployed)|are green|went through|came up|exited (?:with )?0)|(?:it|server|app|service) (?:is|'s) (?:now )?(?:running|up|listening)|works (?:fine|now|here|as expected)|exit(?:ed with)?(?: code)? 0|successfully|ran it|verified|erfolgreich|funktioniert|läuft (?:durch|jetzt)|(?:tests|alles) grün|ça marche|fonctionne|réussi|passent|avec succès|funciona|pasaron|pasan|con éxito|correctamente)\b|✓|✔|✅|通过|成功|运行正常|通りました|パスしました|成功しました|動きました/i
const CONFIRMS =
  /^(?:(?:ok(?:ay)?|yes|yep|yeah|great|perfect|nice|thanks?(?: you)?|thx|cool|awesome|super|danke|ja|merci|parfait|génial|oui|gracias|perfecto|genial|sí|谢谢|好的?|太好了|ありがとう(?:ございます)?|はい|おお)[,.! 、。！，]*)*(?:(?:that|it|this|yes,? that|the command|that one|everything|all green|all tests|tests?)?[ ,]*(?:now )?(?:works?|worked|did it|did the trick|does it|is it|passed|passes|all pass|ran fine|runs|is green|went through)(?! (?:on|for|like))|(?:works|worked|working)\b|(?:hat|das hat)? ?(?:geklappt|funktioniert|läuft|passt|klappt)|das (?:klappt|läuft|funktioniert|passt)|(?:ça|cela) (?:marche|fonctionne|a marché)|(?:eso )?(?:funciona|funcionó|sirvió|ya funciona)|(?:这个|这样)?(?:可以了|好了|成功了|通过了|能跑了|搞定了|没问题了|行了|管用)|(?:それで|これで)?(?:動きました|できました|うまくいきました|通りました|いけました|動いた|成功しました))/i
const DENIES =
  /\b(?:doesn'?t|didn'?t|not (?:work|really|quite)|still|but|except|nicht|aber|kein|pas|mais|pero|no funciona|aún|todavía)\b|不行|没有|还是|但|ません|けど|まだ/i

/** A command a reply shows, and whether the reply says that it worked. */
interface ShownCommand {
  command: string
  isShown: boolean
}

/** The command of a reply: the last fenced one, else the first in line; undefined without one. */
function findCommand(reply: string): ShownCommand | undefined {
  const text = reply.slice(0, 8_000)
  const command = lastFenced(text) ?? firstInline(text)
  if (command === undefined || command.includes('[redacted')) return undefined
  const prose = toProse(text).replace(
    /\b0 (?:failed|failures|errors?)\b|no (?:errors|failures)/gi,
    '',
  )
  return { command, isShown: SHOWN.test(prose) && !TROUBLE.test(prose) }
}

/** The first command in back ticks of a text; undefined without one. */
function firstInline(text: string): string | undefined {
  for (const match of text.matchAll(/`([^`\n]{2,200})`/g)) {
    const command = COMMAND.exec(match[1]?.trim() ?? '')?.[1]
    if (command?.includes(' ') || command?.startsWith('./') || command?.includes('/'))
      return command
  }
  return undefined
}

function lastFenced(text: string): string | undefined {
  let found: string | undefined
  for (const match of text.matchAll(
    /```(?:sh|bash|shell|console|zsh|text|terminal)?\n([^`]{1,1000})```/g,
  )) {
    const lines = (match[1] ?? '').split('\n').map(line => line.trim())
    const commands = lines.flatMap(line => COMMAND.exec(line)?.[1] ?? [])
    if (commands.length > 0 && commands.length <= 3) found = commands.join(' && ')
  }
  return found
}

/** True for a prompt that says that what was proposed worked. */
function confirmsCommand(prompt: string): boolean {
  const first =
    toProse(prompt)
      .trim()
      .split(/(?<=[.!?。！])\s*|\n/)[0] ?? ''
  return CONFIRMS.test(first) && !DENIES.test(first) && !/[?？吗]\s*$/.test(first)
}

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
    if (isOneOff(lower) || holdsSecret(sentence)) continue
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
    score: 3,
    turn,
    titleText: title.length <= 80 ? title : topic,
    statement: title,
    sentence: asked.sentence,
  })
}

const SAVES =
  /\b(?:save|store|remember|keep|turn|make|record|write|add|create|define|capture|document)\b[^.?!\n]{0,80}?\b(?:as|into|to|a|an|our)\b[^.?!\n]{0,40}?\b(?:skill|slash command|custom command|checklist|runbook|playbook|recipe|reusable (?:workflow|procedure|command))\b|\b(?:speicher\w*|merk\w*|leg\w*|mach\w*)\b[^.?!\n]{0,80}\b(?:skill|checkliste|befehl|ablauf|rezept)\b|\b(?:enregistre|sauvegarde|retiens|fais|garde|crée)[^.?!\n]{0,80}\b(?:skill|compétence|checklist|commande|recette|procédure)\b|\b(?:guarda|recuerda|convierte|haz|crea)\b[^.?!\n]{0,80}\b(?:skill|habilidad|checklist|comando|receta|procedimiento)\b|(?:保存|存|记|記|做)(?:为|成|下来).{0,12}(?:技能|skill|清单|流程|命令)|(?:スキル|チェックリスト|手順書|コマンド)(?:として|に)(?:保存|登録|覚え|し)/i
/** Looked for first: most prompts name nothing of the kind, and the pattern above is dear. */
const THING =
  /skill|command|checkl|runbook|playbook|recipe|procedure|workflow|befehl|ablauf|rezept|compétence|commande|recette|procédure|habilidad|comando|receta|procedimiento|技能|清单|流程|命令|スキル|チェック|手順|コマンド/
const NAMED =
  /\b(?:called|named|name it|call it|namens|nenne? (?:es|sie|ihn)|appelée?|nommée?|llamad[oa]|llámalo)\s+["'`“”«]?([\p{L}\p{N}][\p{L}\p{N} _-]{1,40}?)["'`”»]?(?=[.,:;!?\n]|$| for| to| with)|(?:叫做?|命名为|名为|名前は)\s*["'`「“]?([\p{L}\p{N} _-]{2,40}?)["'`」”]?(?=[,。，:：\n]|$)/iu
const ABOUT =
  /\b(?:for|how to|to|für|pour|para)\s+((?:(?:cutting|doing|making|releasing|deploying|adding|creating|rotating|running|setting up)\s)?[\p{L}\p{N}][^.,:;!?\n]{3,60})/iu
const STEP =
  /^\s*(?:\d{1,2}[.)、]|[-*+•]|(?:step|schritt|étape|paso) \d+[.:)]|第[一二三四五六七八九]步[:：]?)\s*(\S.*)$/i
const MAX_BODY = 4_000

/**
 * Skills that the person explicitly asked to keep: steps listed in the same prompt, else in the
 * reply before it or after it. Without two steps there is none.
 */
export function findSkills(turns: readonly Turn[]): SkillCandidate[] {
  return turns.flatMap(({ prompt, reply }, index) => {
    const own = stripInjected(prompt.slice(0, 20_000))
    const request = own.split(/(?<=[.!?。！？])\s|\n/).find(part => isRequest(part))
    if (request === undefined) return []
    const sources = [own, turns[index - 1]?.reply ?? '', reply]
    const steps = sources.map(findSteps).find(found => found.length >= 2)
    return steps ? [toSkill(request, own, steps)] : []
  })
}

/** True for a sentence that asks to keep a procedure as a skill, command or checklist. */
export function isRequest(sentence: string): boolean {
  return (
    THING.test(sentence.toLowerCase()) &&
    SAVES.test(sentence) &&
    !/[?？]\s*$/.test(sentence) &&
    !/\b(?:don'?t|do not|never|nicht|if|would)\b|不要/i.test(sentence)
  )
}

/** The steps of a list, or of a sentence "first …, then …, finally …"; empty without. */
function findSteps(text: string): string[] {
  const listed = text.split('\n').flatMap(line => STEP.exec(line)?.[1]?.trim() ?? [])
  if (listed.length >= 2) return listed.filter(isClean)
  const told =
    /\b(?:first|zuerst|d'abord|primero)\b,? ?([^\n]{8,600})/i.exec(text) ??
    /(?:先|まず)([^\n]{4,400})/.exec(text)
  if (told === null) return []
  const parts = (told[1] ?? '').split(
    /[,;.，、。]?\s*(?:(?:and )?(?:then|finally|after that|lastly|dann|danach|schließlich|ensuite|puis|enfin|luego|después|finalmente)\b|然后|再|最后|次に|最後に|それから)[,\s]*/i,
  )
  return parts
    .map(part => part.replace(/[.\s,。、]+$/, '').trim())
    .filter(part => part.length > 2 && isClean(part))
}

const isClean = (step: string) => !step.includes('[redacted')

function toSkill(request: string, prompt: string, steps: readonly string[]): SkillCandidate {
  const about = (ABOUT.exec(request) ?? ABOUT.exec(prompt))?.[1]?.trim()
  const named = NAMED.exec(prompt)
  const topic = named?.[1] ?? named?.[2] ?? about ?? steps[0] ?? ''
  const name = toName(topic) || toName(about ?? '') || toName(steps.join(' ')) || 'saved-procedure'
  return {
    name,
    description: capitalise(`${about ?? topic}`.trim()).slice(0, 200),
    body: steps
      .map((step, index) => `${index + 1}. ${capitalise(step)}`)
      .join('\n')
      .slice(0, MAX_BODY),
    scope: isUniversal(prompt) ? 'global' : 'project',
  }
}

function toName(text: string): string {
  const words =
    text
      .normalize('NFKD')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  return words
    .filter(word => !/^(?:the|a|an|our|my)$/.test(word))
    .slice(0, 5)
    .join('-')
    .slice(0, 48)
}
