import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
  cpSync,
} from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { createConfig, settleSettings } from '../../../src/config.js'
import { initStore } from '../../../src/git/init.js'
import { acceptStanding, readConsent } from '../../../src/settings/accepted.js'
import {
  describeHeldBack,
  holdBack,
  pickGuarded,
  type Consent,
  type Stored,
} from '../../../src/settings/entries.js'
import { temporaryFolder } from '../../store/fixture.js'
import { GIT_ENV, Workbench } from '../../store/git/fixture.js'
import { PROGRAM } from '../git/stores.js'

/** The settings in force of a config.json that names `stored` where `consent` was given. */
function inForce(stored: Stored, consent: Consent | undefined) {
  const entries = [{ id: 'core', name: 'svc', config: stored }]
  return createConfig({ entries, consent, onProblem: () => undefined })
}

const USUAL = { provider: 'builtin', model: 'builtin', dailyTokens: 200_000, dailyUsd: 1 }

t.test('what sends, spends or starts a program holds where this machine has accepted it', t => {
  const cases: [stored: Stored, consent: Consent, holds: object][] = [
    [{ provider: 'openai' }, {}, USUAL],
    [{ provider: ' openai ' }, { provider: 'openai' }, { provider: 'openai' }],
    [{ provider: 'openai' }, { provider: 'host' }, USUAL],
    [{ provider: 'builtin' }, { provider: 'host' }, USUAL],
    [{}, { provider: 'host', model: 'x' }, USUAL],
    [{ provider: 'openai', model: 'dear' }, { provider: 'openai' }, USUAL],
    [{ provider: 'openai' }, { provider: 'openai', model: 'cheap' }, USUAL],
    [{ provider: 'openai', model: 'm' }, { provider: 'openai', model: 'm' }, { model: 'm' }],
    [{ model: 'dear' }, {}, USUAL],
    [{ provider: 'builtin', model: 'dear' }, { provider: 'builtin' }, USUAL],
    [{ dailyTokens: 10 }, {}, { dailyTokens: 10 }],
    [{ dailyTokens: 1e9 }, {}, { dailyTokens: 200_000 }],
    [{ dailyTokens: 1e9 }, { dailyTokens: 1e9 }, { dailyTokens: 1e9 }],
    [{ dailyTokens: 5e8 }, { dailyTokens: 1e9 }, { dailyTokens: 5e8 }],
    [{ dailyTokens: 150_000 }, { dailyTokens: 1000 }, { dailyTokens: 1000 }],
    [{ provider: 'host' }, { provider: 'host', dailyTokens: 1000 }, { dailyTokens: 1000 }],
    [{ dailyTokens: 'all' }, { dailyTokens: 1000 }, { dailyTokens: 1000 }],
    [{ dailyUsd: 1e6 }, { dailyTokens: 1000 }, { dailyUsd: 1, dailyTokens: 1000 }],
    [{ dailyUsd: '2.5' }, { dailyUsd: 2.5 }, { dailyUsd: 2.5 }],
    [{ git: { autoCommit: true } }, {}, { gitAutoCommit: false }],
    [{ git: { autoCommit: 1 } }, { 'git.autoCommit': true }, { gitAutoCommit: true }],
    [{ git: { autoCommit: false } }, {}, { gitAutoCommit: false }],
    [{ recallLimit: 7, reflect: false }, {}, { recallLimit: 7, reflect: false }],
    [{ capacity: 9, workspaceImport: false }, {}, { capacity: 200, workspaceImport: false }],
    [{ capacity: 9 }, { capacity: 9 }, { capacity: 9 }],
    [{ capacity: 300 }, {}, { capacity: 300 }],
    [{ capacity: 300 }, { capacity: 400 }, { capacity: 400 }],
    [{}, { capacity: 400 }, { capacity: 400 }],
    [{ pastMegabytes: 1, pastDays: 1 }, {}, { pastMegabytes: 500, pastDays: 730 }],
    [{ pastMegabytes: 0 }, {}, { pastMegabytes: 500 }],
    [{ pastMegabytes: 1, pastDays: 9 }, { pastMegabytes: 1, pastDays: 9 }, { pastDays: 9 }],
    [{ pastMegabytes: 900 }, { pastMegabytes: 600 }, { pastMegabytes: 900 }],
    [{ pastMegabytes: 900 }, { pastMegabytes: 0 }, { pastMegabytes: 0 }],
    [{}, { pastDays: 9_000, pastMegabytes: 0 }, { pastDays: 9_000, pastMegabytes: 0 }],
    [{ pastLeaveOut: 'a, /b' }, {}, { pastLeaveOut: 'a, /b' }],
    [{ pastLeaveOut: 'c' }, { pastLeaveOut: 'a, /b' }, { pastLeaveOut: 'c, a, /b' }],
    [{}, { pastLeaveOut: '*' }, { pastLeaveOut: '*' }],
  ]
  for (const [stored, consent, holds] of cases) {
    t.match(inForce(stored, consent), holds, JSON.stringify({ stored, consent }))
  }
  t.match(inForce({ provider: 'openai', dailyTokens: 1e9 }, undefined), {
    provider: 'openai',
    dailyTokens: 1e9,
  })
  t.end()
})

t.test('the environment, flags and a plugin entry are of this machine', t => {
  const entries = [{ config: { provider: 'openai', dailyTokens: 1e9 } }]
  const env = { SVC_PROVIDER: 'anthropic', SVC_DAILY_TOKENS: '5' }
  t.match(createConfig({ entries, consent: {}, env }), { provider: 'anthropic', dailyTokens: 5 })
  t.match(createConfig({ entries, consent: {}, entry: { provider: 'host' } }), { provider: 'host' })
  t.match(createConfig({ entries, consent: {}, given: { provider: 'x' } }), { provider: 'x' })
  t.end()
})

t.test('what is held back is named in one line, with the command', t => {
  const told: string[] = []
  const onHeldBack = (held: Parameters<typeof describeHeldBack>[0]) => {
    told.push(describeHeldBack(held))
  }
  const config = { provider: 'open\nai\u001b[2J', dailyTokens: 1e9 }
  settleSettings({ entries: [{ config }], consent: { dailyUsd: 0.5 }, onHeldBack })
  t.equal(told.length, 1)
  t.match(told[0], /^config\.json names provider "open\\nai/)
  t.match(
    told[0],
    /dailyTokens 1000000000, no dailyUsd \(0\.5 holds\), .*without effect until svc git accept$/,
  )
  t.same(holdBack({}, {}), { stored: {}, heldBack: [] })
  t.same(pickGuarded(JSON.parse('{"git": [], "provider": 7, "model": ""}') as Stored), {})
  t.end()
})

const HOST = [{ id: 'core', name: 'svc', config: { provider: 'host', dailyTokens: 500_000 } }]
const OTHER = [{ id: 'core', name: 'svc', config: { provider: 'openai' } }]

function openData(t: Test, entries: unknown) {
  const directory = join(temporaryFolder(t), 'svc')
  mkdirSync(directory)
  const write = (value: unknown) => {
    writeFileSync(join(directory, 'config.json'), JSON.stringify(value))
  }
  write(entries)
  const consent = () => {
    const text = readFileSync(join(directory, 'config.json'), 'utf8')
    return readConsent(directory, JSON.parse(text))
  }
  const init = () => initStore(join(directory, 'svc.json'), { env: GIT_ENV, program: PROGRAM })
  return { directory, write, consent, init, record: join(directory, 'state', 'accepted.json') }
}

t.test('a store that lies in no repository asks for nothing', async t => {
  const { directory, consent, record } = openData(t, HOST)
  t.equal(consent(), undefined)
  t.equal(acceptStanding(directory), undefined)
  t.notOk(existsSync(record))
})

t.test('what stands there when the store is put into git is accepted', async t => {
  const { directory, consent, init, write, record } = openData(t, HOST)
  await init()
  t.same(consent(), { provider: 'host', dailyTokens: 500_000 })
  t.equal(statSync(record).mode & 0o777, 0o600)
  t.equal(new Workbench(directory).git(['status', '--porcelain', 'state']), '', 'not for git')
  write(OTHER)
  t.same(inForce(OTHER[0]!.config, consent()), createConfig(), 'what comes later is not')
  acceptStanding(directory)
  t.match(inForce(OTHER[0]!.config, consent()), { provider: 'openai' })
  acceptStanding(directory, ['provider', 'model'])
  t.same(consent(), { provider: 'openai' })
})

t.test('what came with a repository is not, however it came', async t => {
  const { directory, consent, init } = openData(t, OTHER)
  Workbench.init(directory).commit('from elsewhere')
  await init()
  t.same(consent(), {})
  const larger = temporaryFolder(t)
  const inside = join(larger, 'dotfiles', 'svc')
  cpSync(directory, inside, { recursive: true })
  Workbench.init(larger).git(['add', 'dotfiles/svc/svc.json'])
  t.same(readConsent(inside, OTHER), {}, 'a store in a larger work tree')
  const reached = join(temporaryFolder(t), 'link')
  symlinkSync(inside, reached)
  t.same(readConsent(reached, OTHER), {}, 'by a link to it')
})

t.test('a record is of this machine and this folder', async t => {
  const { directory, consent, init, record } = openData(t, HOST)
  await init()
  const copy = `${directory}-copy`
  cpSync(directory, copy, { recursive: true })
  t.same(readConsent(copy, HOST), {}, 'one that was copied accepts nothing')
  for (const text of [
    '',
    '[]',
    'null',
    '{"values": {"provider": "host"}}',
    '{"store":1,"values":3}',
  ]) {
    writeFileSync(record, text)
    t.same(consent(), {}, text)
  }
  renameSync(record, `${record}.old`)
  mkdirSync(record)
  t.same(consent(), {}, 'a folder in its place')
})

t.test('nothing is looked at where config.json names none of it', t => {
  const entries = [{ config: { recallLimit: 7, reflect: false } }]
  // A folder that is not there would be looked for.
  t.equal(readConsent('/nowhere\0', entries), undefined)
  t.equal(readConsent('/nowhere\0', undefined), undefined)
  t.equal(readConsent('/nowhere\0', 'nonsense'), undefined)
  t.end()
})
