import t from 'tap'
import { findFixes, type PastSession } from '../../../src/past/fix.js'
import type { PastStep, PastTurn } from '../../../src/past/turns.js'

const REFUSED = 'Error: connect ECONNREFUSED 127.0.0.1:5432\n    at TCPConnectWrap.afterConnect'
const ASKED = 'Error: connect ECONNREFUSED 10.0.0.7:5432\n    at TCPConnectWrap.other (node:net:99)'

const fails = (command: string, output = REFUSED): PastStep => ({ command, isFailed: true, output })
const works = (command: string): PastStep => ({ command, isFailed: false })
const changes = (file: string): PastStep => ({ file })

/** A session of the turns that did these steps, a day. */
function session(id: string, day: string, turns: PastStep[][], key = 'shop'): PastSession {
  return {
    key,
    turns: turns.map((did, at): PastTurn => {
      const texts = {
        asked: `Question ${at + 1}`,
        answered: `Answer ${at + 1}. It is so. And more.`,
      }
      return { session: id, turn: at + 1, at: `${day}T10:0${at}:00.000Z`, ...texts, did }
    }),
  }
}

const ask = (sessions: PastSession[], own?: string) => findFixes(ASKED, sessions, { own })

t.test('what was run between the failure and the success is the fix', async t => {
  const steps = [
    fails('npm test'),
    works('ls -la'),
    works('docker compose up -d db'),
    works('npm test'),
  ]
  const { fixes, turns, sessions } = ask([session('s1', '2026-03-02', [steps])])
  t.same([turns, sessions, fixes.length], [1, 1, 1])
  t.match(fixes[0], {
    key: 'shop',
    session: 's1',
    turn: 1,
    mendedIn: 1,
    failed: 'npm test',
    error: 'Error: connect ECONNREFUSED 127.0.0.1:5432',
    commands: ['docker compose up -d db'],
    files: [],
    worked: 'npm test',
    isProven: true,
    answered: 'Answer 1. It is so. And more.',
    times: 1,
  })
})

t.test('the same command is known again with other arguments, wrappers and folders', async t => {
  const pairs: readonly (readonly [string, string])[] = [
    ['npm test', 'cd app && CI=1 npm test'],
    ['pytest tests/test_a.py', 'python -m pytest tests'],
    ['git push origin main', 'git -c http.postBuffer=1 push origin main'],
    ['pip install svc', '/opt/venv/bin/pip install svc'],
    ['npm ci', 'npm install'],
    ['./gradlew assembleDebug', './gradlew assembleDebug assembleRelease'],
    ['node dist/cli.js import --vendor a', 'node dist/cli.js import --vendor a --batch 9'],
    ['docker compose up', 'docker compose up -d'],
    ['kubectl -n a apply -f x.yaml', 'kubectl apply -f x.yaml -n a'],
  ]
  for (const [failed, worked] of pairs) {
    const steps = [fails(failed), changes('src/db.ts'), works(worked)]
    t.match(ask([session('s', '2026-03-02', [steps])]).fixes, [{ worked, isProven: true }], failed)
  }
})

t.test(
  'another command of the program is no proof, one that only looks is none at all',
  async t => {
    const other = [fails('pod install'), works('pod update hermes')]
    t.match(ask([session('s', '2026-03-02', [other])]).fixes, [
      { worked: 'pod update hermes', isProven: false },
    ])
    const looking = [fails('git push'), works('git status'), works('cat a.ts')]
    t.same(ask([session('s', '2026-03-02', [looking])]).fixes, [])
  },
)

t.test(
  'attempts that failed in the same way are no part of it; files of the success come first',
  async t => {
    const turns = [
      [fails('npm test'), changes('src/wrong.ts'), works('npm install pg'), fails('npm test')],
      [changes('src/later.ts')],
      [changes('src/right.ts'), works('npm test')],
    ]
    const { fixes, turns: met } = ask([session('s1', '2026-03-02', turns)])
    t.equal(met, 1)
    t.match(fixes, [
      { turn: 1, mendedIn: 3, files: ['src/right.ts', 'src/later.ts'], commands: [] },
    ])
    t.equal(fixes.length, 1)
  },
)

t.test('the same way is told once, with how often; own project first, then the newest', async t => {
  const way = [fails('npm test'), works('docker compose up -d db'), works('npm test')]
  const sessions = [
    session('old', '2025-01-01', [way]),
    session('new', '2026-01-01', [way]),
    session(
      'own',
      '2025-06-01',
      [[fails('npm test'), changes('src/db.ts'), works('npm test')]],
      'web',
    ),
  ]
  const { fixes, turns } = ask(sessions, 'web')
  t.equal(turns, 3)
  t.same(
    fixes.map(({ session, times }) => [session, times]),
    [
      ['own', 1],
      ['new', 2],
    ],
  )
  t.equal(ask(sessions).fixes[0]?.session, 'new')
  t.equal(findFixes(ASKED, sessions, { limit: 1 }).fixes.length, 1)
})

t.test(
  'of two ways the one of a time to come, which a wrong clock told, is not the newest',
  async t => {
    const way = (name: string) => [[fails('npm test'), works(name), works('npm test')]]
    const sessions = [
      session('ahead', '2099-01-01', way('start a')),
      session('now', '2026-03-02', way('start b')),
    ]
    for (const given of [sessions, [...sessions].reverse()])
      t.same(
        ask(given).fixes.map(fix => fix.session),
        ['now', 'ahead'],
      )
  },
)

t.test('an error that was never mended is told, and no fix', async t => {
  const sessions = [session('s1', '2026-03-02', [[fails('npm test')], [works('git log')]])]
  const { fixes, unmended, turns } = ask(sessions)
  t.same(fixes, [])
  t.equal(turns, 1)
  t.match(unmended, [
    { session: 's1', turn: 1, failed: 'npm test', answered: 'Answer 2. It is so. And more.' },
  ])
})

t.test('an error that a person told of is known', async t => {
  const told = session('s1', '2026-03-02', [
    [changes('values.yaml'), works('kubectl apply -f values.yaml')],
  ])
  const asked = 'The web pods never get ready: Error: connect ECONNREFUSED 10.9.9.9:5432'
  const { fixes } = ask([{ ...told, turns: told.turns.map(turn => ({ ...turn, asked })) }])
  t.match(fixes, [{ files: ['values.yaml'], isProven: false }])
  t.notOk('failed' in fixes[0]!)
})

t.test('the line that is told is the one that agrees, not the first that is telling', async t => {
  const output = [
    'Type error: failed to read tsconfig.base.json',
    'src/b.ts: error TS2322: Type string is not assignable to type number',
  ].join('\n')
  const steps = [fails('npx tsc', output), changes('src/b.ts'), works('npx tsc')]
  const past = [session('s1', '2026-03-02', [steps])]
  t.equal(findFixes('error TS2322', past).fixes[0]?.error, output.split('\n')[1])
  const unmended = [session('s1', '2026-03-02', [[fails('npx tsc', output)]])]
  t.equal(findFixes('error TS2322', unmended).unmended[0]?.error, output.split('\n')[1])
})

t.test('of what a person told, the part that agrees is the error', async t => {
  const told = session('s1', '2026-03-02', [[changes('a.yaml'), works('kubectl apply -f a.yaml')]])
  const asked = 'Pods of the shop never get ready: connect ECONNREFUSED 10.9.9.9:5432'
  const { fixes } = ask([{ ...told, turns: told.turns.map(turn => ({ ...turn, asked })) }])
  t.equal(fixes[0]?.error, 'connect ECONNREFUSED 10.9.9.9:5432')
})

t.test('a class or an exit code alone is of the errors of any tool', async t => {
  const outputs = [
    "TypeError: Cannot read properties of undefined (reading 'x')",
    'ValueError: bad literal for int',
    'Error: failed to load config from vite.config.ts',
    'The job failed with exit code 1',
  ]
  const past = outputs.map((output, at) =>
    session(`s${at}`, '2026-03-02', [[fails('make', output), changes('a.ts'), works('make')]]),
  )
  const alone = [
    'TypeError',
    'Uncaught TypeError',
    'TypeError: failed',
    'ValueError',
    'exit code 1',
  ]
  for (const text of [...alone, 'Error: failed', 'TypeError: x is not a function'])
    t.equal(findFixes(text, past).turns, 0, text)
  for (const text of outputs.slice(0, 3)) t.equal(findFixes(text, past).turns, 1, text)
})

t.test('a near miss and a text without any error are not answered', async t => {
  const sessions = [session('s1', '2026-03-02', [[fails('npm test'), works('npm test')]])]
  for (const text of [
    'Error: connect ECONNREFUSED 127.0.0.1:6379',
    'Error',
    '',
    '$ ls',
    'Error: failed',
  ])
    t.match(findFixes(text, sessions), { turns: 0, fixes: [], unmended: [] }, text)
})
