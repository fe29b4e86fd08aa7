import t from 'tap'
import { planConsolidation } from '../../../src/consolidate/plan.js'
import {
  toContradicted,
  type ConsolidationItem,
  type ConsolidationPlan,
} from '../../../src/consolidate/types.js'
import type { MemoryDocument } from '../../../store/types.js'
import { createItem } from './items.js'

const now = new Date('2026-11-20T10:00:00.000Z')
const plan = (items: ConsolidationItem[], capacity = 200): ConsolidationPlan =>
  planConsolidation(items, { capacity, now })

/** The one document that two items become; undefined where they stay two. */
function merged(
  a: readonly [string, string, object?],
  b: readonly [string, string, object?],
): MemoryDocument | undefined {
  return plan([createItem(...a), createItem(...b)]).merges[0]?.document
}

t.test('two wordings of one thing become one item', async t => {
  const pairs = [
    [
      ['Run tests before commit', 'Always run the tests before committing.'],
      ['Tests before commits', 'Before committing, run the tests!'],
    ],
    [
      ['Use pnpm', '**Use** `pnpm` for installs.'],
      ['use PNPM', 'use pnpm for installs'],
    ],
    [
      ['Installing', 'Use pnpm for package installs.'],
      ['Installs', 'Use pnpm for installing packages.'],
    ],
    [
      ['API port', 'The API listens on port 8080.'],
      ['Port of the API', 'The API server listens on port 8080.'],
    ],
    [
      ['Deploy', '- Run make deploy.\n- Check the logs.\n- Tell the team.'],
      ['Deploying', 'Check the logs. Run make deploy.'],
    ],
  ] as const
  for (const [a, b] of pairs) {
    const document = merged(a, b)
    t.equal(document?.content, a[1], `${a[1]} / ${b[1]}`)
  }
})

t.test('equal content merges whatever the titles, and the richer text stays', async t => {
  const text = 'CI runs on a self-hosted runner called atlas with 8 cores.'
  const rich = 'Database dumps go to the bucket acme-dumps in eu-west-1.'
  const pairs = [
    [['CI runner', text], ['CI runner machine', text], text],
    [['Deploy window', text], ['When do we ship', text], text],
    [['No default exports', text], ['Default exports', text], text],
    [
      ['Runner', text],
      ['The machine', 'CI runs on a self-hosted\nrunner called atlas, with 8 cores'],
      text,
    ],
    [['Runner', text], ['The machine', text.replace('called', 'caled')], text],
    [['Dumps', 'Database dumps go to the bucket acme-dumps.'], ['Where they go', rich], rich],
    [['Where they go', rich], ['Dumps', 'Database dumps go to the bucket acme-dumps.'], rich],
    [
      ['Einrückung', 'Mit zwei Leerzeichen einrücken.'],
      ['Stil', 'Mit zwei Leerzeichen einrücken'],
      'Mit zwei Leerzeichen einrücken.',
    ],
    [
      ['依赖', '本项目使用 pnpm 安装依赖。'],
      ['包管理器', '本项目使用pnpm安装依赖'],
      '本项目使用 pnpm 安装依赖。',
    ],
  ] as const
  for (const [a, b, expected] of pairs) {
    t.equal(merged(a, b)?.content, expected, `${a.join(': ')} / ${b.join(': ')}`)
  }
  const named = merged(['Deploy window', text], ['When do we ship', text])
  t.match(named, { title: 'Deploy window', aliases: ['When do we ship'] }, 'its name finds it too')
})

t.test('a sentence gives way to the one that says more, in its place', async t => {
  const document = merged(
    ['Release', 'Tag the commit. Sessions are kept in Redis. Push the tag.'],
    ['release', 'Sessions are kept in Redis and expire after a day.'],
  )
  t.equal(
    document?.content,
    'Tag the commit. Sessions are kept in Redis and expire after a day. Push the tag.',
  )
})

t.test('a narrower rule does not take the place of the general one', async t => {
  const pairs = [
    ['Tests run with vitest.', 'Unit tests run with vitest.'],
    ['Indent with two spaces.', 'YAML files are indented with two spaces.'],
    ['Run the tests before a push.', 'Run the unit tests before a push.'],
    ['The tests run with vitest.', 'The tests run with vitest in apps/web.'],
  ] as const
  for (const [a, b] of pairs) {
    const { merges } = plan([createItem('Rule', a), createItem('Rule', b)])
    t.equal(merges[0]?.document.content, `${a}\n\n${b}`)
  }
})

t.test('what limits a rule, or is about another environment, adds no detail to it', async t => {
  const pairs = [
    [
      ['Pushing', 'Never push to main.'],
      ['Pushes', 'Never push to main unless it is a hotfix.'],
    ],
    [
      ['Installs', 'Use pnpm for installs.'],
      ['Installing', 'Use pnpm for installs in packages/web.'],
    ],
    [
      ['Staging', 'The cache is cleared by a cron job.'],
      ['Production', 'The cache is cleared by a cron job.'],
    ],
    [
      ['API timeout', 'It is 30 seconds.'],
      ['Job timeout', 'It is 30 seconds.'],
    ],
    [
      ['Replies', 'Replies are cached for a minute.'],
      ['Replies cached', 'Replies are cached for a minute in production.'],
    ],
    [
      ['Contracts', 'The contract service sends the mails.'],
      ['Contacts', 'The contact service sends the mails.'],
    ],
  ] as const
  for (const [a, b] of pairs) t.equal(merged(a, b), undefined, `${a[1]} / ${b[1]}`)
})

t.test('rules about different things stay apart', async t => {
  const pairs = [
    [
      ['Package manager of web', 'Use pnpm in packages/web.'],
      ['Package manager of api', 'Use npm in packages/api.'],
    ],
    [
      ['Database port', 'The database listens on port 5432.'],
      ['Port of the database', 'The database listens on port 5433.'],
    ],
    [
      ['Deploy staging', 'Run make deploy.'],
      ['Deploy production', 'Run make deploy.'],
    ],
    [
      ['Deploying to staging', 'Deploy to staging with make deploy.'],
      ['Deploying to production', 'Deploy to production with make deploy.'],
    ],
    [
      ['Friday pushes', 'Always push on Fridays.'],
      ['Pushes on Friday', 'Never push on Fridays.'],
    ],
    [
      ['Flow', 'The api calls the worker over http.'],
      ['Flow of calls', 'The worker calls the api over http.'],
    ],
    [
      ['Package manager', 'Use npm instead of pnpm.'],
      ['Manager of packages', 'Use pnpm instead of npm.'],
    ],
    [
      ['Verbose flag', 'Run the build with -v on errors.'],
      ['Flag for verbose', 'Run the build with -V on errors.'],
    ],
    [
      ['Test order', 'Run the migration before the tests.'],
      ['Order of tests', 'Run the migration after the tests.'],
    ],
    [
      ['Pushing', 'You may push to main.'],
      ['Pushes', 'You must push to main.'],
    ],
  ] as const
  for (const [a, b] of pairs) t.equal(merged(a, b), undefined, `${a[1]} / ${b[1]}`)
})

t.test('items of one title become one, with every statement once', async t => {
  const document = merged(
    ['Release', 'Tag the commit.\n\n- build it\n- sign it\n\n```sh\nmake release\n```'],
    [
      'release',
      'Tag the commit. Push the tag.\n\n- sign it\n- upload it\n\n```sh\nmake release\n```',
    ],
  )
  t.equal(
    document?.content,
    [
      'Tag the commit.\n\n- build it\n- sign it\n\n```sh\nmake release\n```',
      'Push the tag.',
      '- upload it',
    ].join('\n\n'),
  )
})

t.test("aliases come together, the survivor's first, without its title", t => {
  const united = (own: string[], other: string[]) => {
    const items = [
      createItem('Release', 'Tag the commit.', { aliases: own }),
      createItem('release', 'Tag the commit. Push the tag.', { aliases: other }),
    ]
    return plan(items).merges[0]?.document.aliases
  }
  t.same(united(['ship it'], ['go live', 'Ship it', 'RELEASE']), ['ship it', 'go live'])
  const many = (name: string, length: number) => Array.from({ length }, (_, at) => `${name} ${at}`)
  t.same(united(many('own', 10), many('other', 5)), [...many('own', 10), 'other 0', 'other 1'])
  t.same(united(many('own', 20), ['one more']), many('own', 20), 'what a person wrote stays')
  t.end()
})

t.test('a sentence that leans on the one before it brings that along', async t => {
  const document = merged(
    ['Release', 'Tag the commit. Run the tests. Ask Tom.'],
    ['release', 'Run the tests. They must pass twice.'],
  )
  t.equal(
    document?.content,
    'Tag the commit. Run the tests. Ask Tom.\n\nRun the tests. They must pass twice.',
  )
})

t.test('a statement keeps the headings and the line it stands under', async t => {
  const document = merged(
    ['Deploy', '## Staging\n\n- run make deploy'],
    [
      'Deploy',
      '## Production\n\n- run make deploy\n\nOn failure:\n\n- roll back\n- run make deploy',
    ],
  )
  t.equal(
    document?.content,
    '## Staging\n\n- run make deploy\n\n## Production\n\n- run make deploy\n\nOn failure:\n\n- roll back\n- run make deploy',
  )
})

t.test('text is not appended inside a fence that was left open', async t => {
  const document = merged(['Build', 'Build:\n\n```sh\nmake all'], ['build', 'Then rest.'])
  t.equal(document?.content, 'Build:\n\n```sh\nmake all\n```\n\nThen rest.')
})

t.test('a survivor keeps tags, the oldest date, the pin and the ids of its parts', async t => {
  const items = [
    createItem('Port', 'It is 80.', { id: 'newest11', tags: ['Net', 'b'], uses: 3 }),
    createItem('port', 'It is 80.', {
      ...{ id: 'oldest11', tags: ['net', 'c'], createdAt: '2025-01-01T00:00:00.000Z', uses: 1 },
      source: { runtime: 'cli', mergedFrom: ['earlier1'] },
    }),
    createItem('PORT', 'It is 80.', { id: 'pinned11', tags: ['p'], pinned: true }),
  ]
  const [merge] = plan(items).merges
  t.match(merge, {
    survivor: 'pinned11',
    document: { pinned: true, tags: ['p', 'net', 'c', 'b'], createdAt: '2025-01-01T00:00:00.000Z' },
  })
  t.same([...merge!.absorbed].sort(), ['newest11', 'oldest11'])
  t.same([...merge!.document.source.mergedFrom!].sort(), ['earlier1', 'newest11', 'oldest11'])
})

t.test('a survivor has a date that is known, and none where no part has one', async t => {
  const [early, late] = ['2025-01-01T00:00:00.000Z', '2025-06-01T00:00:00.000Z']
  const datesOf = (...dates: { createdAt: string; undated?: true }[]) => {
    const items = dates.map(date => createItem('Port', 'It is 80.', date))
    const [merge] = plan(items).merges
    const { createdAt, undated } = merge!.document
    return undated === undefined ? createdAt : `about ${createdAt}`
  }
  const loaded = { createdAt: early, undated: true } as const
  t.equal(datesOf(loaded, { createdAt: late }), late, 'the time of a load is no date')
  t.equal(datesOf({ createdAt: late }, loaded), late)
  t.equal(datesOf({ createdAt: early }, { ...loaded, createdAt: late }), early)
  t.equal(datesOf(loaded, { ...loaded, createdAt: late }), `about ${early}`)
})

t.test('pinned items take in others, and only equal pinned ones', async t => {
  const pinned = { pinned: true }
  const different = [
    createItem('Port', 'It is 80.', pinned),
    createItem('port', 'It was 81 once.', pinned),
  ]
  t.same(plan(different).merges, [])
  const equal = [
    createItem('Port', 'It is 80.', pinned),
    createItem('port', 'It **is** 80', pinned),
  ]
  t.equal(plan(equal).merges.length, 1)
  const alike = [
    createItem('Deploy window', 'Tuesdays it is, at ten.', pinned),
    createItem('Windows of deploys', 'Tuesdays it is, at ten.', pinned),
  ]
  t.equal(plan(alike).merges.length, 1, 'a title of the same words is equal')
})

t.test('an item names what it stands against in one order, and itself only alone', async t => {
  const flag = (...ids: string[]) => ({ ids, reason: 'contradiction' as const })
  t.same(
    toContradicted([flag('b', 'c', 'a'), flag('d')]),
    new Map(Object.entries({ b: ['a', 'c'], c: ['a', 'b'], a: ['b', 'c'], d: ['d'] })),
  )
})

t.test('what a newer item says is over goes; what it does not mention stays', async t => {
  const over = [
    [
      'CI system',
      'We use Jenkins for CI.',
      'CI moved',
      'We moved from Jenkins to Buildkite for CI.',
    ],
    ['Linting', 'Use eslint for linting.', 'Linter', 'We no longer use eslint for linting.'],
    ['Queue', 'The queue runs on Redis.', 'Queue', 'Redis was replaced by NATS for the queue.'],
  ] as const
  for (const [title, old, newTitle, newer] of over) {
    const items = [createItem(title, old), createItem(newTitle, newer)]
    const { merges } = plan(items)
    t.equal(merges[0]?.survivor, items[1]!.document.id, newer)
    t.equal(merges[0]?.document.content, newer)
    const [first, second] = [createItem(newTitle, newer), createItem(`${title} again`, old)]
    t.notMatch(
      plan([first, second]).merges[0]?.document.content,
      /^We moved.*CI\.$/,
      'not backwards',
    )
  }
  const undated = createItem(over[0][2], over[0][3], { undated: true })
  const dated = createItem('CI system', 'We use Jenkins for CI.', {
    createdAt: '2020-01-01T00:00:00.000Z',
  })
  t.same(plan([dated, undated]).merges, [], 'nobody knows whether it is newer')
  const retired = { ...dated, document: { ...dated.document, undated: true as const } }
  const told = createItem(over[0][2], over[0][3])
  t.equal(plan([retired, told]).merges.length, 1, 'it was there before')
  const jobs = createItem('Nightly', 'Jenkins runs the backups at 02:00.')
  const moved = createItem('CI moved', 'We moved from Jenkins to Buildkite for CI.')
  t.same(plan([jobs, moved]).merges, [])
  const pinned = createItem('CI system', 'We use Jenkins for CI.', { pinned: true })
  t.same(plan([pinned, moved]).merges, [])
})

t.test('contradictions are marked, once, and unmarked when they are settled', async t => {
  const items = [
    createItem('Indenting', 'Always indent with tabs.'),
    createItem('Indents', 'Never indent with tabs.'),
    createItem('Unrelated', 'The moon is round.'),
  ]
  const first = plan(items)
  const ids = items.slice(0, 2).map(({ document }) => document.id)
  t.same(first.merges, [])
  t.same(first.flags, [{ ids, reason: 'contradiction' }])
  t.match(first.marks, [
    { tags: ['needs-review'], source: { contradicts: [ids[1]] } },
    { tags: ['needs-review'], source: { contradicts: [ids[0]] } },
  ])
  const marked = items.map((item, at) => ({ ...item, document: first.marks[at] ?? item.document }))
  t.same(plan(marked).marks, [], 'not again')
  const settled = marked.slice(1)
  t.match(plan(settled).marks, [{ tags: [], source: { contradicts: undefined } }])
  const decided = marked.map(item => ({ ...item, document: { ...item.document, tags: [] } }))
  t.same(plan(decided).marks, [], 'who takes the tag away has decided')
})

t.test('two choices and two values for one purpose contradict each other', async t => {
  const flags = (a: string, b: string) =>
    plan([createItem('Rule of it', a), createItem('It, a rule', b)]).flags.length
  t.equal(flags('Use npm for installs.', 'Use pnpm for installs.'), 1)
  t.equal(flags('The db listens on port 5432.', 'The db listens on port 5433.'), 1)
  t.equal(flags('Use npm in packages/api.', 'Use pnpm in packages/web.'), 0)
  t.equal(flags('Use npm.', 'Use make.'), 0)
  const many = Array.from({ length: 9 }, (_, n) => createItem(`Note ${n}`, `Use t${n} for tests.`))
  t.same(plan(many).flags, [], 'a list is none')
})

t.test('contradictions are found whatever their phrasing, in six languages', async t => {
  const flags = (a: string, b: string) =>
    plan([createItem('Rule of it', a), createItem('It, a rule', b)]).flags.length
  const pairs = [
    ['We use prettier.', "We don't use prettier any more."],
    ['Prettier is no longer used, because biome is faster.', 'We use prettier.'],
    ['console.log is allowed in src/.', 'console.log is forbidden in src/.'],
    ['In this repo we use pnpm, not npm.', 'We use npm in this repo.'],
    ['Use pnpm, not yarn, for installs.', 'Use yarn for installs.'],
    ['Prettier, not dprint, formats the code.', 'dprint formats the code.'],
    ['Sessions expire after 30 minutes.', 'Sessions expire after 24 hours.'],
    ['Deploys happen on Tuesdays.', 'Deploys happen on Wednesdays.'],
    ['Tests run with jest.', 'We use vitest for tests.'],
    ['Variables are written in camelCase.', 'Variables are written in snake_case.'],
    ['The app uses PostgreSQL.', 'The app uses MySQL.'],
    ['The default branch is main.', 'The default branch is master.'],
    ['Migrations live in db/migrations.', 'Migrations live in prisma/migrations.'],
    ['Wir benutzen Prettier.', 'Wir benutzen Prettier nicht mehr.'],
    ['Il faut toujours signer les commits.', 'Il ne faut jamais signer les commits.'],
    ['Se despliega los viernes.', 'No se despliega los viernes.'],
    ['prettierを使う。', 'prettierは使わない。'],
    ['允许使用默认导出。', '禁止使用默认导出。'],
  ] as const
  for (const [a, b] of pairs) t.equal(flags(a, b), 1, `${a} / ${b}`)
  const none = [
    ['Unit tests run with jest.', 'End-to-end tests run with playwright.'],
    ['ui may import from core.', 'core must not import from ui.'],
    ['Never push to main.', 'Hotfixes may be pushed to main when the on-call engineer agrees.'],
    ['The free plan allows 100 requests.', 'The pro plan allows 1000 requests.'],
    ['No deploys on Fridays.', 'No deploys on Sundays.'],
    ['Postgres is backed up daily.', 'Mongo is backed up daily.'],
    ['Die API bricht nach 30 Sekunden ab.', 'Die Jobs brechen nach 600 Sekunden ab.'],
    ['前端使用 vitest 测试。', '后端使用 pytest 测试。'],
  ] as const
  for (const [a, b] of none) t.equal(flags(a, b), 0, `${a} / ${b}`)
  const titled = [
    createItem('API timeout', 'Calls time out after 30 seconds.'),
    createItem('Job timeout', 'Calls time out after 300 seconds.'),
  ]
  t.same(plan(titled).flags, [], 'titles that name two things')
})

t.test('what others have marked stands until a person decides', async t => {
  const [a, b] = [createItem('One', 'The moon is round.'), createItem('Two', 'Use the blue one.')]
  a.document.source.contradicts = [b.document.id]
  a.document.tags = ['needs-review']
  t.same(plan([a, b]).marks, [])
  t.match(plan([a]).marks, [{ tags: [], source: { contradicts: undefined } }])
})

t.test('above capacity the least valuable go first', async t => {
  const at = '2026-06-01T00:00:00.000Z'
  const old = { createdAt: at, updatedAt: at }
  const item = (id: string, given: object) => createItem(id, `About ${id}.`, { id, ...given })
  const items = [
    item('pinned01', { ...old, pinned: true }),
    item('used0001', { ...old, uses: 5 }),
    item('young001', { createdAt: '2026-11-19T00:00:00.000Z', updatedAt: at }),
    item('recent01', { ...old, updatedAt: '2026-11-01T00:00:00.000Z' }),
    item('rule0001', { ...old, kind: 'constraint' }),
    item('fact0001', old),
    item('other001', { ...old, kind: 'thought' }),
    item('fresh001', { ...old, extra: { restoredAt: '2026-11-19T00:00:00.000Z' } }),
  ]
  const order = ['other001', 'fact0001', 'rule0001', 'recent01', 'young001', 'used0001', 'fresh001']
  t.same(plan(items, 1).evictions, order)
  t.same(plan(items, 0).evictions, order, 'pinned ones stay')
  t.same(plan([...items].reverse(), 5).evictions, order.slice(0, 3))
})

t.test('what was restored stays apart', async t => {
  const extra = { restoredAt: '2026-01-01T00:00:00.000Z' }
  t.equal(merged(['Port', 'It is 80.'], ['Port', 'It is 80.', { extra }]), undefined)
})

t.test('many items of one title do not become one that nobody can read', async t => {
  const items = Array.from({ length: 60 }, (_, n) =>
    createItem('Note', `Number ${n}: ${`word${n} `.repeat(60)}.`),
  )
  const { merges } = plan(items)
  t.ok(merges.length > 1)
  t.ok(merges.every(({ document }) => document.content.length <= 8_000))
})
