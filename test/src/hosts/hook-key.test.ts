import t, { type Test } from 'tap'
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findHost } from '../../../src/hosts/drivers.js'
import { readHookKey, readHostCall } from '../../../src/hosts/hook-key.js'
import { applyInstall, applyUninstall } from '../../../src/hosts/install/apply.js'
import { checkHosts } from '../../../src/hosts/install/check.js'
import { renderDiff } from '../../../src/hosts/install/diff.js'
import { createOwnContent, createSharedContent } from '../../../src/hosts/install/installation.js'
import { planInstall, planUninstall } from '../../../src/hosts/install/plan.js'
import { temporaryFolder } from '../../store/fixture.js'

const RESIDENT = { mcp: true, isResident: true }

/** A home with hosts of versions that know handlers of the type mcp_tool, and a store. */
class Home {
  readonly folder: string
  readonly env: Record<string, string>
  readonly launched
  constructor(t: Test) {
    this.folder = temporaryFolder(t)
    this.env = { HOME: this.folder, PATH: `${join(this.folder, 'bin')}:/usr/bin:/bin` }
    const { execPath } = process
    const scripts = { svc: execPath, hook: execPath, opencode: execPath }
    this.launched = { node: execPath, scripts, dataDir: join(this.folder, 'data') }
    for (const [name, version] of [
      ['claude', '2.1.328'],
      ['codex', '0.160.0'],
    ]) {
      const path = join(this.folder, 'bin', name!)
      mkdirSync(join(this.folder, 'bin'), { recursive: true })
      writeFileSync(path, `#!/bin/sh\necho ${version}\n`)
      chmodSync(path, 0o755)
    }
  }

  async plan(name: string) {
    const host = (await findHost(name))!
    const content = createOwnContent(host, this.launched, RESIDENT)
    return { host, plan: () => planInstall(host, { env: this.env }, content) }
  }

  async install(name: string): Promise<string> {
    const { plan } = await this.plan(name)
    const [settings] = await applyInstall(plan, this.launched)
    return settings!.path
  }

  async check() {
    const { env, folder, launched } = this
    const words = { install: 'svc install', mend: 'svc doctor --fix' }
    const asked = { env, project: join(folder, 'p'), launched, version: '0', ...words, fix: false }
    return (await checkHosts(asked)).filter(({ message }) => message.includes('the word of'))
  }
}

const inputOf = (path: string) =>
  (JSON.parse(readFileSync(path, 'utf8')) as Settings).hooks.UserPromptSubmit[0]!.hooks[0]!.input

interface Settings {
  hooks: { UserPromptSubmit: { hooks: { input: { key?: string; prompt: string } }[] }[] }
}

t.test('an installation has a word of its own that its calls carry', async t => {
  const home = new Home(t)
  const { dataDir } = home.launched
  const { plan } = await home.plan('claude')
  const [shown] = plan()
  t.notOk(existsSync(dataDir), 'to plan writes nothing')
  const lines = renderDiff(shown!).join('\n')
  t.match(lines, /"key": "svc-hook-key-…"/)
  const path = await home.install('claude')
  const { key, prompt } = inputOf(path)
  t.match(key, /^svc-hook-key-[\w-]{32}$/)
  t.equal(prompt, '${prompt}')
  t.notMatch(lines, key, 'what is shown does not hold it')
  t.equal(readHookKey(dataDir), key)
  const file = join(dataDir, 'bin/hook-key')
  t.equal(statSync(file).mode & 0o777, 0o600)
  t.match(readFileSync(join(dataDir, 'bin/.gitignore'), 'utf8'), /^\*$/m)
  t.equal(inputOf(await home.install('codex')).key, key, 'one for all hosts')
  t.equal(inputOf(await home.install('claude')).key, key, 'which stays')
  t.not(inputOf(await new Home(t).install('claude')).key, key, 'and is no other’s')
  t.same(readHostCall({ key, prompt: 'a' }, dataDir), { prompt: 'a' })
  for (const call of [
    { prompt: 'a' },
    { key: '' },
    { key: `${key} ` },
    undefined,
    null,
    key,
    [key],
  ])
    t.equal(readHostCall(call, dataDir), undefined)
  const { host } = await home.plan('claude')
  const shared = createSharedContent(host, RESIDENT)
  const texts = planInstall(host, { env: home.env, project: home.folder + '/p' }, shared)
  t.notMatch(JSON.stringify(texts), 'svc-hook-key', 'files that a team shares hold none')
  for (const name of ['claude', 'codex']) {
    const { host: each } = await home.plan(name)
    await applyUninstall(() => planUninstall(each, { env: home.env }), [dataDir])
  }
  t.notOk(existsSync(file), 'with the last host it goes')
})

t.test('the doctor names calls without it, and an installation mends them', async t => {
  const home = new Home(t)
  for (const name of ['claude', 'codex']) {
    const path = await home.install(name)
    t.same(await home.check(), [])
    const text = readFileSync(path, 'utf8')
    const older = text.replace(/\s*"key": "[^"]*",/, '')
    for (const other of [older, text.replace(/svc-hook-key-./, 'svc-hook-key-~')]) {
      t.not(other, text)
      writeFileSync(path, other)
      const [found, more] = await home.check()
      t.match(found, { check: 'hook-incomplete', mend: new RegExp(`--host ${name}`) })
      t.equal(more, undefined)
      await home.install(name)
      t.same(await home.check(), [])
    }
  }
})

t.test('a damaged word is made anew', async t => {
  const home = new Home(t)
  const path = await home.install('claude')
  const { key } = inputOf(path)
  writeFileSync(join(home.launched.dataDir, 'bin/hook-key'), 'x')
  t.equal(readHookKey(home.launched.dataDir), undefined)
  t.equal((await home.check()).length, 1)
  t.match(inputOf(await home.install('claude')).key, /^svc-hook-key-/)
  t.equal(inputOf(path).key, readHookKey(home.launched.dataDir))
  t.ok(key)
})
