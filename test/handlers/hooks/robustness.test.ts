import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import {
  HOOK,
  HookHost,
  inTurns,
  listTree,
  outcomeOf,
  PATIENT,
  until,
  type HookOptions,
} from './host.js'
import { bare } from '../../bare.js'
import { NOBODY, shareTemporary } from '../../other-user.js'

/** The prompt first: what a start gave is not given again. */
const READING = ['UserPromptSubmit', 'SessionStart']
const EVENTS = ['SessionStart', 'UserPromptSubmit', 'Stop', 'SessionEnd']
const GLOBAL = { type: 'global', id: null } as const
const isRoot = process.getuid?.() === 0
if (isRoot) shareTemporary()

const FIELDS = { prompt: 'When do releases leave?', last_assistant_message: 'On Thursdays.' }

async function newHost(t: Test): Promise<HookHost> {
  const host = new HookHost(t)
  await host.remember({ title: 'Releases leave on Thursdays', content: 'x', scope: GLOBAL })
  return host
}

/**
 * Calls events and asserts that no host would notice; answers what each was answered. Stop is
 * a process, and so are all where the options ask for a user or an environment.
 */
async function callAll(
  t: Test,
  host: HookHost,
  fields: Record<string, unknown> = {},
  options?: HookOptions,
  events = EVENTS,
): Promise<Record<string, string>> {
  const answers: Record<string, string> = {}
  for (const event of events) {
    const given = { ...FIELDS, ...fields }
    if (event === 'Stop' || options) {
      const { code, stdout } = await host.event(event, given, options)
      t.equal(code, 0, `${event}: exit code`)
      checkInTime(t, host, event)
      answers[event] = stdout
    } else answers[event] = await host.run(event, given)
    t.doesNotThrow(() => void JSON.parse(answers[event] || '{}'), `${event}: JSON or nothing`)
  }
  return answers
}

/** Asserts that no call was given up, for which it has a minute here (patient.cjs). */
function checkInTime(t: Test, host: HookHost, name: string): void {
  t.notMatch(JSON.stringify(host.failures()), 'it took too long', `${name}: it ended by itself`)
}

async function doctorSays(host: HookHost): Promise<string> {
  const { findings } = await host.doctor()
  return findings.find(({ check }) => check === 'hook-failure')?.message ?? ''
}

t.test('bad input', async t => {
  const host = await newHost(t)
  const inputs: Record<string, Buffer> = {
    empty: Buffer.alloc(0),
    blank: Buffer.from(' \n\n'),
    null: Buffer.from('null'),
    array: Buffer.from('[]'),
    string: Buffer.from('"Stop"'),
    number: Buffer.from('7'),
    'broken JSON': Buffer.from('{"hook_event_name":"Stop",'),
    'two objects': Buffer.from('{"hook_event_name":"Stop"}{"hook_event_name":"Stop"}'),
    'invalid UTF-8': Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0xc3, 0x28, 0x22, 0x7d]),
    'NUL bytes': Buffer.alloc(1000),
    'a deep nest': Buffer.from('['.repeat(200_000)),
    'five megabytes of garbage': Buffer.alloc(5_000_000, '\u00e9{"}'),
    'five megabytes of an object': Buffer.from(`{"a":"${'x'.repeat(5_000_000)}"}`),
    'no event': Buffer.from('{"session_id":"s","cwd":"/"}'),
    'an unknown event': Buffer.from('{"hook_event_name":"Nonsense"}'),
  }
  const names = Object.keys(inputs)
  const kinds = ['socket', 'pipe', 'file'] as const
  await inTurns(names, 2, async (name, at) => {
    const { code, stdout, stderr } = await host.call(inputs[name], { via: kinds[at % 3]! })
    t.equal(code, 0, `${name}: exit code`)
    t.equal(stdout, '{}', `${name}: stdout`)
    t.equal(stderr, '', `${name}: stderr`)
    checkInTime(t, host, name)
  })
})

t.test('input that is no payload is told to svc doctor', async t => {
  const host = await newHost(t)
  await host.call(Buffer.from('{"hook_event_name":"Stop",'))
  t.match(await doctorSays(host), /JSON/)
  const { stderr } = await host.call(Buffer.from('{'), { env: { SVC_HOOK_DEBUG: '1' } })
  t.match(stderr, /JSON/)
})

t.test('an event that svc does not answer is no failure', async t => {
  const host = await newHost(t)
  for (const event of ['PreToolUse', 'SubagentStop']) await host.event(event)
  t.same(host.failures(), [])
})

t.test('fields of wrong types', async t => {
  const host = await newHost(t)
  const wrong = { session_id: 7, prompt: { a: 1 }, last_assistant_message: [], source: 9 }
  await callAll(t, host, wrong)
  t.same(host.queued(), [])
})

t.test('no directory, a directory that is gone, one that cannot be', async t => {
  const host = await newHost(t)
  const gone = join(host.folder, 'gone')
  for (const [at, cwd] of [undefined, gone, '/nul\u0000/x', 'relative/x'].entries()) {
    const answers = await callAll(t, host, { cwd, session_id: `s-${at}` }, undefined, READING)
    t.match(answers.SessionStart, 'Thursdays', `what is global: ${at}`)
    t.match(answers.UserPromptSubmit, 'Thursdays', `what is global: ${at}`)
  }
  await callAll(t, host, { cwd: gone, session_id: 's-stop' }, undefined, ['Stop'])
  t.equal(host.queued().length, 1, 'a turn is not lost because its folder is gone')
})

t.test('a directory that is a file', async t => {
  const host = await newHost(t)
  const answers = await callAll(t, host, { cwd: HOOK })
  t.match(answers.SessionStart, 'Thursdays')
})

t.test('a data directory that is a file', async t => {
  const host = new HookHost(t)
  writeFileSync(host.store, 'a file')
  await callAll(t, host)
  t.equal(readFileSync(host.store, 'utf8'), 'a file')
  const { stderr, code } = await host.event('Stop', FIELDS, { env: { SVC_HOOK_DEBUG: '1' } })
  t.match(stderr, `cannot open the store ${join(host.store, 'svc.json')}`)
  t.equal(code, 0)
})

for (const [name, text] of Object.entries({
  empty: '',
  cut: '{"form',
  'of another make': '[]',
  'of a later format': '{"format": 99}',
})) {
  t.test(`a manifest that is ${name}`, async t => {
    const host = await newHost(t)
    writeFileSync(join(host.store, 'svc.json'), text)
    const before = listTree(join(host.store, 'global')).map(path => readFileSync(path, 'utf8'))
    const tree = listTree(host.store)
    const events = ['UserPromptSubmit', 'SessionStart', 'Stop']
    const answers = await callAll(t, host, {}, undefined, events)
    t.match(answers.UserPromptSubmit, 'Thursdays', 'it is read')
    t.match(answers.SessionStart, 'Thursdays')
    await host.untilQuiet()
    t.equal(readFileSync(join(host.store, 'svc.json'), 'utf8'), text, 'it is left alone')
    t.same(
      listTree(join(host.store, 'global')).map(path => readFileSync(path, 'utf8')),
      before,
    )
    t.same(listTree(host.store), tree, 'and nothing is written')
    const { findings } = await host.doctor()
    t.match(findings[0], { check: 'manifest', level: 'failure', path: /svc\.json$/ })
    t.match(findings[0]?.message, name === 'of a later format' ? /format 99/ : /not a manifest/)
  })
}

t.test('damaged files of the store', async t => {
  const host = await newHost(t)
  await host.event('SessionStart')
  await host.untilQuiet()
  for (const path of listTree(join(host.store, 'state'))) writeFileSync(path, '\u0000{broken')
  const answers = await callAll(t, host)
  t.match(answers.SessionStart, 'Thursdays')
  await host.untilQuiet()
  for (const path of listTree(join(host.store, 'state'))) rmSync(path)
  mkdirSync(join(host.store, 'state', 'sessions', 'x'), { recursive: true })
  writeFileSync(join(host.store, 'global', 'memories', 'broken.md'), '---\nid: [\n---\n')
  t.match((await callAll(t, host, {}, undefined, READING)).SessionStart, 'Thursdays')
  t.same(host.failures(), [])
  writeFileSync(join(host.store, 'config.json'), '{broken')
  t.match((await callAll(t, host, {}, undefined, READING)).SessionStart, 'Thursdays')
  t.same(host.failures(), [])
})

t.test('a data directory that cannot be written', { skip: !isRoot && 'needs root' }, async t => {
  const host = await newHost(t)
  spawnSync('chmod', ['-R', 'a+rX', host.folder])
  const answers = await callAll(t, host, {}, { uid: NOBODY })
  t.match(answers.SessionStart, '{')
  t.same(host.queued(), [])
  const { stderr } = await host.event('Stop', FIELDS, { uid: NOBODY, env: { SVC_HOOK_DEBUG: '1' } })
  t.match(stderr, 'EACCES')
})

t.test('what cannot be written can still be recalled', async t => {
  const host = await newHost(t)
  await host.event('SessionStart')
  await host.untilQuiet()
  // A file where the folder of the ledgers should be: nothing can be appended there.
  rmSync(join(host.store, 'state', 'sessions'), { recursive: true })
  writeFileSync(join(host.store, 'state', 'sessions'), '')
  const answers = await callAll(t, host)
  t.match(answers.SessionStart, 'Thursdays')
  t.match(answers.UserPromptSubmit, 'Thursdays')
})

t.test('a full disk', async t => {
  const host = await newHost(t)
  const disk = join(host.folder, 'disk')
  mkdirSync(disk)
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=512k', 'tmpfs', disk])
  if (mounted.status !== 0) {
    t.comment('a small file system cannot be mounted here')
    return
  }
  t.teardown(() => void spawnSync('umount', ['-l', disk]))
  cpSync(host.store, join(disk, 'store'), { recursive: true })
  const fill = spawnSync('sh', ['-c', `cat /dev/zero > "${join(disk, 'filler')}"`])
  t.not(fill.status, 0, 'the disk is full')
  const env = { SVC_DATA_DIR: join(disk, 'store'), SVC_HOOK_DEBUG: '1' }
  await callAll(t, host, {}, { env })
  const { stderr } = await host.event('Stop', FIELDS, { env })
  t.match(stderr, 'ENOSPC')
  const broken = listTree(join(disk, 'store', 'state', 'spool')).filter(path => /json$/.test(path))
  for (const path of broken) t.doesNotThrow(() => void JSON.parse(readFileSync(path, 'utf8')), path)
  rmSync(join(disk, 'filler'))
  const left = listTree(join(disk, 'store')).filter(path => path.endsWith('.tmp'))
  t.same(left, [], 'nothing half-written is left')
  const after = await host.event('UserPromptSubmit', FIELDS, { env })
  t.match(after.stdout, 'Thursdays', 'and all is well once there is room')
})

t.test('a host that closes its end early', async t => {
  const host = await newHost(t)
  for (const env of [{}, { SVC_HOOK_DEBUG: '1' }]) {
    const child = spawn(...bare({ ...host.env(), ...env }, [process.execPath, HOOK]), {
      cwd: host.project,
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    child.stdout.destroy()
    child.stderr.destroy()
    child.stdin.end(JSON.stringify({ ...host.base(), hook_event_name: 'SessionStart' }))
    t.equal((await outcomeOf(child)).code, 0)
  }
})

t.test('no home', async t => {
  const host = await newHost(t)
  const answers = await callAll(t, host, {}, { env: { HOME: undefined } }, READING)
  t.match(answers.SessionStart, 'Thursdays')
  t.match(answers.UserPromptSubmit, 'Thursdays')
  const nowhere = { HOME: join(host.folder, 'nowhere'), SVC_DATA_DIR: undefined }
  await callAll(t, host, {}, { env: nowhere }, ['SessionStart'])
  t.ok(existsSync(join(nowhere.HOME, '.local/share/svc/svc.json')), 'the store is made there')
})

t.test('a home that is not there does not stop the worker', async t => {
  const host = await newHost(t)
  await host.event('SessionStart', {}, { env: { HOME: join(host.folder, 'nowhere') } })
  await host.untilQuiet()
  t.ok(listTree(join(host.store, 'state', 'index')).length > 0)
})

t.test('bad settings: the default holds, and the log says why', async t => {
  const host = await newHost(t)
  const env = {
    SVC_HOOK_MAX_CHARS: 'ten',
    SVC_RECALL_LIMIT: '-1',
    SVC_HOOK_REFLECT: 'perhaps',
    SVC_HOOK_IMPORT: '2',
    SVC_HOOK_TURN_USER_CHARS: '1e3',
    SVC_HOOK_BATCH_TURNS: '0',
  }
  const answers = await callAll(t, host, {}, { env }, ['SessionStart', 'Stop'])
  t.match(answers.SessionStart, 'Thursdays')
  t.equal(host.queued().length, 1)
  const { stderr } = await host.event('Stop', FIELDS, { env: { ...env, SVC_HOOK_DEBUG: '1' } })
  for (const name of Object.keys(env)) t.match(stderr, name)
})

t.test('SVC_HOOK_DEBUG=1 tells what was done and never what was said', async t => {
  const host = await newHost(t)
  const secret = 'sk-ant-api03-' + 'Xk3vQ9tLm2'.repeat(9)
  const env = { SVC_HOOK_DEBUG: '1', ANTHROPIC_API_KEY: secret, SVC_TOKEN: 'Heron-token-77' }
  const fields = { prompt: `Pelican ${secret}`, last_assistant_message: `Walrus ${secret}` }
  const outputs = await inTurns(EVENTS, 2, event => host.event(event, fields, { env }))
  const log = readFileSync(join(host.store, 'state', 'hook.log'), 'utf8')
  for (const event of EVENTS) t.match(log, event)
  for (const text of [log, ...outputs.map(({ stderr }) => stderr)]) {
    t.not(text, '')
    t.notMatch(text, /Xk3vQ|Heron|Pelican|Walrus/)
  }
  writeFileSync(join(host.store, 'svc.json'), '{')
  const { stderr, stdout } = await host.event('Stop', fields, { env })
  t.equal(stdout, '{}')
  t.match(stderr, 'not a manifest')
  t.notMatch(stderr + JSON.stringify(host.failures()), /Xk3vQ|Heron|Pelican|Walrus/)
})

t.test('without it nothing is written to stderr, whatever happens', async t => {
  const host = await newHost(t)
  writeFileSync(join(host.store, 'svc.json'), '{')
  t.equal((await host.event('Stop', FIELDS)).stderr, '')
  t.notOk(existsSync(join(host.store, 'state', 'hook.log')))
})

t.test('SVC_HOOK_CHILD=1 ends at once, its input unread', async t => {
  const host = new HookHost(t)
  const child = host.open({ env: { SVC_HOOK_CHILD: '1' } })
  const { code, stdout, stderr } = await outcomeOf(child)
  t.same({ code, stdout, stderr }, { code: 0, stdout: '', stderr: '' })
  t.notOk(existsSync(host.store), 'nothing is made')
})

t.test('flags that make no sense', async t => {
  const host = await newHost(t)
  const flags = [['--host'], ['--event'], ['--host='], ['--what', 'x'], ['--host', '--event']]
  for (const args of [...flags, ['--event', 'Nonsense']]) {
    const { code, stdout } = await host.event('SessionStart', {}, { args })
    t.equal(code, 0, args.join(' '))
    t.doesNotThrow(() => void JSON.parse(stdout || '{}'), args.join(' '))
  }
})

for (const via of ['socket', 'pipe', 'file'] as const) {
  t.test(`a payload through a ${via}`, async t => {
    const host = new HookHost(t)
    await host.remember({ title: 'Releases leave on Thursdays', content: 'Never on Fridays.' })
    t.match(await host.context('UserPromptSubmit', FIELDS, { via }), 'Thursdays')
    const long = { prompt: `${FIELDS.prompt} ${'word '.repeat(100_000)}`, session_id: 's-2' }
    t.match(await host.context('UserPromptSubmit', long, { via }), 'Thursdays', 'in many chunks')
  })
}

t.test('a Node that has no way to a socket but its streams', async t => {
  const host = new HookHost(t)
  await host.remember({ title: 'Releases leave on Thursdays', content: 'Never on Fridays.' })
  const preload = join(host.folder, 'unbound.cjs')
  writeFileSync(preload, 'process.binding = () => { throw new Error("it is gone") }')
  const env = { NODE_OPTIONS: `${PATIENT} --require "${preload}"` }
  t.match(await host.context('UserPromptSubmit', FIELDS, { via: 'socket', env }), 'Thursdays')
})

t.test('a host that sends nothing and keeps its end open is not waited for', async t => {
  const host = new HookHost(t)
  const child = host.open({ env: { NODE_OPTIONS: undefined } })
  const { code, stdout } = await outcomeOf(child)
  t.equal(code, 0)
  t.match(stdout, /^(\{\})?$/)
  t.notOk(child.stdin.writableEnded, 'its end was never closed')
})

t.test('a host that keeps its end open after the payload gets its answer', async t => {
  const host = new HookHost(t)
  await host.remember({ title: 'Releases leave on Thursdays', content: 'Never on Fridays.' })
  const child = host.open()
  const payload = { ...host.base(), hook_event_name: 'UserPromptSubmit', prompt: FIELDS.prompt }
  child.stdin.write(`${JSON.stringify(payload)}\n`)
  const { code, stdout } = await outcomeOf(child)
  t.equal(code, 0)
  t.match(stdout, 'Thursdays')
})

t.test('the same through a pipe', async t => {
  const host = new HookHost(t)
  await host.remember({ title: 'Releases leave on Thursdays', content: 'Never on Fridays.' })
  const payload = { ...host.base(), hook_event_name: 'UserPromptSubmit', prompt: FIELDS.prompt }
  const { code, stdout } = await outcomeOf(host.openOnOpenPipe(payload))
  t.equal(code, 0)
  t.match(stdout, 'Thursdays')
})

/** Leaves a file for each piece that the hook has read from its socket. */
const NOTING_PIECES = `
const { mkdirSync, mkdtempSync, writeFileSync } = require('node:fs')
const { binding } = process
process.binding = name => {
  const { Pipe, ...others } = binding(name)
  class NotingPipe extends Pipe {
    set onread(take) {
      super.onread = chunk => {
        const folder = __dirname + '/heard'
        mkdirSync(folder, { recursive: true })
        if (chunk) writeFileSync(mkdtempSync(folder + '/') + '/piece', '')
        take(chunk)
      }
    }
  }
  return { ...others, Pipe: NotingPipe }
}
`

t.test('a payload in slow pieces, cut inside a character and after a brace', async t => {
  const host = new HookHost(t)
  await host.remember({ title: 'Größe der Körbe', content: 'Körbe fassen neun Äpfel.' })
  const text = JSON.stringify({
    effort: { level: 'high' },
    ...host.base(),
    hook_event_name: 'UserPromptSubmit',
    prompt: 'Wie viele Äpfel fassen Körbe?',
  })
  const bytes = Buffer.from(text)
  const cuts = [0, bytes.indexOf('}') + 1, bytes.indexOf('Ä') + 1, bytes.length]
  const preload = join(host.folder, 'heard.cjs')
  writeFileSync(preload, NOTING_PIECES)
  const child = host.open({ env: { NODE_OPTIONS: `${PATIENT} --require "${preload}"` } })
  const ended = outcomeOf(child)
  for (const [at, cut] of cuts.slice(1).entries()) {
    child.stdin.write(bytes.subarray(cuts[at], cut))
    // Pieces that are sent at once would arrive as one.
    await until(() => listTree(join(host.folder, 'heard')).length > at)
  }
  t.match((await ended).stdout, 'neun')
})
