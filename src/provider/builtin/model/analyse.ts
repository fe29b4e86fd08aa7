import { en } from '../../../languages/en.js'
import { LANGUAGES } from '../../../languages/index.js'
import type { Language } from '../../../languages/language.js'
import { listOf } from '../../../languages/words.js'

/** A concept, and the index at which its word begins. */
type Mention = readonly [concept: string, at: number]

interface Entry {
  concept: string
  word: string
  /** Any ending may follow. */
  isOpen: boolean
}

const CJK = /[\u3040-\u30ff\u3400-\u9fff]/
const INSIDE = /[\p{L}\p{N}_]/u
const BEFORE = /[\p{L}\p{N}'_-]/u

/** Entries by the one or two characters that they begin with, so that few are compared. */
const LATIN = new Map<string, Entry[]>()
const ASIAN = new Map<string, Entry[]>()
for (const concept of Object.keys(en.concepts) as (keyof Language['concepts'])[])
  for (const { concepts } of LANGUAGES)
    for (const written of listOf(concepts[concept])) addEntry(concept, written)

function addEntry(concept: string, written: string): void {
  const isOpen = written.endsWith('*')
  const word = isOpen ? written.slice(0, -1) : written
  const [table, key] = CJK.test(word) ? [ASIAN, word.charAt(0)] : [LATIN, word.slice(0, 2)]
  const entries = table.get(key) ?? []
  entries.push({ concept, word, isOpen })
  table.set(key, entries)
}

/** The concepts that a lower-case text mentions, in text order, each at most once a place. */
export function findConcepts(lower: string): Mention[] {
  const found: Mention[] = []
  for (let at = 0; at < lower.length; at++) {
    const character = lower.charAt(at)
    if (character === ' ') continue
    const met = new Set<string>()
    if (CJK.test(character)) addAsian(lower, at, met)
    else if (at === 0 || !BEFORE.test(lower.charAt(at - 1))) addLatin(lower, at, met)
    for (const concept of met) found.push([concept, at])
  }
  return found
}

function addAsian(lower: string, at: number, met: Set<string>): void {
  for (const { concept, word } of ASIAN.get(lower.charAt(at)) ?? [])
    if (lower.startsWith(word, at)) met.add(concept)
}

function addLatin(lower: string, at: number, met: Set<string>): void {
  for (const key of [lower.slice(at, at + 2), lower.charAt(at)])
    for (const { concept, word, isOpen } of LATIN.get(key) ?? [])
      if (lower.startsWith(word, at) && (isOpen || endsAt(lower, at + word.length)))
        met.add(concept)
}

function endsAt(lower: string, end: number): boolean {
  return end >= lower.length || !INSIDE.test(lower.charAt(end))
}

const RUNNER =
  /^(?:\$ )?(?:[A-Z_]+=\S+ )*(?:sudo |time )?(?:npm|npx|pnpm|yarn|bunx?|deno|node|tsx|make|just|task|cargo|go|python3?|pip|uvx?|poetry|pytest|tox|bundle|bin\/|rake|rails|mix|docker(?:-compose)?|podman|kubectl|helm|terraform|gradle|\.\/|mvn|dotnet|bazel|nx|turbo|fly|vercel|heroku|wrangler|gcloud|aws|az|gh|git|php|composer|swift|xcodebuild|xcrun|flutter|cmake|ctest|ninja|alembic|vitest|jest|playwright|sam|nix|hugo|mkdocs|adb|fastlane|scripts?\/|bash|sh|curl|psql|redis-cli|ssh|rsync|act|stripe|hatch|sbt|lein|cap|dbt|buf)(?:\b|(?<=\/))/
/** Commands that anyone knows: nothing of a project is in them. */
const GENERAL =
  /^(?:\$ )?(?:sudo )?(?:git (?!push --|config alias)|ls|df|du|ps|kill|lsof|ss |top|cat|tail|head|grep|find|rm|cp|mv|mkdir|chmod|cd\b|wc|apt|apt-get|brew|npm (?:i|install|ci|update|ls|start|test|outdated)\b(?!.*(?:--|@))|npx (?:depcheck|tsc|eslint|prettier)|pip3? (?:install|freeze)|docker (?:ps|images|build|run|logs|prune|system|exec)|kubectl (?:get|describe|logs|apply|drain)|systemctl|crontab|lsusb|ping|dig|ssh-keygen|exit|vim|nano|code|next (?:build|start)|vercel deploy|terraform (?:plan|apply)|cargo (?:build|check|test|fmt|clippy)$|go (?:build|test|mod)[^-]*$|pytest(?: -[kxv].*)?$)/
const FILE =
  /\b[\w-]{1,80}\.(?:ts|tsx|js|mjs|json|py|rs|go|java|kt|md|ya?ml|toml|txt|csv|sql|sh|css|html|xml|ini|conf|env|lock|rb|php|cs|cpp|h|c|vue|swift|ipynb|tex|pdf|svg)\b/gi
const QUOTE =
  /“[^”\n]{12,}”|"[^"\n]{12,}"|„[^“”\n]{8,}[“”"]|«[^»\n]{8,}»|「[^」\n]{6,}」|『[^』\n]{6,}』/g
const STEPS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/https?:\/\/\S+/g, ' ⟨url⟩ '],
  [/[\w.+-]{1,64}@[\w-]{1,64}\.[\w.]+/g, ' ⟨mail⟩ '],
  [/(?:^|(?<=[\s(“"']))(?:[\w.@-]{0,60}\/)+[\w.@*-]*/g, ' ⟨path⟩ '],
  [FILE, ' ⟨file⟩ '],
  [/\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/g, ' ⟨env⟩ '],
  [/\b[a-z]+(?:[A-Z][a-z0-9]+)+\b|\b[a-z]+_[a-z_]+\b|\b\w{1,60}\(\)/g, ' ⟨ident⟩ '],
  [/(?<=^|\s)--?[a-z][\w-]*/g, ' ⟨flag⟩ '],
  [QUOTE, ' ⟨quote⟩ '],
]

/** Classifies code in back ticks: a command, one anyone knows, a setting, a path, or a name. */
function classOf(code: string): string {
  if (GENERAL.test(code)) return '⟨cmdgen⟩'
  if (RUNNER.test(code)) return /\s|\//.test(code) ? '⟨cmd⟩' : '⟨code⟩'
  if (/^[A-Z][A-Z0-9_]{2,}=/.test(code) || /^[\w.-]+\s?[=:]\s?\S+$/.test(code)) return '⟨setting⟩'
  if (code.includes('/') && !/\s/.test(code)) return '⟨path⟩'
  if (/^--?\w/.test(code)) return '⟨flag⟩'
  if (/^[A-Z][A-Z0-9_]{2,}$/.test(code)) return '⟨env⟩'
  return /\s-{1,2}\w/.test(code) ? '⟨cmd⟩' : '⟨code⟩'
}

/** A text in which code, commands, paths, addresses and long quotations are named by class. */
export function toNormal(text: string): string {
  const named = text.replace(
    /`([^`\n]+)`/g,
    (_, code: string) => ` ${classOf(code.slice(0, 300))} `,
  )
  return STEPS.reduce((shown, [pattern, name]) => shown.replace(pattern, name), named)
}

/** All that the model looks at in one sentence on its own. */
export interface Analysed {
  text: string
  /** Names replaced by their classes, in lower case. */
  lower: string
  isCjk: boolean
  isQuestion: boolean
  found: readonly Mention[]
  concepts: ReadonlySet<string>
  /** Words, numbers and marks; numbers and known tools by class. */
  tokens: readonly string[]
}

const TOOLS = new Set(
  'typescript javascript python rust golang java kotlin swift ruby php scala elixir csharp bash zsh fish react vue svelte angular nextjs express fastify django flask rails laravel spring postgres postgresql mysql mariadb sqlite mongodb mongo redis dynamodb elasticsearch clickhouse kafka rabbitmq prisma docker podman kubernetes k8s kubectl helm terraform ansible aws gcp azure vercel netlify cloudflare heroku github gitlab bitbucket jenkins npm pnpm yarn bun pip poetry uv conda cargo gradle maven bazel make cmake webpack vite rollup esbuild babel jest vitest mocha cypress playwright selenium pytest rspec junit eslint prettier biome ruff black mypy tailwind graphql grpc trpc rest oauth jwt keycloak sentry grafana prometheus datadog jira linear slack figma stripe nginx caddy lodash moment dayjs luxon axios zod jquery pandas numpy polars pytorch tensorflow flutter android ios xcode vim neovim vscode nix linux macos windows ubuntu debian alpine unity unreal godot latex airflow dbt snowflake bigquery spark supabase firebase'.split(
    ' ',
  ),
)

/** The words, numbers and telling marks of a lower-case text, tools and numbers by class. */
export function toTokens(lower: string): string[] {
  const words = lower.match(/⟨\w+⟩|\p{L}[\p{L}'’]*|\d+(?:[.:,]\d+)*|[?!:;→…]/gu) ?? []
  return words.map(word => (/^\d/.test(word) ? '⟨num⟩' : TOOLS.has(word) ? '⟨tool⟩' : word))
}

/** A sentence (at most some hundred characters) as the features need it. */
export function analyse(text: string): Analysed {
  const lower = toNormal(text).toLowerCase().replace(/[’‘]/g, "'")
  const found = findConcepts(lower)
  return {
    text,
    lower,
    isCjk: CJK.test(lower),
    isQuestion: /[?？]\s*["')]?$/.test(text.trim()),
    found,
    concepts: new Set(found.map(([concept]) => concept)),
    tokens: toTokens(lower),
  }
}
