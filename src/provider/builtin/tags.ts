import { bounded, pattern, spaced } from '../../languages/combined.js'

/** Names of tools, languages and services that become tags and are safe to recognise alone. */
const NAMES =
  'typescript javascript python rust golang java kotlin swift ruby php scala elixir haskell csharp cpp sql bash zsh fish powershell lua dart perl clojure zig node deno bun react vue svelte angular nextjs nuxt remix astro solid express fastify nestjs hono koa django flask fastapi rails laravel symfony spring phoenix postgres postgresql mysql mariadb sqlite mongodb redis valkey dynamodb elasticsearch opensearch clickhouse kafka rabbitmq nats prisma drizzle knex sequelize typeorm sqlalchemy alembic docker podman kubernetes k8s helm terraform pulumi ansible nomad aws gcp azure vercel netlify cloudflare heroku render hetzner git github gitlab bitbucket gerrit jenkins circleci buildkite travis argocd npm pnpm yarn bower pip poetry uv conda pipenv cargo gradle maven bazel nx turborepo turbo lerna make cmake just webpack vite rollup esbuild parcel rspack swc babel jest vitest mocha ava tap cypress playwright selenium puppeteer pytest unittest rspec junit phpunit storybook eslint prettier biome oxlint ruff black mypy pyright flake8 isort rubocop clippy rustfmt gofmt stylelint tailwind bootstrap sass graphql grpc trpc rest openapi protobuf websocket oauth jwt auth0 keycloak sentry datadog grafana prometheus jira linear notion slack confluence figma stripe twilio sendgrid nginx caddy traefik haproxy lodash moment dayjs date-fns axios zod yup joi rxjs redux zustand mobx jquery pandas numpy pytorch tensorflow flutter expo android ios xcode vim neovim vscode emacs nix nixos linux macos windows ubuntu debian alpine fly.io supabase firebase snowflake dbt airflow spark tmux homebrew asdf mise nvm direnv husky lefthook changesets minitest capybara sidekiq celery gulp tox hatch pdm pixi monorepo'.split(
    ' ',
  )
const KNOWN = new Set(NAMES)
const AREAS: readonly (readonly [string, RegExp])[] = [
  ['git', pattern()`${bounded.tags.git}`],
  ['testing', pattern()`${bounded.tags.testing}`],
  ['deployment', pattern()`${bounded.tags.deployment}`],
  ['ci', pattern()`\b${spaced.tags.ci}\b`],
  ['docs', pattern()`${bounded.tags.docs}`],
  ['style', pattern()`${bounded.tags.style}`],
  ['database', pattern()`${bounded.tags.database}`],
  ['communication', pattern()`${bounded.tags.communication}`],
  ['dependencies', pattern()`${bounded.tags.dependencies}`],
  ['security', pattern()`${bounded.tags.security}`],
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
