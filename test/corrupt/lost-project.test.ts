import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { SVC } from '../built.mjs'
import { createService } from '../../src/service/service.js'
import { project } from '../src/fixture.js'
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
  const svc = (...args: string[]) => {
    const env = { PATH: process.env.PATH, HOME: folder, SVC_DATA_DIR: dataDir }
    return spawnSync(process.execPath, [SVC, ...args], { cwd: app, env, encoding: 'utf8' })
  }
  return { app, path, open, svc, remember, folder }
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
    const { app, path, open, svc, remember } = await known(t, prepare)
    rmSync(path, { recursive: true })
    const told = new RegExp(`${path} is gone with the memories of ${app}`)
    t.match(await open().status(), { lost: [{ project: app, path }] })
    t.same((await open().list({ scope: project(app) })).items, [])
    t.same(await open().recall({ text: 'ports', scopes: [project(app)] }), [], 'recall goes on')
    t.match(svc('list').stderr, told)
    t.match(svc('status').stdout, /lost +/)
    t.match((await open().doctor()).findings, [{ check: 'lost-project', level: 'failure', path }])
    t.match(svc('doctor').stdout, /is gone with the memories of/)
    const { ok, findings } = await open().doctor({ fix: true })
    t.match({ ok, findings }, { ok: true, findings: [{ check: 'lost-project', fixed: true }] })
    t.match(await open().doctor(), { ok: true, findings: [] })
    t.same((await open().status()).lost, [])
    t.equal(svc('list').stderr, '')
    await open().remember(remember)
    t.ok(existsSync(path), 'and is known again')
    t.match(await open().list(), { items: [{ title: 'Ports', scope: { id: app } }] })
  })

  t.test(`a project whose folder was renamed is found: ${what}`, async t => {
    const { app, path, open, svc } = await known(t, prepare)
    renameSync(path, `${path}-renamed`)
    t.match(await open().recall({ text: 'ports', scopes: [project(app)] }), [{ title: 'Ports' }])
    t.match(await open().list(), { items: [{ title: 'Ports', scope: { id: app } }] })
    t.same((await open().status()).lost, [])
    t.equal(svc('list').stderr, '')
    t.match(await open().doctor(), { ok: true, findings: [] })
  })
}
