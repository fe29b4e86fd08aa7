import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import t, { type Test } from 'tap'
import { SVC } from '../built.mjs'
import { createService } from '../../src/service/service.js'
import { runHere } from '../src/bin/run-here.js'
import { project } from '../src/fixture.js'
import { findPointer, writePointer } from '../../store/projects/pointers.js'
import { openStore } from '../../store/store.js'
import { git, repository } from '../src/work-trees.js'
import { temporaryFolder } from '../store/fixture.js'

/** A project whose one memory lies in the data directory, its folder there, and a new look at both. */
async function known(t: Test, prepare: (app: string) => void) {
  const folder = temporaryFolder(t)
  const [app, dataDir] = [join(folder, 'app'), join(folder, 'store')]
  mkdirSync(app)
  prepare(app)
  const open = () => {
    const service = createService({ dataDir }, { home: folder, env: { PATH: process.env.PATH } })
    t.teardown(() => service.close())
    return service
  }
  const remember = { title: 'Ports', content: 'Port 4100.', scope: project(app) }
  await open().remember(remember)
  const path = join(dataDir, 'projects', readdirSync(join(dataDir, 'projects'))[0]!)
  const env = { PATH: process.env.PATH ?? '', HOME: folder, SVC_DATA_DIR: dataDir }
  const svc = (...args: string[]) => runHere(args, { input: '', env, cwd: app })
  /** The same by the built program. */
  const built = (...args: string[]) =>
    spawnSync(process.execPath, [SVC, ...args], { cwd: app, env, encoding: 'utf8' })
  return { app, path, open, svc, built, remember, folder }
}

const noGit = () => undefined
const withRemote = (app: string) => {
  mkdirSync(join(app, '.git'))
  writeFileSync(join(app, '.git/HEAD'), 'ref: refs/heads/main\n')
  const url = 'https://example.com/acme/app.git'
  writeFileSync(join(app, '.git/config'), `[remote "origin"]\n\turl = ${url}\n`)
}
const withCommit = (app: string) => {
  repository(app)
  writeFileSync(join(app, 'a'), 'a')
  git(app, 'add', '.')
  git(app, 'commit', '-q', '-m', 'first')
}

for (const [what, prepare] of Object.entries({ noGit, withRemote, withCommit })) {
  t.test(`a project whose folder is gone is named, and begins anew: ${what}`, async t => {
    const { app, path, open, svc, built, remember } = await known(t, prepare)
    rmSync(path, { recursive: true })
    const told = new RegExp(`${path} is gone with the memories of ${app}`)
    t.match(await open().status(), { lost: [{ project: app, path }] })
    t.same((await open().memories.list({ scope: project(app) })).items, [])
    t.same(await open().recall({ text: 'ports', scopes: [project(app)] }), [], 'recall goes on')
    t.match(built('list').stderr, told)
    t.match((await svc('status')).stdout, /lost +/)
    t.match((await open().doctor()).findings, [{ check: 'lost-project', level: 'failure', path }])
    t.match((await svc('doctor')).stdout, /is gone with the memories of/)
    const { ok, findings } = await open().doctor({ fix: true })
    t.match({ ok, findings }, { ok: true, findings: [{ check: 'lost-project', fixed: true }] })
    t.match(await open().doctor(), { ok: true, findings: [] })
    t.same((await open().status()).lost, [])
    t.equal((await svc('list')).stderr, '')
    await open().remember(remember)
    t.ok(existsSync(path), 'and is known again')
    t.match(await open().memories.list(), { items: [{ title: 'Ports', scope: { id: app } }] })
  })

  t.test(`a project whose folder was renamed is found: ${what}`, async t => {
    const { app, path, open, svc } = await known(t, prepare)
    renameSync(path, `${path}-renamed`)
    t.match(await open().recall({ text: 'ports', scopes: [project(app)] }), [{ title: 'Ports' }])
    t.match(await open().memories.list(), { items: [{ title: 'Ports', scope: { id: app } }] })
    t.same((await open().status()).lost, [])
    t.equal((await svc('list')).stderr, '')
    t.match(await open().doctor(), { ok: true, findings: [] })
  })

  t.test(`a pointer to a folder that is not there is told: ${what}`, async t => {
    const { app, path, open, svc } = await known(t, prepare)
    const [pointer = ''] = pointersOf(path)
    const [own, wrong] = [basename(path), 'app-elsewhere']
    // As svc wrote it: one that is damaged is mended by what the project is known by.
    const store = openStore(join(path, '../../svc.json'))
    writePointer(store, { ...findPointer(store, app)!, folder: wrong })
    const place = join(path, '..', wrong)
    t.same((await open().memories.list({ scope: project(app) })).items, [])
    const report = await open().doctor()
    // Of a root commit only git could tell.
    const isFound = prepare !== withCommit
    if (isFound) {
      t.match(report, { ok: false, findings: [{ check: 'lost-project', path: place }] })
      t.match(report.findings[0]?.mend, `svc scope move ${wrong} ${own} leads there`)
      t.match(
        (await svc('list')).stderr,
        `${place} is not there, and the memories of ${app} lie in ${own}`,
      )
      t.match(await open().status(), { lost: [{ project: app, path: place, found: own }] })
      t.equal((await svc('doctor')).code, 1)
      t.equal((await svc('scope', 'move', wrong, own)).code, 0)
    } else {
      t.match(report, { ok: true, findings: [{ check: 'broken-pointer', path: pointer }] })
      t.match(report.findings[0]?.message, `leads ${app} to ${place}, which is not there: if`)
      t.match(
        (await svc('list')).stderr,
        `${place}, which is to hold the memories of ${app}, is not there`,
      )
      t.match((await svc('doctor')).stdout, /1 remark; svc doctor --fix mends 1/)
      await open().doctor({ fix: true })
    }
    t.match(await svc('list'), { stdout: /Ports/, stderr: /^$/ })
    t.match(await open().memories.list(), {
      total: 1,
      items: [{ title: 'Ports', scope: { id: app } }],
    })
    t.match(await open().doctor(), { ok: true, findings: [] })
  })
}

t.test('a project for which something waits or was imported needs no folder', async t => {
  const { folder, path, open } = await known(t, noGit)
  const others = ['queued', 'imported'].map(name => join(folder, name))
  for (const other of others) mkdirSync(other)
  const turns = [{ prompt: 'Which port?', reply: 'Port 4100.' }]
  const service = open()
  t.match(await service.reflectBatch({ scope: project(others[0]!), turns }), { added: 0 })
  await service.importWorkspace(others[1]!)
  t.equal(pointersOf(path).length, 3)
  t.same(readdirSync(join(path, '..')), [basename(path)])
  t.match(await open().doctor(), { ok: true, findings: [] })
})

/** The pointer files of the store that a project's folder lies in. */
function pointersOf(path: string): string[] {
  const pointers = join(path, '../../state/paths')
  return readdirSync(pointers).map(name => join(pointers, name))
}
