import { join } from 'node:path'
import t, { type Test } from 'tap'
import { addTurns } from '../../../../src/past/parts.js'
import { refreshPast } from '../../../../src/past/segments.js'
import type { PastTurn } from '../../../../src/past/turns.js'
import { makeScope } from '../../../../store/projects/projects.js'
import { openStore } from '../../../../store/store.js'
import { Shell } from '../shell.js'

const OUTPUT = 'Error: connect ECONNREFUSED 127.0.0.1:5432\n    at TCPConnectWrap.afterConnect'
const ERROR = 'Error: connect ECONNREFUSED 10.0.0.9:5432'

function turn(session: string, at: string, more: Partial<PastTurn> = {}): PastTurn {
  return {
    session,
    turn: 1,
    at,
    host: 'codex',
    asked: 'The tests fail',
    answered: 'Postgres was not running. I started it with Compose, and the tests pass.',
    did: [
      { command: 'npm test', isFailed: true, output: OUTPUT },
      { command: 'docker compose up -d db', isFailed: false },
      { file: 'README.md' },
      { command: 'npm test', isFailed: false },
    ],
    ...more,
  }
}

/** A shell whose store holds these turns, those of its project and those of another one. */
async function setUp(t: Test, own: PastTurn[], others: PastTurn[] = []): Promise<Shell> {
  const shell = new Shell(t)
  const store = openStore(join(shell.store, 'svc.json'))
  const folder = await makeScope(store, { type: 'project', id: shell.project })
  addTurns(store, folder.key, own)
  addTurns(store, 'web-0a1b2c3d', others)
  await refreshPast(store)
  return shell
}

t.test('what worked is shown with its session, and the command to copy', async t => {
  const older = turn('s-old', '2026-02-02T10:00:00.000Z')
  const shell = await setUp(t, [older, turn('s-new', '2026-03-02T10:00:00.000Z')])
  const said = await shell.say(['fix', ERROR])
  t.match(
    said,
    /^Met 2 times in 2 sessions:\n {2}Error: connect ECONNREFUSED 127\.0\.0\.1:5432\n\n/,
  )
  t.match(said, /^1\. project · 2026-03-02 \(\S+ ago\) · codex · 2 times$/m)
  t.match(said, /^ {5}\$ docker compose up -d db$/m)
  t.match(said, /^ {5}changed README\.md$/m)
  t.match(said, /^ {5}then this worked: npm test$/m)
  t.match(said, /^ {5}session s-new, turn 1$/m)
  t.match(said, /Postgres was not running\./)
  t.ok(said.split('\n').every(line => line.length <= 80))
})

t.test('an error is read from standard input, and answered as JSON', async t => {
  const shell = await setUp(t, [turn('s1', '2026-03-02T10:00:00.000Z')])
  for (const args of [
    ['fix', '--json'],
    ['fix', '--json', '-'],
  ]) {
    const answer = JSON.parse(
      await shell.say(args, { input: `\u001b[31m${ERROR}\u001b[0m\n` }),
    ) as unknown
    t.match(answer, {
      turns: 1,
      sessions: 1,
      fixes: [{ session: 's1', scope: { type: 'project', id: shell.project }, worked: 'npm test' }],
    })
  }
})

t.test('the own project comes first, --scope narrows, --limit bounds', async t => {
  const did = [
    { command: 'npm test', isFailed: true, output: OUTPUT },
    { file: 'src/db.ts' },
    { command: 'npm test', isFailed: false },
  ]
  const others = [turn('s-other', '2026-06-02T10:00:00.000Z', { did })]
  const shell = await setUp(t, [turn('s-own', '2026-03-02T10:00:00.000Z')], others)
  const sessionsOf = async (args: string[]) => {
    const said = await shell.say(['fix', '--json', ...args, ERROR])
    return (JSON.parse(said) as { fixes: { session: string }[] }).fixes.map(one => one.session)
  }
  t.same(await sessionsOf([]), ['s-own', 's-other'])
  t.same(await sessionsOf(['--limit', '1']), ['s-own'])
  t.same(await sessionsOf(['--scope', 'project']), ['s-own'])
  t.same(await sessionsOf(['--scope', 'global']), [])
})

t.test('an error that was never mended is said to be so, an unknown one to be unknown', async t => {
  const did = [{ command: 'npm test', isFailed: true, output: OUTPUT }]
  const answered = 'I do not know why.'
  const shell = await setUp(t, [turn('s1', '2026-03-02T10:00:00.000Z', { did, answered })])
  const said = await shell.say(['fix', ERROR])
  t.match(said, /^Met once, and not known to have been mended:\n/)
  t.match(said, /^ {5}failed: npm test$/m)
  t.match(said, /^ {5}it ended: I do not know why\.$/m)
  t.notMatch(said, /worked/)
  t.equal(await shell.say(['fix', 'Error: spawn ENOENT']), 'No past session has met this error.\n')
})

t.test('what was mended a moment ago is told so', async t => {
  const shell = await setUp(t, [turn('s1', new Date().toISOString())])
  t.match(await shell.say(['fix', ERROR]), /\(just now\) · codex$/m)
})

t.test('words of a person are not shown as what a command printed', async t => {
  const asked = 'Why is it ECONNREFUSED postgres: connect ECONNREFUSED 10.0.0.1:5432'
  const did = [{ file: 'a.ts' }, { command: 'npm test', isFailed: false }]
  const told = turn('s-told', '2026-04-02T10:00:00.000Z', { asked, did })
  const shell = await setUp(t, [turn('s-printed', '2026-03-02T10:00:00.000Z'), told])
  const printed = /^Met 2 times in 2 sessions:\n {2}Error: connect ECONNREFUSED 127\.0\.0\.1:5432\n/
  t.match(await shell.say(['fix', ERROR]), printed)
  await shell.say(['forget', '--session', 's-printed'])
  t.match(
    await shell.say(['fix', ERROR]),
    /^Met once:\n {2}told: connect ECONNREFUSED 10\.0\.0\.1:5432\n/,
  )
})

t.test('no error at all is a mistake of the caller', async t => {
  const shell = new Shell(t)
  const { code, stderr } = await shell.run(['fix'], { input: ' \n' })
  t.equal(code, 2)
  t.match(stderr, /the error is empty/)
})
