import t from 'tap'
import { homedir, userInfo } from 'node:os'
import { join } from 'node:path'
import { createConfig, locateStore } from '../../src/config.js'
import { SETTINGS } from '../../src/settings/table.js'
import { homeOf } from '../../store/files/read.js'

const entries = (...configs: unknown[]) => configs.map((config, n) => ({ id: `${n}`, config }))
const BAD = { code: 'INVALID_REQUEST' }

t.test('defaults', t => {
  t.match(createConfig(), {
    provider: 'builtin',
    model: 'builtin',
    recallLimit: 40,
    maxContextChars: 9_500,
    reflect: true,
    workspaceImport: true,
    batchTurns: 10,
    batchIdleMs: 300_000,
    turnUserChars: 4000,
    turnAssistantChars: 2000,
    debug: false,
    capacity: 200,
    port: 4747,
    host: '127.0.0.1',
    token: '',
  })
  t.end()
})

t.test('given comes before the environment, that before an entry, that before the default', t => {
  const env = { SVC_RECALL_LIMIT: '20' }
  const stored = entries({ recallLimit: 10 })
  t.equal(createConfig({ given: { recallLimit: 30 }, env, entries: stored }).recallLimit, 30)
  t.equal(createConfig({ env, entries: stored }).recallLimit, 20)
  t.equal(createConfig({ entries: stored }).recallLimit, 10)
  t.equal(createConfig({ entries: entries({}) }).recallLimit, 40)
  t.equal(createConfig({ entries: entries({ recallLimit: 1 }, { recallLimit: 2 }) }).recallLimit, 2)
  t.equal(createConfig({ env: { SVC_RECALL_LIMIT: '' }, entries: stored }).recallLimit, 10)
  t.equal(createConfig({ env: { SVC_HOST: '  ' } }).host, '127.0.0.1', 'blank is not set')
  t.end()
})

t.test('every setting is read from its environment variable', t => {
  for (const { name, env, fallback } of SETTINGS) {
    const text = name === 'host' ? '::1' : name === 'capacity' ? '201' : '200'
    const raw = typeof fallback === 'boolean' ? String(!fallback) : text
    const value = createConfig({ env: { [env!]: raw } })[name]
    t.notSame(value, fallback, `${env} sets ${name}`)
  }
  t.end()
})

t.test('only the settings of the contract are read from an entry', t => {
  const stored = entries({ port: 1, host: '0.0.0.0', token: 'x', batchTurns: 2, debug: true })
  t.same(createConfig({ entries: stored }), createConfig())
  const config = { provider: 'p', model: 'm', recallLimit: 5, maxContextChars: 900, capacity: 7 }
  t.match(createConfig({ entries: entries(config) }), config)
  t.match(createConfig({ entries: entries({ reflect: false, workspaceImport: false }) }), {
    reflect: false,
    workspaceImport: false,
  })
  t.end()
})

t.test('a bad value is one clear error', t => {
  const bad: [Record<string, string>, RegExp][] = [
    [{ SVC_RECALL_LIMIT: '0' }, /SVC_RECALL_LIMIT: must be a whole number from 1 to 200/],
    [{ SVC_RECALL_LIMIT: '201' }, /SVC_RECALL_LIMIT/],
    [{ SVC_RECALL_LIMIT: '1.5' }, /SVC_RECALL_LIMIT/],
    [{ SVC_RECALL_LIMIT: '0x10' }, /SVC_RECALL_LIMIT/],
    [{ SVC_RECALL_LIMIT: 'many' }, /SVC_RECALL_LIMIT/],
    [{ SVC_HOOK_MAX_CHARS: '199' }, /SVC_HOOK_MAX_CHARS: must be a whole number from 200 to 9500/],
    [{ SVC_HOOK_MAX_CHARS: 'all' }, /SVC_HOOK_MAX_CHARS/],
    [{ SVC_HOOK_REFLECT: 'no' }, /SVC_HOOK_REFLECT: must be true or false/],
    [{ SVC_HOOK_BATCH_TURNS: '0' }, /SVC_HOOK_BATCH_TURNS/],
    [{ SVC_HOOK_BATCH_IDLE_MS: '-1' }, /SVC_HOOK_BATCH_IDLE_MS/],
    [{ SVC_PORT: '65536' }, /SVC_PORT/],
    [{ SVC_CAPACITY: '0' }, /SVC_CAPACITY/],
  ]
  for (const [env, message] of bad) {
    t.throws(() => createConfig({ env }), { ...BAD, message }, JSON.stringify(env))
  }
  t.throws(() => createConfig({ given: { port: '80x' } }), { ...BAD, message: /^port:/ })
  t.throws(() => createConfig({ given: { provider: 7 } }), BAD)
  t.throws(() => createConfig({ entries: entries({ recallLimit: '' + 'x' }) }), {
    message: /config\.json: recallLimit/,
  })
  t.throws(() => createConfig({ entries: { id: 'core' } }), { message: /must be an array/ })
  t.throws(() => createConfig({ given: { dataDir: 7 } }), { ...BAD, message: /^dataDir/ })
  t.throws(() => createConfig({ given: { databasePath: {} } }), { ...BAD, message: /databasePath/ })
  t.throws(() => createConfig({ given: { dataDir: '/a\0b' } }), BAD)
  t.end()
})

t.test('a hook is told of a bad value, and the next source counts', t => {
  const problems: string[] = []
  const onProblem = (message: string) => problems.push(message)
  const env = { SVC_RECALL_LIMIT: 'x', SVC_CAPACITY: '0' }
  const stored = entries({ recallLimit: 7, capacity: -1 }, null, 'x', { model: 'm' })
  const config = createConfig({ env, entries: [...stored, null, 7], onProblem })
  t.equal(config.recallLimit, 7)
  t.equal(config.capacity, 200)
  t.equal(config.model, 'm')
  t.equal(problems.length, 3, problems.join('\n'))
  t.equal(
    createConfig({ given: { dataDir: 7 }, env: { SVC_DATA_DIR: '/e' }, onProblem }).dataDir,
    '/e',
  )
  t.same(createConfig({ entries: 'x', onProblem }), createConfig())
  t.equal(problems.length, 5)
  t.end()
})

t.test('the place of the store', t => {
  const at = (given: Record<string, unknown>, env: Record<string, string> = {}) =>
    locateStore({ given, env }).databasePath
  t.equal(at({ dataDir: '/g' }, { SVC_DATA_DIR: '/e' }), '/g/svc.json')
  t.equal(at({}, { SVC_DATA_DIR: '/e' }), '/e/svc.json')
  t.equal(at({ dataDir: '' }, { SVC_DATA_DIR: '/e' }), '/e/svc.json')
  t.equal(at({ databasePath: '/g/m.json', dataDir: '/d' }), '/g/m.json')
  t.equal(at({ dataDir: '/g' }, { SVC_DATABASE_PATH: '/e/m.json' }), '/e/m.json')
  t.equal(at({ databasePath: '/g/m.json' }, { SVC_DATABASE_PATH: '/e/m.json' }), '/g/m.json')
  t.equal(locateStore({ given: { databasePath: '/g/m.json', dataDir: '/d' } }).dataDir, '/g')
  t.equal(locateStore({ given: { dataDir: 'relative' } }).dataDir, join(process.cwd(), 'relative'))
  if (process.platform === 'linux') {
    t.equal(at({}, { XDG_DATA_HOME: '/x', HOME: '/h' }), '/x/svc/svc.json')
    t.equal(at({}, { HOME: '/h' }), '/h/.local/share/svc/svc.json')
    t.equal(at({}), join(homedir(), '.local/share/svc/svc.json'))
  }
  t.end()
})

const POSIX = process.platform === 'linux' ? false : 'Linux'

t.test('no place is looked up below the working directory', { skip: POSIX }, t => {
  const entry = join(userInfo().homedir, '.local/share/svc')
  const at = (env: Record<string, string>) => locateStore({ env }).dataDir
  for (const HOME of ['', 'home', './home', '~']) {
    const before = process.env.HOME
    process.env.HOME = HOME
    t.equal(at({ HOME }), entry, `HOME=${HOME}: the home of the user's entry`)
    t.equal(homeOf({ HOME }), userInfo().homedir)
    if (before === undefined) delete process.env.HOME
    else process.env.HOME = before
  }
  const both = { HOME: '/msys/home', USERPROFILE: '/users/ann' }
  t.equal(homeOf(both, 'win32'), '/users/ann', 'as the system has it')
  t.equal(homeOf({ HOME: '/msys/home' }, 'win32'), homedir())
  t.equal(homeOf(both, 'linux'), '/msys/home')
  for (const XDG_DATA_HOME of ['', 'data', './data', '~/data'])
    t.equal(at({ HOME: '/h', XDG_DATA_HOME }), '/h/.local/share/svc', `ignored: ${XDG_DATA_HOME}`)
  t.equal(at({ HOME: '/h', SVC_DATA_DIR: '', SVC_DATABASE_PATH: ' ' }), '/h/.local/share/svc')
  for (const path of ['data', './data', '../data', '~/data']) {
    for (const name of ['SVC_DATA_DIR', 'SVC_DATABASE_PATH']) {
      const env = { HOME: '/h', [name]: path }
      const problems: string[] = []
      t.throws(() => at(env), { ...BAD, message: `${name}: must be an absolute path` })
      const told = createConfig({ env, onProblem: message => problems.push(message) })
      t.equal(told.dataDir, '/h/.local/share/svc')
      t.match(problems, [/must be an absolute path$/])
    }
  }
  t.end()
})

t.test('more characters than hosts take are not given, and somebody is told', t => {
  const warnings: string[] = []
  const onWarning = (text: string) => warnings.push(text)
  const most = (SVC_HOOK_MAX_CHARS: string) =>
    createConfig({ env: { SVC_HOOK_MAX_CHARS }, onWarning }).maxContextChars
  t.equal(most('9500'), 9_500)
  t.same(warnings, [])
  t.equal(most('9501'), 9_500)
  t.equal(createConfig({ given: { maxContextChars: 20_000 }, onWarning }).maxContextChars, 9_500)
  t.same(warnings, [
    'SVC_HOOK_MAX_CHARS: 9501 is more than 9500, which holds',
    'maxContextChars: 20000 is more than 9500, which holds',
  ])
  t.equal(createConfig({ env: { SVC_HOOK_MAX_CHARS: '200' } }).maxContextChars, 200)
  t.end()
})

t.test('the place of the store in config.json has no effect, and somebody is told', t => {
  const warnings: string[] = []
  const given = { dataDir: '/g' }
  const stored = entries({ dataDir: '/x', databasePath: '/y/z.json', recallLimit: 3 })
  const config = createConfig({ given, entries: stored, onWarning: text => warnings.push(text) })
  t.match(config, { dataDir: '/g', databasePath: '/g/svc.json', recallLimit: 3 })
  t.equal(warnings.length, 1)
  t.match(warnings[0], /dataDir and databasePath have no effect there; set SVC_DATA_DIR/)
  t.equal(createConfig({ given, entries: stored }).dataDir, '/g')
  t.end()
})
