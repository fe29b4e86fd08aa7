import { join } from 'node:path'
import t from 'tap'
import { addTurns } from '../../../../src/past/parts.js'
import { refreshPast } from '../../../../src/past/segments.js'
import { makeScope } from '../../../../store/projects/projects.js'
import { openStore } from '../../../../store/store.js'
import { Shell } from '../shell.js'

const AT = '2026-03-02T10:00:00.000Z'
const RESET = {
  ...{ session: '0a1b2c3d-feed', turn: 1, at: AT, host: 'codex' },
  asked: 'The vendor feed died with ECONNRESET again, please look into it and mend it for good',
  answered: 'The vendor closes idle connections after 5 s. The agent keeps none alive now.',
  did: [
    { command: 'npm test', isFailed: true, output: 'Error: read ECONNRESET' },
    { file: 'src/fetch.ts' },
    { command: 'npm test', isFailed: false },
  ],
}

t.test('svc search shows memories and past sessions, each readable at 80 columns', async t => {
  const shell = new Shell(t)
  const store = openStore(join(shell.store, 'svc.json'))
  const folder = await makeScope(store, { type: 'project', id: shell.project })
  addTurns(store, folder.key, [RESET])
  addTurns(store, 'web-0a1b2c3d', [{ ...RESET, session: 'other' }])
  await refreshPast(store)
  await shell.say(['remember', '--title', 'The feed', 'ECONNRESET: no keep-alive to the vendor'])
  const said = await shell.say(['search', 'ECONNRESET', 'feed'])
  t.match(said, /^memories\n\w{8} {2}The feed {2}\(fact, /)
  t.match(
    said,
    /^past sessions\n2026-03-02 {2}codex {2}project {2}0a1b2c3d turn 1\n {2}> The vendor/m,
  )
  t.match(said, /keeps none alive now/)
  t.match(said, /→ `npm test` works since this turn/)
  t.notMatch(said, /other turn/)
  t.same(
    said.split('\n').filter(line => line.length > 80),
    [],
  )
  const unread = await shell.run(['search', 'feed', '--since', '30x'])
  t.match(unread, { code: 2, stderr: /--since takes a date, or an age/ })
  t.match(await shell.say(['search', 'feed', '--all-projects']), /web {2}other turn 1/)
  t.match(
    await shell.say(['search', 'feed', '--since', '2026-04-01', '--sessions']),
    /^nothing in /,
  )
  t.notMatch(await shell.say(['search', 'feed', '--file', 'src']), /^memories/m)
  const { memories, sessions } = JSON.parse(
    await shell.say(['search', 'ECONNRESET', '--json']),
  ) as { memories: unknown[]; sessions: unknown[] }
  t.equal(memories.length, 1)
  t.match(sessions, [{ session: RESET.session, turn: 1, files: ['src/fetch.ts'] }])
})

t.test('svc forget --session takes the beginning of an id that svc search shows', async t => {
  const shell = new Shell(t)
  const store = openStore(join(shell.store, 'svc.json'))
  const folder = await makeScope(store, { type: 'project', id: shell.project })
  const sessions = ['0a1b2c3d-feed', '01a21e25-853d', '01a21e25-8451', '01a21e25']
  addTurns(
    store,
    folder.key,
    sessions.slice(0, 3).map(session => ({ ...RESET, session })),
  )
  const forget = (session: string) => shell.run(['forget', '--session', session])
  t.match(await forget('0a1b2c3'), { code: 0, stdout: /no turn of it was kept/ }, 'too short')
  t.match(await forget('0a1b2c3d'), {
    code: 0,
    stdout: 'forgot session 0a1b2c3d-feed: 1 turn is gone, and none will be kept\n',
  })
  const alike = await forget('01a21e25')
  t.match(alike, { code: 1, stderr: /2 sessions begin so: 01a21e25-853d, 01a21e25-8451/ })
  addTurns(store, folder.key, [{ ...RESET, session: sessions[3]! }])
  t.match(await forget('01a21e25'), { stdout: /^forgot session 01a21e25: 1 turn / }, 'a whole id')
})
