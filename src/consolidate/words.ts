import { stem } from '../../store/index/analyse.js'

const toWords = (text: string) => text.trim().split(/\s+/)
const toSet = (text: string) => new Set(toWords(text))
const toStems = (text: string) => new Set(toWords(text).map(stem))

/** Each word of these lines with the first word of its line. */
function toClasses(lines: string): Map<string, string> {
  const classes = new Map<string, string>()
  for (const line of lines.trim().split('\n')) {
    const [name = '', ...words] = toWords(line)
    for (const word of words) classes.set(stem(word.toLowerCase()), name).set(word, name)
  }
  return classes
}

/** Of each class a project has one for a purpose: two of them for the same are two answers. */
export const ALTERNATIVES = toClasses(`
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
indent tab tabs space spaces Tabs Leerzeichen tabulations espaces tabuladores espacios タブ スペース
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
number singular plural
order ascending descending
letters lowercase uppercase
access public private
mode synchronous asynchronous sync async
tongue english german french spanish japanese chinese deutsch englisch französisch anglais français allemand inglés español alemán 英語 日本語 英文 中文
`)

/** Another name of one of these. */
export const SAME_AS = new Map([
  ['postgresql', 'postgres'],
  ['mongodb', 'mongo'],
])

/** Days and turns of time as values: `on Tuesdays`, `weekly`. */
export const DAYS = new Map(
  `monday montag lundi lunes|tuesday dienstag mardi martes|wednesday mittwoch mercredi miércoles
|thursday donnerstag jeudi jueves|friday freitag vendredi viernes|saturday samstag samedi sábado
|sunday sonntag dimanche domingo|weekend wochenende|hourly stündlich|daily täglich nightly
|weekly wöchentlich|monthly monatlich|quarterly|yearly jährlich annually`
    .split('|')
    .flatMap(line => {
      const words = toWords(line)
      const forms = words.flatMap(word => [word, `${word}s`, `${word}e`])
      return forms.flatMap(form => [form, stem(form)]).map(form => [form, words[0]!] as const)
    }),
)

/** Numbers that are written as words. Not `one`, which is more than a number. */
export const NUMBERS = new Map(
  `two zwei deux dos,three drei trois tres,four vier quatre cuatro,five fünf cinq cinco,six sechs
seis,seven sieben sept siete,eight acht huit ocho,nine neun neuf nueve,ten zehn dix diez,eleven elf
onze once,twelve zwölf douze doce`
    .split(',')
    .flatMap((words, at) => toWords(words).map(word => [stem(word), String(at + 2)] as const)),
)

/** Units of time after a number, and what they are counted as. */
export const UNITS = new Map(
  `ms millisecond milliseconds|s sec second seconds sekunde sekunden seconde secondes segundo
segundos|min m minute minutes minuten minuto minutos|h hour hours stunde stunden heure heures hora
horas|d day days tag tage tagen jour jours día días|w week weeks woche wochen semaine semaines
semana semanas|month months monat monate monaten mois mes meses|y year years jahr jahre jahren an
ans año años`
    .split('|')
    .flatMap(line => {
      const words = toWords(line)
      return words.flatMap(word => [word, stem(word)]).map(word => [word, words[0]!] as const)
    }),
)

/** A number after one of these is a name, and not a value: `Sprint 12`. */
export const COUNTED = toStems(`sprint ticket issue step phase chapter pr bug adr rfc week quarter
chapter section appendix schritt étape paso`)

/** Words that say in which environment or on which platform something holds. */
export const QUALIFIERS =
  toStems(`staging stage production prod dev development qa uat sandbox preview
preprod canary ios android linux macos osx mobile desktop frontend backend legacy ci produktion
entwicklung recette développement producción desarrollo préproduction
本 番 検 証 開 発 生 产 测 试 ステージング テスト`)

/** Words that say on which side of something: where two titles name two of these, they are two. */
export const SIDES =
  toStems(`windows upload download inbound outbound import export read write nightly
weekly input output start stop request response enable disable open close client server up down
inserting deleting create delete`)

/** What allows, requires or uses, in words that a statement has or does without. */
export const USAGE =
  toStems(`use write add put include have get adopt choose pick want like do there
run allow permit fine ok okay accept acceptable welcome require mandatory enable longer anymore more still now currently
yet already generally`)

/** What forbids, without a `not`. */
export const FORBIDS =
  toStems(`forbidden forbid ban disallow prohibit disable unsupported stop drop quit
deprecate remove abandon retire rid`)

/** Words that bring in a limit or an exception. */
export const LIMITS = toSet(`except unless only but if when while until besides apart or whenever
without ausser außer wenn falls nur ohne sofern sauf si quand lorsque excepté sans seulement excepto
salvo cuando sin solo sólo 除 但 只 以 外 の み 場 合 如 果 時 时`)

/** Words after which only the reason follows. */
export const REASONS = toSet('because since weil denn da car parce puisque porque pues')

/** Words that bring in a reason or the means: what they add limits nothing. */
export const DETAILS = toSet(`because since so via by through using at around as weil denn da durch
per car parce puisque avec porque pues mediante`)

/** Words of a language other than English by the part that they play. */
interface Tongue {
  nots: ReadonlySet<string>
  forbids: ReadonlySet<string>
  /** Words without which a sentence says the same. */
  fillers: ReadonlySet<string>
}

const toForms = (text: string) => toWords(text).flatMap(word => [word, stem(word)])

function toTongue(nots: string, forbids: string, fillers: string): Tongue {
  const [n, f, rest] = [nots, forbids, fillers].map(words => new Set(toForms(words)))
  return { nots: n!, forbids: f!, fillers: rest! }
}

const GERMAN = toTongue(
  'nicht kein keine keinen keinem keiner keines nie niemals nirgends',
  'verboten untersagt unzulässig tabu',
  `der die das den dem des ein eine einen einem einer wir ich man uns unser unsere unseren es ist sind
wird werden wurde worden sein soll sollen sollte muss müssen immer stets bitte mehr dürfen darf können
kann benutzen benutzt benutze verwenden verwendet verwende nutzen nutzt nutze erlaubt zulässig
gestattet auch jetzt hier`,
)
const FRENCH = toTongue(
  'pas jamais aucun aucune plus',
  'interdit interdite interdits interdites défendu',
  `le la les un une des du de on nous il elle ils est sont être faut doit doivent devons peut peuvent
toujours ne utiliser utilise utilisons utilisent employer emploie autorisé autorisée autorisés permis
désormais maintenant`,
)
const SPANISH = toTongue(
  'no nunca jamás tampoco ningún ninguna',
  'prohibido prohibida prohibidos prohibidas',
  `el la los las un una unos unas de del al se es son hay que debe deben debemos siempre ya más usar
usa usamos use utilizar utiliza utilizamos permitido permitida permite permiten puede pueden ahora`,
)

/** Words by which a language is known, none of them English. */
const TELLING = new Map<string, Tongue>([
  ...toForms(`nicht wir der das und ist sind mit auf für kein keine keinen immer nur wird werden nie
nach vor zum beim ein eine bitte`).map(word => [word, GERMAN] as const),
  ...toForms(`le les est sont une pas jamais toujours nous faut dans pour des du avec ne utiliser utilise
sur chaque`).map(word => [word, FRENCH] as const),
  ...toForms(`el los las es son con siempre nunca una se por del usamos hay ya cada
antes`).map(word => [word, SPANISH] as const),
])

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

const ELIDED = new Map([
  ['l', FRENCH],
  ['n', FRENCH],
])
