import { stem } from '../../store/index/analyse.js'
import { en } from '../languages/en.js'
import { LANGUAGES } from '../languages/index.js'
import type { Language } from '../languages/language.js'
import { listOf, type Words } from '../languages/words.js'

type Comparing = Language['comparing']
type Role = {
  [Name in keyof Comparing]: Comparing[Name] extends Words ? Name : never
}[keyof Comparing]

/** The words of a role in all languages. */
export function wordsOf(role: Role): Set<string> {
  return new Set(LANGUAGES.flatMap(({ comparing }) => listOf(comparing[role])))
}

/** Their stems. */
export function stemsOf(role: Role): Set<string> {
  return new Set(Array.from(wordsOf(role), stem))
}

/** The words of a role that has several classes, each with the name of its class. */
export function classesOf(
  role: 'tones' | 'turns' | 'days' | 'units',
): [word: string, name: string][] {
  return LANGUAGES.flatMap(({ comparing }) => Object.entries(comparing[role])).flatMap(
    ([name, words]) => listOf(words).map((word): [string, string] => [word, name]),
  )
}

/** Classes of tools, one a line behind its name: a project has one of each for a purpose. */
const CLASSES = `
package npm pnpm yarn bun
python pip poetry uv pipenv conda
build webpack vite rollup esbuild parcel turbopack maven gradle bazel cmake
format prettier biome dprint black ruff yapf gofmt
lint eslint oxlint tslint flake8 pylint standardjs
test jest vitest mocha ava tap jasmine pytest unittest rspec minitest junit testng
browser cypress playwright selenium puppeteer
ci jenkins buildkite circleci travis drone teamcity
database postgres mysql mariadb sqlite mongo oracle dynamodb cockroachdb
cache redis memcached valkey
queue kafka rabbitmq sqs nats pulsar
orm prisma drizzle typeorm sequelize knex kysely sqlalchemy
cloud aws gcp azure hetzner
container docker podman
branch main master develop trunk
case camelCase snake_case kebab-case PascalCase SCREAMING_CASE
quote single double
state redux zustand mobx pinia vuex
style tailwind bootstrap styled-components emotion sass less
http axios fetch got ky superagent
api rest graphql grpc soap
component react vue svelte angular solid
server express fastify koa hapi nestjs hono
tracker jira linear trello asana
chat slack teams discord mattermost
host github gitlab bitbucket
number singular plural singulier pluriel
clock utc ortszeit localtime
order ascending descending
letters lowercase uppercase
access public private
mode synchronous asynchronous sync async`

/**
 * Things by the class of which a project has one for a purpose: two for the same are two answers.
 */
export const ALTERNATIVES = new Map(
  [
    ...CLASSES.trim()
      .split('\n')
      .map(line => line.split(' ')),
    ['indent', ...wordsOf('indents')],
    ['tongue', ...wordsOf('languages')],
  ].flatMap(([name = '', ...words]) =>
    words.flatMap(word => [stem(word.toLowerCase()), word].map(form => [form, name] as const)),
  ),
)

/** Another name of one of these. */
export const SAME_AS = new Map([
  ['postgresql', 'postgres'],
  ['mongodb', 'mongo'],
])

/** Days and turns of time as values: `on Tuesdays`, `weekly`. */
export const DAYS = new Map(
  classesOf('days').flatMap(([word, day]) =>
    [word, `${word}s`, `${word}e`]
      .flatMap(form => [form, stem(form)])
      .map(form => [form, day] as const),
  ),
)

/** Numbers that are written as words. Not `one`, which is more than a number. */
export const NUMBERS = new Map(
  LANGUAGES.flatMap(({ comparing: { numbers } }) =>
    numbers.map((word, at) => [stem(word), String(at + 2)] as const),
  ),
)

/** Units of time after a number, and what they are counted as. */
export const UNITS = new Map(
  classesOf('units').flatMap(([word, unit]) =>
    [word, stem(word)].map(form => [form, unit] as const),
  ),
)

/** A number after one of these is a name, and not a value: `Sprint 12`. */
export const COUNTED = stemsOf('counted')
/** Words that say in which environment or on which platform something holds. */
export const QUALIFIERS = stemsOf('qualifiers')
/** Words that say on which side of something: where two titles name two of these, they are two. */
export const SIDES = stemsOf('sides')
/** Words that allow, require or use: a statement has them or does without. */
export const USAGE = stemsOf('usage')
/** Words that forbid without a `not`, in any statement. */
export const FORBIDS = new Set(listOf(en.comparing.forbids).map(stem))
/** Words that bring in a limit or an exception. */
export const LIMITS = wordsOf('limits')
/** Words after which only the reason follows. */
export const REASONS = wordsOf('reasons')
/** Words that bring in a reason or the means: what they add limits nothing. */
export const DETAILS = wordsOf('details')

/** Words of a language other than English by the part that they play. */
interface Tongue {
  nots: ReadonlySet<string>
  forbids: ReadonlySet<string>
  /** Words without which a sentence says the same. */
  fillers: ReadonlySet<string>
}

const toForms = (words: Words) => listOf(words).flatMap(word => [word, stem(word)])

const TONGUES = LANGUAGES.map(({ comparing: { nots, forbids, fillers, telling, elided } }) => {
  const [n, f, rest] = [nots, forbids, fillers].map(words => new Set(toForms(words)))
  const tongue: Tongue = { nots: n!, forbids: f!, fillers: rest! }
  return { tongue, telling: toForms(telling), elided: listOf(elided) }
})

/** Words by which a language is known, none of them English, and letters before an apostrophe. */
const TELLING = new Map(
  TONGUES.flatMap(({ tongue, telling }) => telling.map(word => [word, tongue] as const)),
)
const ELIDED = new Map(
  TONGUES.flatMap(({ tongue, elided }) => elided.map(letter => [letter, tongue] as const)),
)

/** The language that most of the words tell; undefined for English and where nothing tells. */
export function tongueOf(words: readonly { form: string }[]): Tongue | undefined {
  let counts: Map<Tongue, number> | undefined
  for (const { form } of words) {
    const tongue = TELLING.get(form) ?? (form[1] === "'" ? ELIDED.get(form[0]!) : undefined)
    if (tongue === undefined) continue
    counts ??= new Map()
    counts.set(tongue, (counts.get(tongue) ?? 0) + 1)
  }
  return counts && [...counts].sort(([, a], [, b]) => b - a)[0]?.[0]
}
