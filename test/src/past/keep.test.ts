import { readFileSync, writeFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { noteForgotten } from '../../../src/past/forget.js'
import { keepTurns, toPastTurn, type SpokenTurn } from '../../../src/past/keep.js'
import { isLeftOut, isPathLeftOut } from '../../../src/past/left-out.js'
import { listParts, packBefore, readPart } from '../../../src/past/parts.js'
import { writePointer } from '../../../store/projects/pointers.js'
import { openStore, statePath } from '../../../store/store.js'
import { temporaryFolder } from '../../store/fixture.js'

const KEY = 'bridge-0a1b2c3d'
const NOW = new Date('2026-03-02T12:00:00Z')
const BOUNDS = { pastMegabytes: 500, pastDays: 730, pastLeaveOut: '', now: NOW }
const TOKEN = `ghp_${'a1B2c3D4e5'.repeat(4)}`.slice(0, 40)

function newStore() {
  return openStore(join(temporaryFolder(t), 'svc.json'))
}

function spoken(number: number, more: Partial<SpokenTurn> = {}): SpokenTurn {
  const texts = { asked: `Question ${number}`, answered: `Answer ${number}` }
  return { turn: number, at: '2026-03-02T10:00:00.000Z', ...texts, did: [], ...more }
}

function kept(number: number, more: Partial<SpokenTurn> = {}, session = 's1') {
  return toPastTurn(session, 'codex', '/home/me/bridge', spoken(number, more))
}

t.test('a turn is cleaned, and holds no secret in any of its fields', t => {
  const turn = kept(1, {
    at: '2026-03-02T01:00:00+02:00',
    asked: `<system-reminder>no</system-reminder>Push with ${TOKEN}`,
    answered: `Used ${TOKEN}.`,
    did: [
      {
        command: `curl -H "Authorization: Bearer ${TOKEN}" https://x`,
        isFailed: false,
        output: 'ok',
      },
      { command: 'npm test', isFailed: true, output: `Error: ${TOKEN} was refused` },
      {
        command: 'grep',
        isFailed: true,
        output: `\u001b[31m${TOKEN.slice(0, 9)}\u001b[0m${TOKEN.slice(9)}`,
      },
      { command: 'sleep 9 &' },
      { file: `/home/me/bridge/src/${TOKEN}/a.ts` },
      { file: `/etc/${TOKEN}` },
    ],
  })
  t.notMatch(JSON.stringify(turn), /ghp_|system-reminder/)
  t.match(turn, { session: 's1', turn: 1, host: 'codex', at: '2026-03-01T23:00:00.000Z' })
  t.match(turn.asked, /^Push with \[redacted:/)
  t.match(turn.did, [
    { isFailed: false, output: undefined },
    { command: 'npm test', isFailed: true, output: /^Error: \[redacted:[^\]]+\] was refused$/ },
    { output: /^\[redacted:/ },
    { command: 'sleep 9 &', isFailed: undefined },
    { file: /^src\/redacted-[a-z0-9]{20}\/a\.ts$/ },
    { file: /^\/etc\/redacted-[a-z0-9]{20}$/ },
  ])
  t.notMatch(toPastTurn(TOKEN, undefined, undefined, spoken(1)).session, /ghp_/)
  t.end()
})

t.test('files are told from the folder of the project', t => {
  const filesOf = (root: string | undefined, ...files: string[]) =>
    toPastTurn('s', undefined, root, spoken(1, { did: files.map(file => ({ file })) })).did.map(
      step => 'file' in step && step.file,
    )
  t.same(
    filesOf('/home/me/bridge', '/home/me/bridge/a.ts', './b.ts', 'src/c.ts', '/home/me/bridge2/d'),
    ['a.ts', 'b.ts', 'src/c.ts', '/home/me/bridge2/d'],
  )
  t.same(filesOf('C:\\work', 'C:\\work\\src\\a.ts', 'src\\b.ts'), ['src/a.ts', 'src/b.ts'])
  t.same(filesOf(undefined, '/x/a.ts', '/x/a.ts', 'b.ts'), ['/x/a.ts', 'b.ts'], 'once in a row')
  t.end()
})

t.test('texts have their bounds, and are redacted before they are cut', t => {
  const lines = Array.from({ length: 400 }, (_, at) => `step ${at} of the build went by`)
  lines[200] = 'TypeError: cannot read properties of undefined'
  lines[399] = 'make: *** [all] stopped'
  const long = kept(1, {
    did: [
      { command: `echo ${'x '.repeat(240)}${TOKEN}`, isFailed: true, output: lines.join('\n') },
      { command: `cat <<END\n${'word '.repeat(9_000)}\nEND` },
      ...Array.from({ length: 70 }, (_, at) => ({ file: `f${at}.ts` })),
    ],
  })
  t.equal(long.did.length, 60, 'the last ones')
  const [failed, other] = kept(1, {
    did: [
      { command: `echo ${'x '.repeat(240)}${TOKEN}`, isFailed: true, output: lines.join('\n') },
      {
        command: `cat <<END\n${'word '.repeat(9_000)}\nEND`,
        isFailed: true,
        output: `${'y'.repeat(1_990)} ${TOKEN}`,
      },
    ],
  }).did as [{ command: string; output: string }, { command: string; output: string }]
  t.ok(failed.command.length <= 500 && !failed.command.includes('ghp_'))
  t.ok(failed.output.length <= 2_000)
  t.match(failed.output, /TypeError: cannot read.*\nstep 201[^]*stopped$/)
  t.equal(other.command.length, 500)
  t.notMatch(other.output, /ghp/)
  t.end()
})

t.test('what was forgotten, left out or is too old is not kept', async t => {
  const store = newStore()
  noteForgotten(store, 'gone', NOW)
  noteForgotten(store, 'gone', NOW)
  const old = kept(3, { at: '2024-01-01T00:00:00Z' })
  t.equal(keepTurns(store, KEY, [kept(1), kept(2, {}, 'gone'), old], BOUNDS), 1)
  t.same(
    listParts(store, KEY).flatMap(part => readPart(part)),
    [kept(1)],
  )
  const list = readFileSync(statePath(store, 'past', 'forgotten.jsonl'), 'utf8')
  t.equal(list.split('\n').length, 2, 'once')
  t.notMatch(list, 'gone', 'by a name that tells nothing')
  t.equal(keepTurns(store, KEY, [kept(4)], { ...BOUNDS, pastMegabytes: 0 }), 0)
  t.equal(keepTurns(store, KEY, [kept(4)], { ...BOUNDS, pastLeaveOut: '*' }), 0)
  t.equal(keepTurns(store, KEY, [kept(4)], BOUNDS), 1)
  t.equal(keepTurns(store, KEY, [kept(4)], BOUNDS), 0)
})

t.test('a turn that a wrong clock dated is kept', async t => {
  const store = newStore()
  const times = ['1970-01-01T00:00:00.000Z', '2099-01-01T00:00:00.000Z']
  const turns = times.map((at, number) => kept(number, { at }))
  t.equal(keepTurns(store, KEY, turns, BOUNDS), 2)
  t.same(
    listParts(store, KEY).flatMap(part => readPart(part)),
    turns,
  )
})

t.test('a project is left out by its name, its path or a folder around it', async t => {
  const store = newStore()
  writePointer(store, { path: '/home/me/private/bridge', folder: KEY })
  const isOut = (pastLeaveOut: string) => isLeftOut(store, KEY, { ...BOUNDS, pastLeaveOut })
  for (const entry of ['bridge', ' other, bridge ', '/home/me/private', '/home/me/private/bridge/'])
    t.equal(isOut(entry), true, entry)
  for (const entry of ['', 'brid', '/home/me/priv', 'private']) t.equal(isOut(entry), false, entry)
  t.equal(isPathLeftOut('C:\\me\\bridge', { ...BOUNDS, pastLeaveOut: 'c:, bridge' }), true)
})

t.test('a damaged part is set aside, and what is kept goes on', async t => {
  const store = newStore()
  keepTurns(store, KEY, [kept(1)], BOUNDS)
  packBefore(store, KEY, '2026-03-03')
  const [packed] = listParts(store, KEY)
  writeFileSync(packed!.path, 'no gzip')
  t.equal(keepTurns(store, KEY, [kept(1), kept(2)], BOUNDS), 2)
  t.same(
    listParts(store, KEY).flatMap(part => readPart(part).map(({ turn }) => turn)),
    [1, 2],
  )
  const [folder] = readdirSync(statePath(store, 'damaged'))
  const aside = statePath(store, 'damaged', folder!, 'state', 'past', KEY, packed!.name)
  t.equal(readFileSync(aside, 'utf8'), 'no gzip')
})
