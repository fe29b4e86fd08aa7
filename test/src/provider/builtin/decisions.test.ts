import t from 'tap'
import { reflectOn } from './cases.js'

const RETRIES = [
  ['The parcel scanner drops its connection in the cold store, can you look at reconnect.py?'],
  [
    'see the log',
    'It gives up after two tries. How often should it try before it gives up, and how long may it wait in between?',
  ],
  [
    'Six. With nine seconds in between, the door alone takes eight.',
    'Got it - the scanner tries six times with nine seconds in between, because the door takes eight; then it gives up. I changed `reconnect.py` and the tests pass.',
  ],
] as const satisfies [string, string?][]

t.test(
  'what was settled over turns is one memory, in the words in which it was restated',
  async t => {
    const { memories } = await reflectOn(RETRIES, { maxMemories: 2 })
    const [decision] = memories
    t.match(decision, { isDecision: true, content: /six times with nine seconds/i })
    t.notMatch(decision?.title, /^got it/i)
    t.ok(decision?.turns?.includes(3), 'the turn in which it was settled')
    t.match(decision?.aliases.join(' '), /parcel scanner drops its connection/)
  },
)

t.test('the opening of the session names the matter for a later batch', async t => {
  const { memories } = await reflectOn(RETRIES.slice(1), { opening: 'Scans get lost at night' })
  t.match(memories[0]?.aliases, ['Scans get lost at night'])
})

t.test('a proposal that nobody took is in none', async t => {
  const [opening, asked, ...settled] = RETRIES
  const proposed = [asked?.[0] ?? '', `I would raise it to three tries. ${asked?.[1]}`] as const
  const { memories } = await reflectOn([opening ?? '', proposed, ...settled], { maxMemories: 2 })
  t.match(memories[0]?.content, /six times/)
  t.notMatch(memories[0]?.content, /three/)
})

t.test('work that is ordered and what stays open is no decision', async t => {
  for (const turns of [
    [
      ['merge or rebase?', 'No conflicts. Merge or rebase?'],
      ['rebase this time', 'Rebased.'],
    ],
    [
      ['could we drop the mobile app?', 'Perhaps. Shall I count its users?'],
      ['not now', 'OK.'],
    ],
    [
      ['is it slow because of the index?', 'Yes, it was missing.'],
      ['thanks', 'Sure.'],
    ],
  ] as [string, string][][]) {
    const { memories } = await reflectOn(turns)
    t.strictSame(memories, [], `nothing of “${turns.flat().join(' | ')}”`)
  }
})

t.test('a decision names its matter, by a question or by the complaint that began it', async t => {
  const asked = await reflectOn(
    [
      [
        'How long do we keep the call recordings of the support line?',
        'Common values are 30 or 90 days.',
      ],
      ['90', 'Also for those with a complaint?'],
      [
        'complaints two years',
        'So recordings go after 90 days, those with a complaint after two years.',
      ],
    ],
    { maxMemories: 1 },
  )
  t.match(asked.memories[0]?.content, /call recordings|recordings go after 90 days/)
  t.match(asked.memories[0]?.content, /two years/)
  const told = await reflectOn(
    [
      [
        'the feature flags have five ways of naming, that is a mess',
        'Kebab-case, with the team before it?',
      ],
      ['dots. team.thing', 'And inside of a part?'],
      ['underscores', 'So names are team.thing, underscores inside.'],
      ['good', 'The linter checks it.'],
    ],
    { maxMemories: 1 },
  )
  t.match(told.memories[0]?.content, /feature flags.*team\.thing/i)
})

t.test('what a decision says is no memory of its own beside it', async t => {
  const { memories } = await reflectOn(
    [
      ['which names do the new exports get?', 'The site and the date. Underscores or dashes?'],
      ['underscores, and the date in ISO form', 'Shall I rename the old ones?'],
      [
        'old ones stay as they are, the importer knows both',
        'So exports are named site_2026-11-02.csv, the old ones stay.',
      ],
    ],
    { maxMemories: 3 },
  )
  const olds = memories.filter(({ content }) => /old ones stay/i.test(content))
  t.equal(olds.length, 1, 'once')
})
