import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { createConfig, settleSettings, withoutEviction } from '../../../src/config.js'
import { readPluginSettings } from '../../../src/plugin/settings.js'
import { acceptStanding, readConfigFile, readConsent } from '../../../src/settings/accepted.js'
import { findUnknownKeys, isEntryList, withoutBadValues } from '../../../src/settings/faults.js'
import { bare } from '../../bare.js'
import { HOOK, SVC } from '../../built.mjs'
import { temporaryFolder } from '../../store/fixture.js'
import { GIT_ENV, Workbench } from '../../store/git/fixture.js'
import { GLOBAL } from '../fixture.js'
import { copyPair, GitDesk, makePair } from '../git/stores.js'

/** Longer than any call takes, shorter than one that never ends. */
const HANGS_MS = 120_000
const MB = 1024 * 1024

const entry = (config: object) => JSON.stringify([{ id: 'core', name: 'svc', config }])

/** What is put in the place of config.json, and what is said of it. */
const BROKEN: Record<string, [put: (path: string) => void, says: RegExp]> = {
  'a wrong value': [
    path => writeFileSync(path, entry({ recallLimit: 'many', maxContextChars: 500 })),
    /recallLimit: must be a whole number from 1 to 200/,
  ],
  'an unknown key': [path => writeFileSync(path, entry({ recalLimit: 9 })), /names recalLimit, /],
  'no JSON': [path => writeFileSync(path, '[{'), /is not the JSON document/],
  'no list': [path => writeFileSync(path, '{}'), /must be an array of entries/],
  'a folder': [path => mkdirSync(path), /is no file|is a folder/],
  'a link to /dev/zero': [path => symlinkSync('/dev/zero', path), /is no file|neither file/],
  '60 MB': [path => writeFileSync(path, `[]${' '.repeat(60 * MB)}`), /is larger than 1 MiB/],
}

const EVENTS = ['UserPromptSubmit', 'SessionStart', 'Stop']
/** Every event reads the settings in the same way: each process takes its time. */
const EVERY_EVENT = new Set(['a wrong value', 'a link to /dev/zero'])

t.test('what config.json says never stops doctor, sync or a hook', async t => {
  const home = temporaryFolder(t)
  const begun = new GitDesk(join(home, 'begun'))
  await begun.init()
  await begun.remember('Tabs', 'The project is indented with tabs.')
  await begun.commitStore()
  for (const [what, [put, says]] of Object.entries(BROKEN)) {
    const desk = new GitDesk(join(home, 'store'))
    cpSync(begun.directory, desk.directory, { recursive: true })
    put(join(desk.directory, 'config.json'))
    const run = (program: string, args: readonly string[], input = '') => {
      const env = { ...GIT_ENV, PATH: process.env.PATH, HOME: home, SVC_DATA_DIR: desk.directory }
      const command = [process.execPath, '--max-old-space-size=200', program, ...args]
      const how = { input, cwd: home, encoding: 'utf8', timeout: HANGS_MS } as const
      return spawnSync(...bare({ ...env, SVC_HOOK_DEBUG: '1' }, command), how)
    }
    const doctor = run(SVC, ['doctor', '--json'])
    const { ok, findings } = JSON.parse(doctor.stdout) as {
      ok: boolean
      findings: { path?: string; message: string; level: string }[]
    }
    const own = findings.filter(({ path }) => path?.endsWith('config.json'))
    t.match(own.map(({ message }) => message).join('\n'), says, `${what}: doctor`)
    t.equal(ok, what === 'an unknown key', what)
    const sync = run(SVC, ['git', 'sync'])
    t.equal(sync.status, 0, `${what}: ${sync.stderr}`)
    const about = { session_id: 's', cwd: home, prompt: 'indented with tabs?' }
    const isTold = what !== 'an unknown key'
    for (const hook_event_name of EVERY_EVENT.has(what) ? EVENTS : EVENTS.slice(0, 1)) {
      const call = JSON.stringify({ ...about, hook_event_name, last_assistant_message: 'Yes.' })
      const { status, stdout, stderr } = run(HOOK, [], call)
      t.equal(status, 0, `${what}: ${hook_event_name}`)
      if (hook_event_name !== 'Stop') t.match(stdout, /indented with tabs/, what)
      if (isTold) t.match(stderr, /config\.json/, `${what} is told in the debug log`)
    }
    rmSync(desk.directory, { recursive: true })
  }
  const other = new GitDesk(begun.directory)
  other.write({ 'config.json': entry({ recallLimit: 'many' }) })
  const env = { ...GIT_ENV, PATH: process.env.PATH, HOME: home, SVC_DATA_DIR: other.directory }
  const list = spawnSync(...bare(env, [process.execPath, SVC, 'list']), { encoding: 'utf8' })
  t.match(list, { status: 1, stderr: /recallLimit: must be/ }, 'any other command says what it is')
})

t.test('for a slip in config.json nothing is evicted', t => {
  const dataDir = temporaryFolder(t)
  const capacity = (text: string) => {
    writeFileSync(join(dataDir, 'config.json'), text)
    const told: string[] = []
    const { value } = readPluginSettings({ dataDir }, message => told.push(message)).capacity
    return { value, told: told.length }
  }
  t.same(capacity(entry({ capacity: 'x' })), { value: 1_000_000, told: 1 })
  t.same(capacity(entry({ recallLimit: 'x' })), { value: 1_000_000, told: 1 })
  t.same(capacity('[{'), { value: 1_000_000, told: 1 })
  t.same(capacity(entry({ recallLimit: 'x', capacity: 9 })), { value: 9, told: 1 })
  t.same(capacity(entry({})), { value: 200, told: 0 })
  const env = { SVC_CAPACITY: '50', SVC_PAST_DAYS: '9' }
  const { capacity: own, pastDays, pastMegabytes } = withoutEviction(settleSettings({ env }))
  t.same([own.value, pastDays.value, pastMegabytes.value], [50, 9, 1_000_000])
  t.end()
})

t.test('a problem of config.json is told apart from one of the environment', t => {
  const told: string[] = []
  const entries = [{ config: { recallLimit: 'many' } }]
  const onBadEntry = (message: string) => told.push(message)
  t.equal(settleSettings({ entries, onBadEntry }).recallLimit.value, 40)
  t.match(told, [/^config\.json: recallLimit: must be/])
  const env = { SVC_RECALL_LIMIT: 'many' }
  t.throws(() => settleSettings({ env, onBadEntry }), { code: 'INVALID_REQUEST' })
  t.end()
})

t.test('a capacity below the accepted one evicts nothing until it is accepted', t => {
  const directory = temporaryFolder(t)
  Workbench.init(directory)
  const inForce = (config?: object) => {
    const path = join(directory, 'config.json')
    if (config === undefined) rmSync(path, { force: true })
    else writeFileSync(path, entry(config))
    const read = readConfigFile(directory)
    const entries = read && 'entries' in read ? read.entries : undefined
    return createConfig({ entries, consent: readConsent(directory, entries) }).capacity
  }
  t.equal(inForce({ capacity: 1 }), 200)
  t.equal(inForce({ capacity: 500 }), 500, 'nothing goes for a larger one')
  acceptStanding(directory)
  t.equal(inForce({ capacity: 300 }), 500)
  t.equal(inForce({}), 500, 'that it is named no more is a smaller one too')
  t.equal(inForce(), 500, 'and so is that the file is gone')
  t.same(acceptStanding(directory), {})
  t.equal(inForce(), 200)
  t.equal(inForce({ capacity: 1 }), 200)
  acceptStanding(directory)
  t.equal(inForce({ capacity: 1 }), 1)
  t.end()
})

t.test('a capacity that nobody was asked about does not fall by a push either', async t => {
  const { ada, bo } = await copyPair(t, makePair(t))
  const settled = () => {
    const read = readConfigFile(ada.directory)
    const entries = read && 'entries' in read ? read.entries : undefined
    return createConfig({ entries, consent: readConsent(ada.directory, entries) })
  }
  const inForce = () => settled().capacity
  const push = async (config: object) => {
    bo.write({ 'config.json': entry(config) })
    await bo.sync()
  }
  const pull = () => void ada.git(['pull', '-q', 'origin', 'main'])
  await push({ capacity: 300 })
  pull()
  t.equal(inForce(), 300)
  await ada.use(service => service.consolidate(GLOBAL))
  await push({ capacity: 250 })
  pull()
  t.equal(inForce(), 300, 'a consolidation has kept by it')
  await push({ capacity: 400 })
  pull()
  await push({})
  await ada.sync()
  t.equal(inForce(), 400, 'a sync found it in force')
  await push({ pastDays: 900, pastLeaveOut: 'private' })
  await ada.sync()
  await ada.sync()
  await push({ pastDays: 1 })
  await ada.sync()
  t.match(settled(), { pastDays: 900, pastLeaveOut: 'private' }, 'nor goes what is kept, or begins')
  await push({})
  await ada.sync()
  t.same(acceptStanding(ada.directory), {})
  t.equal(inForce(), 200)
})

t.test('entries are looked at without belief', t => {
  t.same(
    findUnknownKeys({ recallLimit: 1, dataDir: 'x', git: { autoCommit: true, push: 1 }, a: 1 }),
    ['git.push', 'a'],
  )
  for (const none of [undefined, null, 'x', {}, [1], [null], [{ config: 3 }], [{ config: [] }]])
    t.notOk(isEntryList(none), JSON.stringify(none))
  t.ok(isEntryList([{ id: 'x' }, { config: {} }]))
  const entries = [
    { id: 'a', config: { recallLimit: 'x', git: { autoCommit: 'x' } } },
    { id: 'b', config: { recallLimit: 0, capacity: 9 } },
    { id: 'c' },
  ]
  t.same(withoutBadValues(entries, { recallLimit: 7, git: { autoCommit: true } }), [
    { id: 'a', config: { git: {} } },
    { id: 'b', config: { recallLimit: 7, capacity: 9, git: { autoCommit: true } } },
    { id: 'c' },
  ])
  t.same(withoutBadValues([{ config: { git: 'x' } }], {}), [{ config: {} }])
  t.end()
})
