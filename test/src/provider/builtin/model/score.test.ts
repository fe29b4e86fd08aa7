import t from 'tap'
import { analyse } from '../../../../../src/provider/builtin/model/analyse.js'
import { findConcepts } from '../../../../../src/provider/builtin/model/analyse.js'
import { featuresOf, toHash } from '../../../../../src/provider/builtin/model/score.js'
import { toNormal } from '../../../../../src/provider/builtin/model/analyse.js'
import {
  createScorer,
  HEADS,
  openModel,
  type Scores,
} from '../../../../../src/provider/builtin/model/score.js'
import { placeOf, type Message } from '../../../../../src/provider/builtin/model/surroundings.js'
import { processorMs } from '../../../../processor-time.js'

const user = (...texts: string[]): Message => ({ who: 'user', sentences: texts.map(analyse) })
const agent = (...texts: string[]): Message => ({ who: 'agent', sentences: texts.map(analyse) })

function scoreOf(text: string, ...after: Message[]): Scores {
  const messages = [user(text), ...after]
  const own = messages[0]?.sentences[0] ?? analyse(text)
  return createScorer(openModel())(own, placeOf(messages, 0, 0))
}

t.test('names in code, paths, addresses and long quotations are seen as their class', async t => {
  const shown = {
    'run `pnpm test --watch`': /⟨cmd⟩/,
    'run `git status`': /⟨cmdgen⟩/,
    'set `PORT=4000`': /⟨setting⟩/,
    'see src/model/score.ts': /⟨path⟩/,
    'open config.yaml': /⟨file⟩/,
    'https://example.org/a': /⟨url⟩/,
    'mail ops@example.org': /⟨mail⟩/,
    'rename userCount': /⟨ident⟩/,
    'he wrote "we never do that here"': /⟨quote⟩/,
  }
  for (const [text, pattern] of Object.entries(shown)) t.match(toNormal(text), pattern, text)
})

t.test('a concept is found in every language, at the start of a word only', async t => {
  const names = (text: string) => findConcepts(text).map(([name]) => name)
  for (const text of ['never', 'wir tun das nie', 'jamais', 'nunca', '绝不', '絶対'])
    t.ok(names(text).includes('NEVER'), text)
  t.notOk(names('the nievening').includes('NEVER'))
  t.strictSame(
    findConcepts('we always').map(([, at]) => at),
    [0, 3],
  )
})

t.test('features tell the place of a sentence and who says it', async t => {
  const messages = [user('Which port?'), agent('4100, always.')]
  const own = messages[1]?.sentences[0] ?? analyse('')
  const features = featuresOf(own, placeOf(messages, 1, 0))
  for (const one of ['who:agent', 'C:ALWAYS', 'A~C:ALWAYS', 'alone', 'U:q', 'N:none'])
    t.ok(features.has(one), one)
  t.notOk(featuresOf(own, placeOf([user('4100, always.')], 0, 0)).has('A~C:ALWAYS'))
})

t.test('features tell with which concept which clause begins', async t => {
  const messages = [user('Always squash, and never push on Fridays.')]
  const features = featuresOf(messages[0]!.sentences[0]!, placeOf(messages, 0, 0))
  const opening = [...features].filter(one => /^k\dC:\w+$/.test(one))
  t.strictSame(opening, ['k0C:ALWAYS', 'k9C:NEVER'])
})

t.test('a feature has one number of 32 bits', async t => {
  t.equal(toHash('w:never'), toHash('w:never'))
  t.not(toHash('w:never'), toHash('w:ever'))
  t.ok(toHash('w:never') >= 0 && toHash('w:never') < 2 ** 32)
})

t.test('the model that comes along answers each question, the same every time', async t => {
  const scores = scoreOf('Never push to main on Fridays.')
  t.strictSame(Object.keys(scores), [...HEADS])
  t.strictSame(scoreOf('Never push to main on Fridays.'), scores)
  t.ok(scores.keep > scoreOf('push to main').keep, 'a rule is kept rather than a task')
  t.ok(scores.c > scores.r, 'as a constraint rather than a procedure')
  const taken = scoreOf('never mind, forget what I said about tabs')
  t.ok(taken.retract > scores.retract, 'what takes back is told from what states')
})

t.test('the model is small, and asks more of an agent than of a person', async t => {
  const { WEIGHTS } = await import('../../../../../src/provider/builtin/model/weights.js')
  t.ok(WEIGHTS.length < 350_000, `${WEIGHTS.length} characters`)
  const { least } = openModel()
  t.ok(least.agent > least.user && least.user > 0, JSON.stringify(least))
})

t.test('a sentence takes less than 5 ms', async t => {
  const text =
    'By the way, our staging runs on port 4100 since May, so never hard-code 4000 in tests.'
  const place = () => placeOf([user(text)], 0, 0)
  createScorer(openModel())(analyse(text), place())
  const took = await processorMs(() => {
    const score = createScorer(openModel())
    for (let at = 0; at < 200; at++) score(analyse(text), place())
  })
  t.ok(took / 200 < 5, `${took} ms of processor time for 200`)
})
