import { findConcepts, type Mention } from './concepts.js'
import { toNormal } from './normal.js'

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

const CJK = /[\u3040-\u30ff\u3400-\u9fff]/
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
