import t from 'tap'
import { analyse } from '../../../../src/provider/builtin/model/analyse.js'
import type { Spoken } from '../../../../src/provider/builtin/conversation.js'
import { findGate, holdsSecret, isOneOff } from '../../../../src/provider/builtin/gates.js'
import { HEADS, type Scores } from '../../../../src/provider/builtin/model/score.js'
import { placeOf } from '../../../../src/provider/builtin/model/surroundings.js'
import { toSentences } from '../../../../src/provider/builtin/sentences.js'

/** A sentence that the model is sure to keep: only a gate can hold it back. */
function speak(text: string): Spoken {
  const sentence = toSentences(text, 0)[0]
  if (sentence === undefined) throw new Error(text)
  const own = analyse(sentence.text)
  const scores = Object.fromEntries(HEADS.map(head => [head, 9])) as Scores
  const place = placeOf([{ who: 'user', sentences: [own] }], 0, 0)
  return { ...sentence, who: 'user', own, place, scores }
}

const BARRED: Record<string, string[]> = {
  secret: [
    'the password for staging is Tulpe-9-mond',
    'remember: API key = abc123-def456',
    'das Passwort ist übrigens Mond-Tulpe-9',
    'le mot de passe est fleur-2041',
    'la contraseña es luna#2031',
    'a senha do rack é Tucupi#2031',
    '密码是 neko-999-x',
    'remember: the admin password of the demo box is Blaubeere-2207x',
    'Das Passwort vom WLAN im Büro ist Sommer2024!',
    'el pin de la caja fuerte es 4471',
    'パスワードは neko-neko-999 です',
    'always use [redacted:openai-key] for releases',
  ],
  quoted: [
    '"we always use yarn in this repo"',
    'Translate to French: We always use feature flags.',
    'reply to the customer: we never store card numbers',
    'commit with the message we decided to use Redis',
    '翻译:我们总是使用功能开关',
  ],
  question: ['should we always use strict mode?', '我们总是用 Redis 吗？'],
  hypothetical: [
    'what if we only deployed on Mondays',
    'maybe we should always use Kafka for that',
    'angenommen wir nehmen immer Kafka',
    'imaginons qu’on livre toujours le lundi',
    'supongamos que siempre usamos Kafka',
    '假如我们总是用 Kafka',
  ],
  'one-off': [
    'for now always use npm',
    'only for this PR: skip the changelog',
    'bitte ausnahmsweise direkt auf main pushen',
    "pour l'instant on utilise toujours la base de test",
    'por ahora usamos siempre SQLite',
    '这次都用 npm',
    '今回だけ必ず npm を使って',
  ],
  irony: ['always push on Friday evening, what could go wrong', 'na klar, immer direkt auf Prod'],
  reported: [
    'the docs say you must never call close twice',
    'some guy claims we should always use Redux',
  ],
}

for (const [gate, texts] of Object.entries(BARRED))
  t.test(`${gate}: not kept, however sure the model is`, async t => {
    for (const text of texts) t.equal(findGate(speak(text)), gate, text)
  })

t.test('what only looks like it passes', async t => {
  const texts = [
    'never push to main on Fridays',
    'passwords are hashed with argon2id',
    'the token is valid for 15 minutes',
    'the pin of the sensor is GPIO-17',
    'la clave de la tabla es id_cliente',
    'runner secrets live in Vault under ci/',
    'from now on use pnpm, ok?',
    'can you always run the linter before committing, please?',
    'npm is ok for now, but legacy-peer-deps never goes into CI',
    'we use "main" as the default branch',
    'the docs are hosted on Read the Docs',
    'our sprint always lasts two weeks',
  ]
  for (const text of texts) t.equal(findGate(speak(text)), undefined, text)
})

t.test('only the part that is kept is judged for what it is about', async t => {
  const text = 'what does this do? never call it twice'
  const from = text.indexOf('never')
  t.equal(findGate(speak('never call close() twice, why did you?'), 0, 24), undefined)
  t.ok(from > 0)
  t.ok(isOneOff('just for today'))
  t.notOk(isOneOff('always'))
  t.ok(holdsSecret('pw: hunter2-prod-4711'))
  t.notOk(holdsSecret('the login page is slow'))
})
