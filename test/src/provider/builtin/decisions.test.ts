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
