import { toProse } from './prose.js'

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
export interface ShownCommand {
  command: string
  isShown: boolean
}

/** The command of a reply: the last fenced one, else the first in line; undefined without one. */
export function findCommand(reply: string): ShownCommand | undefined {
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
export function firstInline(text: string): string | undefined {
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
export function confirmsCommand(prompt: string): boolean {
  const first =
    toProse(prompt)
      .trim()
      .split(/(?<=[.!?。！])\s*|\n/)[0] ?? ''
  return CONFIRMS.test(first) && !DENIES.test(first) && !/[?？吗]\s*$/.test(first)
}
