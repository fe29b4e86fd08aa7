import t, { type Test } from 'tap'
import { mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import type { Call } from '../../../../src/bin/cli/command.js'
import { answer } from '../../../../src/bin/cli/run.js'
import { EVERY_COMMAND } from '../../../../src/bin/cli/table.js'
import { createTerminal } from '../../../../src/bin/terminal/screen.js'
import { createConfig } from '../../../../src/config.js'
import type { ScopeListing } from '../../../../src/scopes/list.js'
import { temporaryFolder } from '../../../store/fixture.js'
import { CLAIMS, desk } from '../../../store/git/claims.js'
import { openService, project } from '../../fixture.js'
import { git, repository } from '../../work-trees.js'

/** Runs a command on a data directory and answers what it prints. */
async function say(name: string, dataDir: string, operands: string[], ...switches: string[]) {
  const printed: string[] = []
  const sink = new PassThrough().on('data', (text: Buffer) => printed.push(text.toString()))
  const streams = { stdout: sink as never, stderr: sink as never, env: {} }
  const terminal = { ...createTerminal({ ...streams, now: 0 }), columns: 80 }
  const command = EVERY_COMMAND.find(row => row.name === name)!
  const call = {
    ...{ operands, command },
    note: (line: string) => terminal.note(line),
    on: (flag: string) => switches.includes(flag),
    config: () => createConfig({ given: { dataDir } }),
  } as unknown as Call
  await answer(await command.load(call), call, terminal)
  return printed.join('')
}

async function newProject(t: Test) {
  const root = temporaryFolder(t)
  const app = repository(join(root, 'app'), 'git@example.org:team/app.git')
  const { service, dataDir } = openService(t)
  await service.remember({ scope: project(app), title: 'Kept', content: 'Text.' })
  return { root, app, service, dataDir }
}

t.test('svc scope list shows what a scope is known by, in 80 columns', async t => {
  const { app, dataDir } = await newProject(t)
  const said = await say('scope list', dataDir, [])
  t.match(said, `${app}\n    1 item\n    folder app-`)
  t.match(said, 'remote example.org/team/app')
  t.match(said, /root commit [0-9a-f]{12}\n/)
  t.match(said, /^global\n {4}0 items\n/)
  t.same(
    said.split('\n').filter(line => line.length > 80),
    [],
  )
  const { scopes } = JSON.parse(await say('scope list', dataDir, [], 'json')) as ScopeListing
  t.match(scopes[1], { id: app, count: 1, placement: 'data-dir', paths: [app] })
})

t.test('svc scope link and move say what happened', async t => {
  const { root, app, dataDir } = await newProject(t)
  const other = join(root, 'other')
  mkdirSync(other)
  t.match(await say('scope link', dataDir, [app, other]), `${other} belongs to app-`)
  const moved = join(root, 'moved')
  git(root, 'clone', '-q', app, moved)
  rmSync(app, { recursive: true })
  t.match(await say('scope move', dataDir, [app, moved]), `${moved} is the project of app-`)
  const merged = await say('scope move', dataDir, [moved, 'global'])
  t.equal(merged, 'moved 1 memory file to global\n')
  const none = say('scope move', dataDir, [join(root, 'none'), other])
  await t.rejects(none, { code: 'SCOPE_NOT_FOUND', message: /svc scope list/ })
})

t.test('svc scope place and svc trust say what happened', async t => {
  const { root, app, dataDir } = await newProject(t)
  const placed = await say('scope place', dataDir, ['in-repo', app])
  t.match(placed, `moved 1 memory file into ${app}/.svc\ncommit .svc with the code\n`)
  t.match(git(app, 'config', 'merge.svc.driver'), 'git merge-driver %O %A %B')
  t.match(git(app, 'check-attr', 'merge', '.svc/memories/a.md'), /merge: svc$/m)
  t.match(await say('scope list', dataDir, []), '1 item in its work tree')
  git(app, 'add', '.')
  git(app, 'commit', '-q', '-m', 'memories')
  const clone = join(root, 'clone')
  git(root, 'clone', '-q', app, clone)
  const elsewhere = join(root, 'elsewhere')
  const trusted = await say('trust', elsewhere, [clone])
  t.match(trusted, `${clone}/.svc holds 1 memory in 1 file\n  Kept\ntrusted, as long as`)
  const revoked = await say('trust', elsewhere, [clone], 'revoke')
  t.equal(revoked, `the .svc of ${clone} is not used any more; its files stay\n`)
  t.match(
    await say('scope list', elsewhere, []),
    `${clone}/.svc\n    is not used: untrusted, with 1 file; svc trust shows and trusts it\n`,
  )
  t.match(await say('scope place', dataDir, ['data-dir', app]), 'into the data directory')
  await t.rejects(say('scope place', dataDir, ['elsewhere', app]), { code: 'INVALID_REQUEST' })
  await t.rejects(say('trust', dataDir, [app]), { code: 'SCOPE_NOT_FOUND' })
})

t.test('svc trust registers the merge driver in the repository of the folder', async t => {
  const app = repository(join(temporaryFolder(t), 'app'))
  mkdirSync(join(app, '.svc', 'memories'), { recursive: true })
  t.match(await say('trust', openService(t).dataDir, [app]), /trusted/)
  t.match(git(app, 'config', 'merge.svc.driver'), /merge-driver/)
})

for (const [name, claim] of Object.entries(CLAIMS)) {
  t.test(`svc trust writes into no repository that is not the folder's: ${name}`, async t => {
    const made = desk(t)
    claim(made)
    mkdirSync(join(made.evil, '.svc', 'memories'), { recursive: true })
    const said = await say('trust', openService(t).dataDir, [made.evil])
    t.match(said, /trusted/)
    const configs = findConfigs(made.root)
    t.ok(configs.length > 0)
    for (const path of configs) {
      if (path.startsWith(join(made.evil, '.git'))) continue
      t.notMatch(readFileSync(path, 'utf8'), /merge "svc"/, path)
    }
  })
}

/** Every configuration of git below a folder. */
function findConfigs(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names.filter(name => /(^|\/)config$/.test(name)).map(name => join(folder, name))
}
