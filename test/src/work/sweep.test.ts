import t from 'tap'
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { findDead, sweepState } from '../../../src/work/sweep.js'
import { findScope } from '../../../store/projects/projects.js'
import { openStore } from '../../../store/store.js'
import { GLOBAL, openService, project } from '../fixture.js'

const DAY_S = 24 * 60 * 60
const inDays = (days: number) => new Date(Date.now() + days * DAY_S * 1000)

function write(path: string, text = '{}', ageDays = 0): string {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  const time = Date.now() / 1000 - ageDays * DAY_S
  utimesSync(path, time, time)
  return path
}

/** A store with a project at a path that is there, and what belongs to it. */
async function makeStore(t: Parameters<typeof openService>[0]) {
  const { service, dataDir } = openService(t)
  const shop = join(dirname(dataDir), 'shop')
  mkdirSync(shop)
  writeFileSync(join(shop, 'AGENTS.md'), 'Use pnpm.\n')
  await service.importWorkspace(shop)
  await service.remember({ scope: project(shop), title: 'T', content: 'x' })
  await service.remember({ scope: GLOBAL, title: 'T2', content: 'x' })
  await service.learning.reflectDue()
  const store = openStore(join(dataDir, 'svc.json'))
  const of = (...parts: string[]) => join(store.state, ...parts)
  return { service, store, shop, of }
}

t.test('what is dead goes after its time, and nothing that is alive', async t => {
  const { store, of } = await makeStore(t)
  const [pointer = ''] = readdirSync(of('paths'))
  const [rows = ''] = readdirSync(of('imports'))
  const gone = [
    write(of('paths', 'gone.json'), JSON.stringify({ path: '/no/such', folder: 'x-1' }), 31),
    write(of('imports', 'gone-1.json'), '{}', 31),
    write(of('index', 'gone-1.idx'), '', 31),
    write(of('index', 'gone-1.idx.claim'), '', 31),
    write(of('index', 'gone-1.docs'), '', 31),
    write(of('revisions', 'gone-1.jsonl'), '', 31),
    write(of('spool', '.a.json.1-abc.tmp'), '', 2),
  ]
  const lock = of('locks', 'write-gone.lock')
  mkdirSync(lock)
  utimesSync(lock, 1, 1)
  const kept = [
    write(
      of('paths', 'trusted.json'),
      JSON.stringify({ path: '/no/such2', folder: 'x-2', placement: 'in-repo' }),
      400,
    ),
    write(of('imports', 'fresh-1.json'), '{}', 29),
    write(of('index', 'global.idx'), '', 400),
    write(of('spool', 'global', 'turn.json'), '{}', 400),
    write(of('batches', 'global', 'batch.json'), '{}', 400),
    of('paths', pointer),
    of('imports', rows),
  ]
  for (const path of kept.slice(-2)) utimesSync(path, 1, 1)
  sweepState(store)
  t.same([...gone, lock].filter(existsSync), [])
  const removed = of('locks', 'write-gone.removed')
  t.ok(existsSync(removed), 'its holder may only sleep: whoever takes it finds it taken over')
  t.same(
    kept.filter(path => !existsSync(path)),
    [],
  )
  t.same(findDead(store), [])
  sweepState(store, inDays(31))
  t.notOk(existsSync(removed))
})

t.test('old versions of what is gone are kept for a year', async t => {
  const { service, store, of } = await makeStore(t)
  const { id } = await service.remember({ scope: GLOBAL, title: 'Gone', content: 'x' })
  const living = await service.remember({ scope: GLOBAL, title: 'T2', content: 'y' })
  await service.memories.forget(id)
  const versionsOf = (wanted: string) =>
    readdirSync(of('history')).filter(name => name.includes(wanted))
  sweepState(store, inDays(300))
  t.equal(versionsOf(id).length, 1)
  t.match(await service.archive.restore(id), { title: 'Gone' })
  await service.memories.forget(id)
  sweepState(store, inDays(370))
  sweepState(store, inDays(371))
  t.equal(versionsOf(id).length, 0)
  t.equal(versionsOf(living.id).length, 1, 'what lives keeps its versions')
})

t.test('versions of a skill and of a file of the store stay as long as that is there', async t => {
  const { store, shop, of } = await makeStore(t)
  const folder = (await findScope(store, project(shop)))!
  write(join(folder.path, 'skills', 'release', 'SKILL.md'))
  write(join(store.root, 'global', 'skills', 'deploy', 'SKILL.md'))
  const versionOf = (...file: string[]) => write(of('history', ...file, 'version.md'))
  const kept = [
    versionOf(folder.key, 'skills', 'release', 'SKILL.md'),
    versionOf('projects', folder.key, 'skills', 'release', 'SKILL.md'),
    versionOf('projects', folder.key, 'scope.json'),
    versionOf('global', 'skills', 'deploy', 'SKILL.md'),
    versionOf('.gitignore'),
  ]
  const gone = [
    versionOf(folder.key, 'skills', 'gone', 'SKILL.md'),
    versionOf('projects', 'gone-1', 'scope.json'),
    versionOf('gone-1', 'skills', 'release', 'SKILL.md'),
  ]
  const missing = (paths: string[]) => paths.filter(path => !existsSync(path))
  sweepState(store, inDays(360))
  t.same(missing([...kept, ...gone]), [])
  sweepState(store, inDays(370))
  sweepState(store, inDays(371))
  t.same(missing(kept), [])
  t.same(missing(gone), gone)
  t.notOk(existsSync(of('history', 'gone-1')), 'no empty folder is left of them')
  t.same(findDead(store, inDays(371)), [])
})

t.test('of what waits for consolidation the newest are kept, and a long log is cut', async t => {
  const { store, of } = await makeStore(t)
  for (let at = 0; at < 1_010; at++)
    write(of('replay', 'global', `${at}.json`), '{}', 20 - at / 100)
  const lines = Array.from({ length: 60_000 }, (_, at) => `line ${at} of a service`)
  write(of('serve.log'), `${lines.join('\n')}\n`)
  sweepState(store)
  t.equal(readdirSync(of('replay', 'global')).length, 1_000)
  t.notOk(existsSync(of('replay', 'global', '9.json')))
  t.ok(existsSync(of('replay', 'global', '10.json')))
  const log = readFileSync(of('serve.log'), 'utf8')
  t.ok(log.length <= 64 * 1024)
  t.match(log, /^line \d+ of a service\n/)
  t.match(log, /line 59999 of a service\n$/)
})

t.test('folders of queues in which nothing is left go', async t => {
  const { store, of } = await makeStore(t)
  mkdirSync(of('spool', 'gone-1'), { recursive: true })
  sweepState(store)
  t.ok(existsSync(of('spool', 'gone-1')))
  sweepState(store, inDays(31))
  t.notOk(existsSync(of('spool', 'gone-1')))
})

t.test('a store that something else lies in is swept as far as it can be', async t => {
  const { store, of } = await makeStore(t)
  rmSync(of('paths'), { recursive: true })
  writeFileSync(of('paths'), 'a file in place of a folder')
  rmSync(of('history'), { recursive: true, force: true })
  writeFileSync(of('history'), '')
  const lock = of('locks', 'write-gone.lock')
  mkdirSync(lock)
  utimesSync(lock, 1, 1)
  t.equal(sweepState(store), 1)
})
