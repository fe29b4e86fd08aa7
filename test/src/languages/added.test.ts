// A language that is added to the table is understood wherever the others are. The table is complete
// before a part of the engine is loaded: it reads it once.
import t from 'tap'
import { en } from '../../../src/languages/en.js'
import { LANGUAGES } from '../../../src/languages/index.js'
import type { Language } from '../../../src/languages/language.js'

/** A language that has no words yet. */
function toEmpty(language: Language): Language {
  const parts = Object.entries(language).map(([part, roles]: [string, unknown]) => {
    const isPart = typeof roles === 'object' && roles !== null
    return [part, isPart ? withoutWords(roles) : roles] as const
  })
  return Object.fromEntries(parts) as unknown as Language
}

function withoutWords(roles: object): object {
  const empty = Object.entries(roles).map(([role, words]: [string, unknown]) => {
    if (typeof words === 'function') return [role, words] as const
    return [role, typeof words === 'string' ? '' : Array.isArray(words) ? [] : {}] as const
  })
  return Object.fromEntries(empty)
}

const none = toEmpty(en)
const ploon: Language = {
  ...none,
  code: 'xx',
  isSpaced: true,
  script: undefined,
  commonest: 'wex|nar',
  requests: { ...none.requests, asks: 'zork', that: 'ke' },
  openings: { ...none.openings, starts: 'hoi', links: 'hoi' },
  gates: { ...none.gates, oneOff: 'lurno ip' },
  changes: {
    ...none.changes,
    takesBack: 'flimbu',
    rules: 'rogla',
    takingBack: ['OPENflimbu da RULE os (?<topic>.+)'],
    replacing: ['OPENex OLD aux(?= )'],
    tells: 'aux',
  },
  scopes: { ...none.scopes, everywhere: 'tuto plek' },
  commands: { ...none.commands, fails: 'krakas' },
  topics: { ...none.topics, asks: 'kiel', questions: [/\bkiel mi (lanzas [^?]{3,80})/] },
  wording: { ...none.wording, works: command => `${command} funkas.` },
  comparing: { ...none.comparing, telling: 'wex|nar', nots: 'nar', days: { monday: 'unudo' } },
  concepts: { ...none.concepts, ALWAYS: 'vreem*' },
}
;(LANGUAGES as Language[]).push(ploon)

t.test('a language that was added is understood in what people say', async t => {
  const { findAsked } = await import('../../../src/provider/builtin/asked.js')
  const { takesBack } = await import('../../../src/provider/builtin/corrections.js')
  const { isOneOff } = await import('../../../src/provider/builtin/gates.js')
  const { skipLeadIn } = await import('../../../src/provider/builtin/lead-ins.js')
  const { findConcepts } = await import('../../../src/provider/builtin/model/concepts.js')
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
  const { languageOf } = await import('../../../src/provider/builtin/procedures/language.js')
  const { findQuestion } = await import('../../../src/provider/builtin/procedures/topic.js')
  const { toldCommands } = await import('../../../src/provider/builtin/procedures/verdicts.js')
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
