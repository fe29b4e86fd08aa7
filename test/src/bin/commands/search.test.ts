import { join } from 'node:path'
import t from 'tap'
import { addTurns } from '../../../../src/past/parts.js'
import { refreshPast } from '../../../../src/past/segments.js'
import { makeScope } from '../../../../store/projects/projects.js'
import { openStore } from '../../../../store/store.js'
import { makeSession } from '../../backfill/home.js'
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
  const scope = { type: 'project', id: shell.project }
  t.match(memories, [{ scope }])
  t.match(sessions, [{ session: RESET.session, turn: 1, scope, files: ['src/fetch.ts'] }])
})

t.test('what is about something else is not shown, and what is nowhere is said to be', async t => {
  const shell = new Shell(t)
  const store = openStore(join(shell.store, 'svc.json'))
  const folder = await makeScope(store, { type: 'project', id: shell.project })
  addTurns(store, folder.key, [RESET])
  await refreshPast(store)
  await shell.say(['remember', '--title', 'This is it', 'We look into it again, please.'])
  const found = await shell.say(['search', 'please look into the ECONNRESET of it again'])
  t.match(found, /^past sessions\n2026-03-02/)
  t.match(await shell.say(['search', 'what', 'is', 'zebra', 'again']), /^nothing in .* matches/)
})

t.test('--file alone lists the turns that changed a file, from wherever it is named', async t => {
  const shell = new Shell(t)
  const store = openStore(join(shell.store, 'svc.json'))
  const folder = await makeScope(store, { type: 'project', id: shell.project })
  const later = { ...RESET, session: 'later-feed', at: '2026-03-04T10:00:00.000Z' }
  addTurns(store, folder.key, [RESET, later, { ...RESET, session: 'none', did: [] }])
  await refreshPast(store)
  for (const file of ['src/fetch.ts', 'fetch.ts', './src/', join(shell.project, 'src/fetch.ts')]) {
    const said = await shell.say(['search', '--file', file])
    t.match(said, /^past sessions\n2026-03-04 .*later-fe turn 1\n[^]*2026-03-02 .*0a1b2c3d turn 1/)
    t.notMatch(said, /none turn/)
  }
  t.match(await shell.run(['search']), { code: 2, stderr: /TEXT is missing/ })
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
  t.match(
    await forget('0a1b2c3'),
    { code: 1, stderr: /^svc: no session "0a1b2c3" is known here/ },
    'too short',
  )
  const turns = [{ prompt: 'Hello', reply: 'Done.' }]
  const [at, cwd] = [new Date(AT), shell.project]
  const { id } = makeSession(shell.home, { host: 'claude-code', cwd, at, turns })
  t.match(await forget(id), { code: 0, stdout: /no turn of it was kept/ }, 'not learned from yet')
  t.match(await forget('0a1b2c3d'), {
    code: 0,
    stdout: 'forgot session 0a1b2c3d-feed: 1 turn is gone, and none will be kept\n',
  })
  const alike = await forget('01a21e25')
  t.match(alike, { code: 1, stderr: /2 sessions begin so: 01a21e25-853d, 01a21e25-8451/ })
  addTurns(store, folder.key, [{ ...RESET, session: sessions[3]! }])
  t.match(await forget('01a21e25'), { stdout: /^forgot session 01a21e25: 1 turn / }, 'a whole id')
  await forget('01a21e25-853d')
  const again = { code: 0, stdout: /^forgot session 01a21e25: no turn of it was kept/ }
  t.match(await forget('01a21e25'), again, 'again: not the one that begins so')
})
