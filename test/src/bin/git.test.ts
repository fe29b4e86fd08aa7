import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { openStore } from '../../../store/store.js'
import { untilThere } from '../../store/fixture.js'
import { GIT_ENV, Workbench } from '../../store/git/fixture.js'
import { makeBare } from '../git/stores.js'
import { Shell } from './shell.js'

const { PATH: _, ...env } = GIT_ENV

/** The files of a store that lies in git, with a remote. */
function openShell(t: Test) {
  const shell = new Shell(t)
  const remote = makeBare(join(shell.folder, 'remote.git'))
  return { shell, remote, bench: new Workbench(shell.store) }
}

t.test('a store goes from one machine to another and back', async t => {
  const { shell, remote, bench } = openShell(t)
  const init = await shell.say(['git', 'init'], { env })
  t.match(
    init,
    /^made a repository of .*\nregistered the merge driver\nnext: git -C \S+ remote add/,
  )
  t.match(await shell.say(['git', 'status'], { env }), /driver +registered/)
  t.match(
    await shell.say(['git', 'sync'], { env }),
    /^committed [^]*\nthere is no remote to share with/,
  )
  bench.git(['remote', 'add', 'origin', remote])
  await shell.say(['remember', '--scope', 'global', '--title', 'Travels', 'Far.'], { env })
  t.match(
    await shell.say(['git', 'sync'], { env }),
    /1 added\n {2}\+ Travels \(global\)\npushed 2 commits/,
  )
  const listed = await shell.ask<{ items: { id: string }[] }>(['list'], { env })
  t.match(await shell.say(['git', 'log'], { env }), /Travels/)
  t.match(await shell.say(['git', 'log', listed.items[0]?.id ?? ''], { env }), /Travels/)
  const elsewhere = { env: { ...env, SVC_DATA_DIR: join(shell.folder, 'elsewhere') } }
  t.match(await shell.say(['git', 'clone', '../remote.git'], elsewhere), /1 memory in 1 scope/)
  t.match(await shell.ask(['git', 'status'], elsewhere), { changes: [], driver: 'registered' })
  const [memory] = (
    await shell.ask<{ items: { id: string }[] }>(['list', '--scope', 'global'], elsewhere)
  ).items
  await shell.say(['forget', memory?.id ?? ''], elsewhere)
  t.match(await shell.say(['git', 'commit', '-m', 'Done with it'], elsewhere), /1 forgotten/)
  t.equal(await shell.say(['git', 'commit'], elsewhere), 'nothing to commit\n')
  await shell.say(['git', 'sync'], elsewhere)
  t.match(await shell.ask(['git', 'sync'], { env }), {
    merged: [{ kind: 'forgotten', title: 'Travels' }],
  })
})

t.test('a change is committed by itself where that is asked for, and no command waits', async t => {
  const { shell, bench } = openShell(t)
  await shell.say(['git', 'init'], { env })
  const auto = { env: { ...env, SVC_GIT_AUTO_COMMIT: '1' } }
  await shell.runBuilt(['remember', '--scope', 'global', '--title', 'Later', 'On.'], auto)
  t.throws(() => bench.git(['rev-parse', 'HEAD']), 'not yet')
  // A process waits for the store to be quiet.
  await untilThere(join(shell.store, 'state/locks/auto-commit.lock'))
})

t.test('every command says so where git is not installed', async t => {
  const { shell } = openShell(t)
  await shell.say(['git', 'init'], { env })
  const bin = join(shell.folder, 'bin')
  mkdirSync(bin)
  writeFileSync(join(bin, 'README'), 'no git here\n')
  const without = { env: { ...env, PATH: bin } }
  for (const name of ['init', 'commit', 'sync', 'status']) {
    const { code, stdout, stderr } = await shell.run(['git', name], without)
    t.equal(code, 1, name)
    t.equal(stdout, '', name)
    t.match(stderr, /^svc: git is not installed, or not on PATH/, name)
  }
  const clone = { env: { ...without.env, SVC_DATA_DIR: join(shell.folder, 'new') } }
  t.match(await shell.run(['git', 'clone', '/x'], clone), {
    code: 1,
    stderr: /git is not installed/,
  })
})

t.test('outside a repository the way into one is told', async t => {
  const { shell } = openShell(t)
  t.match(await shell.run(['git', 'commit', '--json'], { env }), {
    code: 1,
    stderr: /"code":"NOT_AVAILABLE"/,
  })
  const looks = ['status', 'check', 'log', 'log abcdefgh', 'commit', 'sync', 'resolve']
  for (const look of [...looks, 'restore abcdefgh']) {
    const outcome = await shell.run(['git', ...look.split(' ')], { env })
    t.match(outcome, { code: 1, stderr: /no store at \S+ yet; svc git init/ }, look)
    t.notOk(existsSync(shell.store), `${look} makes no store`)
  }
  openStore(join(shell.store, 'svc.json'))
  t.match(await shell.run(['git', 'status'], { env }), {
    code: 1,
    stderr: /svc git init makes it one/,
  })
  t.match(await shell.run(['git', 'commit', '-m', ' '], { env }), { code: 2 })
})
