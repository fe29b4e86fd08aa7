import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { settleSettings } from '../../../src/config.js'
import { SETTINGS } from '../../../src/settings/table.js'
import { listSettings } from '../../../src/health/standing.js'
import { openService } from '../fixture.js'

const entries = [{ id: 'svc', config: { recallLimit: 10, capacity: 7, git: { autoCommit: true } } }]

t.test('every setting says its value, its default and where it comes from', async t => {
  const env = { SVC_DATA_DIR: '/data', SVC_RECALL_LIMIT: '20', SVC_PORT: '5000', SVC_CAPACITY: ' ' }
  const listed = listSettings(settleSettings({ given: { port: 6000 }, env, entries }))
  t.same(
    listed.map(({ name }) => name),
    ['dataDir', 'databasePath', ...SETTINGS.map(({ name }) => name)],
  )
  const by = (name: string) => listed.find(one => one.name === name)
  t.match(by('dataDir'), { value: '/data', source: 'environment', env: 'SVC_DATA_DIR' })
  t.match(by('databasePath'), { value: join('/data', 'svc.json'), source: 'default' })
  t.match(by('port'), { value: 6000, fallback: 4747, source: 'given', env: 'SVC_PORT' })
  t.match(by('recallLimit'), { value: 20, source: 'environment', key: 'recallLimit' })
  t.match(by('capacity'), { value: 7, fallback: 200, source: 'config.json' })
  t.match(by('gitAutoCommit'), { value: true, source: 'config.json', key: 'git.autoCommit' })
  t.match(by('model'), { value: 'builtin', source: 'default', meaning: 'model name' })
  t.notOk('key' in by('port')!, 'only the environment and a flag set it')
})

t.test('a manifest that is set says where the data directory is', async t => {
  const env = { SVC_DATABASE_PATH: '/there/other.json', SVC_DATA_DIR: '/here' }
  const [dataDir, databasePath] = listSettings(settleSettings({ env }))
  t.match(dataDir, { value: '/there', source: 'environment' })
  t.match(databasePath, { value: '/there/other.json', fallback: '/there/svc.json' })
  const given = settleSettings({ given: { dataDir: '/given' }, env: { SVC_DATA_DIR: '/here' } })
  t.match(given.dataDir, { value: '/given', source: 'given' })
})

t.test("a plugin host's entry counts after the environment, and is given", async t => {
  const entry = { dataDir: '/entry', recallLimit: 5, capacity: 9, model: '' }
  const env = { SVC_CAPACITY: '8' }
  const settled = settleSettings({ env, entry, entries })
  t.match(settled.dataDir, { value: '/entry', source: 'given' })
  t.match(settled.recallLimit, { value: 5, source: 'given' })
  t.match(settled.capacity, { value: 8, source: 'environment' })
  t.match(settled.gitAutoCommit, { value: true, source: 'config.json' })
  t.match(settled.model, { value: 'builtin', source: 'default' })
})

t.test('a bad value is told and the next source counts', async t => {
  const told: string[] = []
  const env = { SVC_RECALL_LIMIT: 'many' }
  const settled = settleSettings({ env, entries, onProblem: message => told.push(message) })
  t.match(settled.recallLimit, { value: 10, source: 'config.json' })
  t.match(told, [/^SVC_RECALL_LIMIT: must be/])
})

t.test('no secret is told, wherever it stands', async t => {
  const env = {
    SVC_TOKEN: 'hidden-one',
    SVC_PROVIDER_URL: 'https://me:hidden-two@models.example/api',
  }
  const listed = listSettings(settleSettings({ env }))
  const by = (name: string) => listed.find(one => one.name === name)
  t.match(by('token'), { value: 'set', fallback: '', source: 'environment' })
  t.match(by('providerKey'), { value: '', source: 'default' })
  t.match(by('providerUrl')?.value, /^https:\/\/me:.*@models\.example\/api$/)
  t.notMatch(JSON.stringify(listed), /hidden/)
})

t.test('a program that opens a service has given what it gave', async t => {
  const { service, dataDir } = openService(t)
  writeFileSync(join(dataDir, 'config.json'), JSON.stringify(entries))
  const listed = await service.overview.settings()
  t.match(listed[0], { name: 'dataDir', value: dataDir, source: 'given' })
  t.match(
    listed.find(({ name }) => name === 'capacity'),
    { value: 200, source: 'default' },
    'createService reads no file',
  )
})
