import t from 'tap'
import { isDangling, resolvePointer } from '../../../../src/provider/builtin/pointers.js'
import { isPersonal, isUniversal } from '../../../../src/provider/builtin/scope.js'
import { cutTitle, toTitle } from '../../../../src/provider/builtin/titles.js'
import { joinSentences, toStatement } from '../../../../src/provider/builtin/wording.js'

t.test('a statement has no lead-in, politeness or task around it', async t => {
  const statements = {
    'no, that is wrong: the staging URL is stage.acme.dev': 'the staging URL is stage.acme.dev',
    'ok thanks, never push to main please': 'never push to main',
    'btw, from now on please use pnpm, ok?': 'use pnpm',
    'can you please always run the linter?': 'always run the linter?',
    'Bitte immer auf Deutsch antworten, danke': 'immer auf Deutsch antworten',
    'übrigens, die API läuft auf 4100': 'die API läuft auf 4100',
    'au fait, la préprod est gelée le vendredi, merci': 'la préprod est gelée le vendredi',
    'por cierto, el servidor es test03': 'el servidor es test03',
    'aliás, o backend fica em services/api': 'o backend fica em services/api',
    '对了,测试服务器是 test03,谢谢': '测试服务器是 test03',
    'ちなみに、本番はAWSです': '本番はAWSです',
    'we use tabs here, so please change it': 'we use tabs here',
    'New rule: no raw SQL': 'no raw SQL',
    'For you: never push to main': 'never push to main',
    'Ok so we never mock the clock': 'we never mock the clock',
    'ah and the tests need docker': 'the tests need docker',
    'Oui on utilise pnpm': 'on utilise pnpm',
    'Detalhe do transporte: a van 12 é reserva': 'Detalhe do transporte: a van 12 é reserva',
    'run make flush and then restart hive': 'run make flush and then restart hive',
    'show the command and wait for the ok': 'show the command and wait for the ok',
  }
  for (const [text, statement] of Object.entries(statements))
    t.equal(toStatement(text), statement, text)
})

t.test('a title names its subject in whole clauses', async t => {
  const titles = {
    'we use tabs here': 'Use tabs here',
    'You must not touch vendor/ without asking': 'Do not touch vendor/ without asking',
    'we moved the repo to GitLab because CI was slow': 'Moved the repo to GitLab',
    'the API lives in packages/api': 'API lives in packages/api',
    "I'd rather see a plan first": 'Rather see a plan first',
    'npm is not allowed': 'npm is not allowed',
    "it's fine to break the CLI but the HTTP API has to stay stable":
      "It's fine to break the CLI but the HTTP API has to stay stable",
    'wir squashen sonst nicht': 'Wir squashen sonst nicht',
    'Rechnungen immer mit einheiten hinschreiben bitte, "0,8" sagt mir nix':
      'Rechnungen immer mit einheiten hinschreiben bitte',
    'when you are done with the migrations, tell me which tables you touched and why':
      'When you are done with the migrations, tell me which tables you touched and why',
    'config.local.yaml overrides everything': 'config.local.yaml overrides everything',
    'avoid comments that restate the code, they rot, and nobody reads them anyway':
      'Avoid comments that restate the code, they rot',
  }
  for (const [statement, title] of Object.entries(titles)) t.equal(toTitle(statement), title)
})

t.test('a title is cut between words, never inside of a command or a character', async t => {
  const command = '`docker compose -f infra/dev.yml run --rm api alembic upgrade head`'
  t.equal(
    cutTitle(`Migrate the development database with ${command}`),
    'Migrate the development database',
  )
  for (const text of ['word '.repeat(40), `${'字'.repeat(90)}`, `x${'😀'.repeat(60)}`, command]) {
    const title = cutTitle(text)
    t.ok(title.length <= 60, title)
    t.notMatch(title, /[\ud800-\udbff]$|\s$/)
    t.equal((title.split('`').length - 1) % 2, 0, title)
  }
})

t.test(
  'a pronoun without its noun is seen, and put right where there is one noun only',
  async t => {
    for (const text of [
      'it runs on Fly.io',
      'always do it like that',
      'das ist verboten',
      'それは禁止です',
    ])
      t.ok(isDangling(text), text)
    for (const text of [
      'it is fine to break the CLI',
      'das Team hat entschieden, dass alle Commits signiert werden',
      'il faut passer par le proxy',
      'Elastic is on 6.8',
      'the build needs Docker because it starts containers',
    ])
      t.notOk(isDangling(text), text)
    t.equal(resolvePointer('it runs on Fly.io', 'The worker is slow.'), 'the worker runs on Fly.io')
    t.equal(resolvePointer('it runs on Fly.io', 'The worker calls the api.'), undefined)
  },
)

t.test(
  'wishes about answers hold everywhere; rules about work hold where they are said',
  async t => {
    for (const text of [
      'always answer in German',
      'réponds en français',
      '请用中文回答',
      'call me Jo',
    ])
      t.ok(isPersonal(text), text)
    for (const text of ['commit messages in English', 'answer support mails within a day'])
      t.notOk(isPersonal(text), text)
    t.ok(isUniversal('in all my projects I prefer pnpm'))
    t.notOk(isUniversal('never push to main'))
  },
)

t.test('sentences are joined with capital letters and stops', async t => {
  t.equal(joinSentences(['use pnpm', 'it is faster!']), 'Use pnpm. It is faster!')
  t.equal(joinSentences(['用 pnpm', '更快']), '用 pnpm。 更快。'.replace(' 更', '更'))
})
