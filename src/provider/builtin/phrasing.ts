import { toLower } from './sentences.js'

/** Names of tools, languages and services that become tags and are safe to recognise alone. */
const NAMES =
  'typescript javascript python rust golang java kotlin swift ruby php scala elixir haskell csharp cpp sql bash zsh fish powershell lua dart perl clojure zig node deno bun react vue svelte angular nextjs nuxt remix astro solid express fastify nestjs hono koa django flask fastapi rails laravel symfony spring phoenix postgres postgresql mysql mariadb sqlite mongodb redis valkey dynamodb elasticsearch opensearch clickhouse kafka rabbitmq nats prisma drizzle knex sequelize typeorm sqlalchemy alembic docker podman kubernetes k8s helm terraform pulumi ansible nomad aws gcp azure vercel netlify cloudflare heroku render hetzner git github gitlab bitbucket gerrit jenkins circleci buildkite travis argocd npm pnpm yarn bower pip poetry uv conda pipenv cargo gradle maven bazel nx turborepo turbo lerna make cmake just webpack vite rollup esbuild parcel rspack swc babel jest vitest mocha ava tap cypress playwright selenium puppeteer pytest unittest rspec junit phpunit storybook eslint prettier biome oxlint ruff black mypy pyright flake8 isort rubocop clippy rustfmt gofmt stylelint tailwind bootstrap sass graphql grpc trpc rest openapi protobuf websocket oauth jwt auth0 keycloak sentry datadog grafana prometheus jira linear notion slack confluence figma stripe twilio sendgrid nginx caddy traefik haproxy lodash moment dayjs date-fns axios zod yup joi rxjs redux zustand mobx jquery pandas numpy pytorch tensorflow flutter expo android ios xcode vim neovim vscode emacs nix nixos linux macos windows ubuntu debian alpine fly.io supabase firebase snowflake dbt airflow spark tmux homebrew asdf mise nvm direnv husky lefthook changesets minitest capybara sidekiq celery gulp tox hatch pdm pixi monorepo'.split(
    ' ',
  )
const KNOWN = new Set(NAMES)
const AREAS: readonly (readonly [string, RegExp])[] = [
  [
    'git',
    /\b(?:commits?|commit messages?|push|branch(?:es)?|merge|rebase|squash|force-push|pull requests?|prs?|committen|pushen|pousser?|pousse)\b|提交|推送|分支|コミット|プッシュ|ブランチ/,
  ],
  ['testing', /\b(?:tests?|testing|e2e|mocks?|fixtures?|coverage|tester|pruebas?)\b|测试|テスト/],
  [
    'deployment',
    /\b(?:deploy\w*|releases?|rollback|production|staging|desplegar|despliegue|déploiement|déployer?)\b|部署|发布|デプロイ|リリース|本番/,
  ],
  ['ci', /\b(?:ci|pipeline|workflow runs?)\b/],
  [
    'docs',
    /\b(?:docs|documentation|readme|changelog|docstrings?|jsdoc|dokumentation)\b|文档|ドキュメント/,
  ],
  [
    'style',
    /\b(?:tabs|spaces|indent\w*|naming|camelcase|snake_case|quotes|semicolons?|formatting|exports?|comments?|kommentare|commentaires|comentarios)\b|缩进|注释|命名|コメント|インデント/,
  ],
  [
    'database',
    /\b(?:databases?|migrations?|schema|datenbank|base de données|base de datos)\b|数据库|迁移|データベース|マイグレーション/,
  ],
  [
    'communication',
    /\b(?:answers?|repl(?:y|ies)|responses?|respond|explanations?|antwort\w*|réponds|réponses?|responde|respuestas?)\b|回答|回复|返事/,
  ],
  [
    'dependencies',
    /\b(?:dependenc(?:y|ies)|packages?|librar(?:y|ies)|lockfile|abhängigkeiten|dépendances|dependencias)\b|依赖|依存/,
  ],
  ['security', /\b(?:secrets?|credentials|passwords?|auth|authentication|tokens?)\b|密钥|認証/],
]

/** Up to four tags from a text: tools and languages it names, then areas it is about. */
export function findTags(text: string): string[] {
  const lower = text.toLowerCase()
  const tags = new Set(findNames(text))
  for (const [area, pattern] of AREAS) if (pattern.test(lower)) tags.add(area)
  return [...tags].slice(0, 4)
}

/** The known tools and languages that a text names, lower case, in text order. */
export function findNames(text: string): string[] {
  const words = text.toLowerCase().match(/[a-z][a-z0-9+.#-]*[a-z0-9+#]|[a-z]/g) ?? []
  return [...new Set(words.filter(word => KNOWN.has(word)))].filter(isTelling(text))
}

/** `just`, `make` and the like are tools only where they are written as code. */
function isTelling(text: string): (name: string) => boolean {
  return name =>
    !/^(?:just|make|black|fish|rest|render|tap|express|spring|solid|remix|conda|fly|go|linear|notion|slack|spark|phoenix|swift|dart|turbo|make|helm|mise|render|hatch|salt|nats|ava|koa|expo)$/.test(
      name,
    ) ||
    new RegExp(
      '`[^`]*\\b' + name + '\\b|\\b' + capital(name) + '\\b|\\b' + name.toUpperCase() + '\\b',
    ).test(text.slice(1))
}

const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

const MAX_TITLE = 80
const CJK = /[\u3040-\u30ff\u3400-\u9fff]/
const TAIL =
  /[\s,，、]*(?:\b(?:ok(?:ay)?|right|alright|please|pls|thanks?(?: you)?|thx|got it|understood|yeah|cheers|d'accord|merci|vale|gracias|por favor|bitte|danke|s'il te pla[iî]t|stp|gell|oder)|好吗|谢谢|お願いします|よろしく(?:お願いします)?)\s*[?？!.。]*$/i
const TASK_TAIL =
  /[,;]? (?:and|so|but|then|und|et|y) (?:now|can you|could you|let'?s|then|jetzt|maintenant|ahora|ya)(?= ).*$|, (?:can|could|would) you .*$|, (?:so )?(?:please|pls|bitte) .*\b(?:it|this|that|them|these|again|das)\b.*$|,? (?:so )?(?:please )?(?:redo|revert|undo|fix|amend|change|rewrite|adapt|retarget|split|move|convert|replace) (?:it|this|that|them|everything)\b.*$/i
const REASON =
  /(?:[,;]|\s[-–—]|\s\()?\s*(?:(?<=[,;\s–—(-])(?:because|since|as (?=it|they|we|the)|otherwise|so that|so (?=it|we|the|they|don'?t)|the reason|which|that's why|weil|da (?=wir|das|die|der)|denn|sonst|damit|parce qu|car (?=\p{L})|sinon|afin|puisqu|porque|ya que|si no|para que|pues))(?=\s|e |')|[，、,]\s*(?:因为|否则|不然|这样)|(?:因为|、(?:なぜなら|でないと|そうしないと))|(?<=い|う|る|た|す)(?:ので|から)、/iu
const SUBJECT =
  /^(?:(?:we|you|everyone|everybody|all devs|agents?) (?:(?:must|should|shall|have to|need to|'ll|will|are going to|'re going to)(?= )(?! not) )?(?!(?:are|'re|can|may|is|have|has|'ve) )|(?:you|we) (?=never|always|only|don't)|let'?s )/i
const FORBIDS = /^(?:must not|mustn't|may not|shall not|should not) /i
const ARTICLE = /^(?:the|our) (?=\S+ )/i

/** A statement without what only makes it polite or turns to another task. */
export function trimStatement(text: string): string {
  const trimmed = text.replace(TASK_TAIL, '').trim()
  return trimmed
    .replace(TAIL, '')
    .replace(/[\s,;:，、；：–—-]+$/, '')
    .trim()
}

/**
 * The title a person would give a statement: without its reason, its subject and final stop, at
 * most 80 characters, cut between words. `prefix` stands in place of the words of the cue.
 */
export function toShortTitle(prefix: string, statement: string): string {
  const core = withoutReason(statement.replace(/[\s.!?。！？:;,]+$/u, ''))
  const bare =
    prefix === ''
      ? core.replace(SUBJECT, '').replace(FORBIDS, 'do not ').replace(ARTICLE, '')
      : core
  return cutAtWord(capitalise(prefix + bare).replace(/[\s.!?。！？,，、:;]+$/u, ''))
}

/** A statement as a sentence of its own, followed by its reason where there is one. */
export function toContent(statement: string, reason = ''): string {
  const sentence = toSentence(statement)
  if (reason === '') return sentence
  return sentence + (CJK.test(statement) ? '' : ' ') + toSentence(reason)
}

function toSentence(text: string): string {
  const trimmed = capitalise(text.trim())
  if (/[.!?。！？]["')」`]?$/.test(trimmed)) return trimmed
  return trimmed.replace(/[,;:，、]+$/, '') + (CJK.test(trimmed) ? '。' : '.')
}

function withoutReason(text: string): string {
  const match = REASON.exec(text)
  return match && match.index >= 8 ? text.slice(0, match.index).replace(/[\s,;(–—-]+$/, '') : text
}

/** The first letter in upper case, unless the word is a name such as `npm` or `camelCase`. */
export function capitalise(text: string): string {
  const word = /^\p{Ll}[\p{Ll}-]*(?=[\s,:']|$)/u.exec(text)
  return word && findNames(word[0]).length === 0
    ? text.charAt(0).toUpperCase() + text.slice(1)
    : text
}

function cutAtWord(text: string): string {
  if (text.length <= MAX_TITLE) return text
  const clause = text.slice(0, MAX_TITLE + 1).search(/[,，、;；:：(（–—][^,，、;；:：(（–—]*$/)
  if (clause >= 24) return text.slice(0, clause).trim()
  const cut = text.slice(0, MAX_TITLE + 1)
  const space = cut.lastIndexOf(' ')
  return (space > 24 ? cut.slice(0, space) : text.slice(0, MAX_TITLE)).replace(/[\s,;:]+$/, '')
}

const HOME =
  '(?:repo|repository|project|codebase|code base|package|monorepo|app|application|service|team|company|org|product|library|module|site|api|cli|workspace|organi[sz]ation|machine)'
const POINTER = new RegExp(
  `\\b(?:it|its|it's|them|they|these|those|this(?! (?:whole |entire )?${HOME}\\b)|that(?=$|[\\s]*[,.!]|'s| (?:is|file|one|way|function|was|folder|thing|approach|test|in|on|at|everywhere|again|for))|the (?:former|latter|same|other one|first one|second one|above)|do so|so)\\b`,
)
const FOREIGN_POINTER =
  /^(?:das|dies|es|so etwas|ça|cela|c'est|ceci|eso|esto|lo|hazlo|fais-le|mach das)(?=[\s,.!]|$)|^(?:这样|那样|它|这个(?!项目|仓库|库|服务|团队)|那个)|^(?:それ|これ(?!から)|あれ|そう(?:して)|こう)/
const NOUN_BEFORE =
  /(?:^|\s)(?:the|our|my|a|an) ([\w/.-]+(?: [\w/.-]+){0,2}?)(?= (?:is|are|was|has|have|runs?|lives?|needs?|uses?|works?|does|gets|moved|changed|can|must|should|took|only)\b|[.,?!]|$)/g
const FILLER =
  /^(?:never|always|please|must|should|not|don't|ever|only|from|now|use|run|you|we|all|and|the|prefer|make|sure|when|with|keep|do|to|on|in|at|remember|that)$/

/**
 * True where a statement points to something that was said before it and says nothing without:
 * a pronoun with fewer than two words of substance before it.
 */
export function isDangling(statement: string): boolean {
  const lower = toLower(statement)
  if (FOREIGN_POINTER.test(lower)) return true
  const match = POINTER.exec(
    lower.replace(
      /\bit(?:'s| is) (?=strictly|forbidden|prohibited|not allowed|mandatory|not permitted)|^this is an? (?=.*\b(?:project|repo|repository|monorepo|app|application|service|library|codebase|package|site|plugin|cli|workspace)\b)|\bit is(?= then|$)|\b(?:it|that) (?=when|if)|\bso (?=that)|\bmake it\b|\bkeep it (?=short|brief|to|simple|concise|under)/g,
      '… ',
    ),
  )
  if (match === null) return false
  const before = lower.slice(0, match.index).match(/[\p{L}\p{N}`/.-]+/gu) ?? []
  return before.filter(word => word.length > 2 && !FILLER.test(word)).length < 2
}

/**
 * A dangling statement with its pronoun replaced by the one thing the sentence before it is about;
 * undefined where that is not safe.
 */
export function resolvePointer(statement: string, before: string | undefined): string | undefined {
  if (before === undefined || before.length > 200) return undefined
  const nouns = new Set(Array.from(toLower(before).matchAll(NOUN_BEFORE), match => match[1]))
  const pronoun = /\b(?:it|that|this)\b(?!')|\bit(?='s\b)/i
  if (nouns.size !== 1 || !pronoun.test(statement)) return undefined
  const noun = [...nouns][0] ?? ''
  if (/^(?:bug|error|problem|issue|thing|way|one|idea|test|function|line|file)$/.test(noun))
    return undefined
  const resolved = statement.replace(pronoun, `the ${noun}`)
  return isDangling(resolved) ? undefined : resolved
}
