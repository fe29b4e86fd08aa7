// A language that is added to the table is understood wherever the others are. The table is complete
// before a part of the engine is loaded: it reads it once.
import t from 'tap'
import { en } from '../../../src/languages/en.js'
import { LANGUAGES } from '../../../src/languages/index.js'
import { toLanguage, type Language, type Table } from '../../../src/languages/language.js'

const noConcepts = Object.keys(en.concepts).map(concept => [concept, ''] as const)
const ploon: Table = {
  code: 'xx',
  isSpaced: true,
  script: undefined,
  commonest: 'wex|nar',
  requests: { asks: 'zork', that: 'ke' },
  dates: {},
  openings: { starts: 'hoi', links: 'hoi' },
  gates: { oneOff: 'lurno ip' },
  secrets: {},
  pasted: {},
  answers: {},
  changes: {
    takesBack: 'flimbu',
    rules: 'rogla',
    takingBack: ['OPENflimbu da RULE os (?<topic>.+)'],
    replacing: ['OPENex OLD aux(?= )'],
    tells: 'aux',
  },
  pointers: {},
  scopes: { everywhere: 'tuto plek' },
  shapes: {},
  tags: {},
  approvals: {},
  commands: { fails: 'krakas' },
  skills: {},
  told: {},
  topics: { asks: 'kiel', questions: [/\bkiel mi (lanzas [^?]{3,80})/] },
  wording: { ...en.wording, works: command => `${command} funkas.` },
  comparing: { telling: 'wex|nar', nots: 'nar', days: { monday: 'unudo' } },
  reflecting: {},
  features: {},
  concepts: { ...(Object.fromEntries(noConcepts) as Table['concepts']), ALWAYS: 'vreem*' },
}
;(LANGUAGES as Language[]).push(toLanguage(ploon))

t.test('a language that was added is understood in what people say', async t => {
  const { findAsked } = await import('../../../src/provider/builtin/asked.js')
  const { takesBack } = await import('../../../src/provider/builtin/retractions.js')
  const { isOneOff } = await import('../../../src/provider/builtin/gates.js')
  const { skipLeadIn } = await import('../../../src/provider/builtin/wording.js')
  const { findConcepts } = await import('../../../src/provider/builtin/model/analyse.js')
  const { findReplaced, topicOf } = await import('../../../src/provider/builtin/retractions.js')
  const { isUniversal } = await import('../../../src/provider/builtin/scope.js')
  const { toSentences } = await import('../../../src/provider/builtin/sentences.js')
  t.same([...findAsked(toSentences('Zork ke wex blip nuvo.', 0)).values()], [8])
  t.equal(skipLeadIn('Hoi wex blip nuvo'), 4)
  t.ok(takesBack('Flimbu!'))
  t.equal(topicOf('Flimbu da rogla os blip'), 'blip')
  t.equal(findReplaced('ex npm aux pnpm'), 'npm')
  t.ok(isOneOff('blip lurno ip'))
  t.ok(isUniversal('blip tuto plek'))
  t.same(findConcepts('vreemas'), [['ALWAYS', 0]])
})

t.test('… in procedures, which are worded in it', async t => {
  const { languageOf } = await import('../../../src/languages/detect.js')
  const { findQuestion } = await import('../../../src/provider/builtin/procedures/topic.js')
  const { toldCommands } = await import('../../../src/provider/builtin/procedures/mended.js')
  t.equal(findQuestion('Kiel mi lanzas la servilo?')?.topic, 'lanzas la servilo')
  t.match(toldCommands('`npm test` krakas.'), [{ command: 'npm test', isFailed: true }])
  t.equal(languageOf('wex nar wex').wording.works('`x`'), '`x` funkas.')
})

t.test('… and where two memories say the opposite', async t => {
  const { claimsOf } = await import('../../../src/consolidate/claims.js')
  const { toStatement } = await import('../../../src/consolidate/statement.js')
  const [is, isNot] = ['wex blip nuvo', 'wex blip nuvo nar'].map(text => {
    return claimsOf(toStatement(text)).find(({ frame }) => frame.startsWith('|!'))
  })
  t.equal(is?.frame, isNot?.frame)
  t.not(is?.value, isNot?.value)
})
