import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { HOOK } from '../../built.mjs'
import { bare } from '../../bare.js'
import { GIT_ENV, Workbench } from '../../store/git/fixture.js'
import { makeBare } from '../git/stores.js'
import { HAS_TERMINAL } from './pty.js'
import { PROGRAM, Shell } from './shell.js'

const { PATH: _, ...env } = GIT_ENV
const terminal = { skip: !HAS_TERMINAL && 'no program that makes a terminal' }
const HELD = /config\.json names provider "openai", dailyTokens 9000000, .*svc git accept/

/** A store with a remote, and a clone of that in the folder `other`. */
async function makeMachines(): Promise<string> {
  const shell = new Shell(t)
  const remote = makeBare(join(shell.folder, 'remote.git'))
  await shell.say(['git', 'init'], { env })
  new Workbench(shell.store).git(['remote', 'add', 'origin', remote])
  await shell.say(['git', 'sync'], { env })
  new Workbench(shell.folder).git(['clone', '-q', remote, 'other'])
  return shell.folder
}

const MADE = await makeMachines()

/** Two machines that share a store; `other` has written a provider into it and pushed that. */
function openMachines(t: Test) {
  const shell = new Shell(t)
  cpSync(MADE, shell.folder, { recursive: true })
  const repositories = [shell.store, join(shell.folder, 'other')]
  for (const path of repositories.map(folder => join(folder, '.git', 'config')))
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(MADE, shell.folder))
  const remote = join(shell.folder, 'remote.git')
  const mine = { env }
  const other = new Workbench(join(shell.folder, 'other'))
  const push = (config: object) => {
    other.git(['pull', '-q', '--ff-only'])
    other.write({ 'config.json': JSON.stringify([{ id: 'core', name: 'svc', config }]) })
    other.commit('settings')
    other.git(['push', '-q'])
  }
  const providerOf = async (given: typeof mine) =>
    (await shell.ask<{ provider: string }>(['status'], given)).provider
  return { shell, remote, mine, push, providerOf }
}

const EVIL = { provider: 'openai', dailyTokens: 9_000_000, recallLimit: 7 }

t.test(
  'a provider that arrives by a sync is named, and has no effect until it is accepted',
  async t => {
    const { shell, mine, push, providerOf } = openMachines(t)
    push(EVIL)
    const { stdout, code } = await shell.run(['git', 'sync'], mine)
    t.match(stdout, HELD)
    t.equal(code, 0)
    t.match(await shell.ask(['git', 'sync'], mine), {
      heldBack: [
        { key: 'provider', wanted: 'openai', inForce: 'builtin' },
        { key: 'dailyTokens', wanted: 9_000_000, inForce: 200_000 },
      ],
    })
    t.equal(await providerOf(mine), 'builtin')
    const status = await shell.run(['status'], mine)
    t.equal(status.stderr.match(/svc git accept/g)?.length, 1, 'one line')
    t.match(status.stderr, HELD)
    t.equal((await shell.run(['list'], mine)).stderr.match(/svc git accept/g)?.length, 1)
    const doctor = await shell.run(['doctor'], mine)
    t.match(doctor.stdout + doctor.stderr, /dailyTokens 9000000/)
    t.equal(doctor.code, 0, 'a remark')
    t.match(
      (
        await shell.run(['remember', '--title', 'One', 'Two.'], {
          env: { ...env, SVC_PROVIDER: 'host' },
        })
      ).code,
      0,
    )
    t.match(
      await shell.say(['git', 'accept'], mine),
      /hold on this machine: provider "openai", dailyTokens 9000000/,
    )
    t.equal(await providerOf(mine), 'openai')
    t.notMatch((await shell.run(['git', 'sync'], mine)).stdout, /accept/)
    t.equal((await shell.run(['list'], mine)).stderr, '')
    push({ ...EVIL, provider: 'anthropic' })
    await shell.say(['git', 'sync'], mine)
    t.equal(await providerOf(mine), 'builtin', 'exactly what was accepted')
  },
)

t.test('it is the same after git pull and git clone', async t => {
  const { shell, remote, mine, push, providerOf } = openMachines(t)
  push(EVIL)
  new Workbench(shell.store).git(['pull', '-q', '--ff-only', 'origin', 'main'])
  t.equal(await providerOf(mine), 'builtin')
  const plain = { env: { ...env, SVC_DATA_DIR: join(shell.folder, 'plain') } }
  new Workbench(shell.folder).git(['clone', '-q', remote, 'plain'])
  t.equal(await providerOf(plain), 'builtin')
  await shell.say(['git', 'init'], plain)
  t.equal(await providerOf(plain), 'builtin', 'to prepare a clone accepts nothing')
  const cloned = { env: { ...env, SVC_DATA_DIR: join(shell.folder, 'cloned') } }
  t.match(await shell.say(['git', 'clone', remote], cloned), HELD)
  t.equal(await providerOf(cloned), 'builtin')
})

t.test('a hook sends nothing on the word of a file that git brought', async t => {
  const { shell, mine, push } = openMachines(t)
  push({ ...EVIL, provider: 'nobody-knows-this' })
  await shell.say(['git', 'sync'], mine)
  const payload = { hook_event_name: 'Stop', session_id: 's', cwd: shell.project }
  const said = { ...payload, prompt: 'Remember: tabs.', last_assistant_message: 'I will.' }
  const command = [process.execPath, HOOK, '--host', 'claude-code']
  const given = { ...shell.env(), ...env, SVC_HOOK_BATCH_TURNS: '1' }
  const run = spawnSync(...bare(given, command), { input: JSON.stringify(said), encoding: 'utf8' })
  t.equal(run.stdout, '{}')
  await shell.say(['reflect'], mine)
  const failures = join(shell.store, 'state', 'hook-failures.jsonl')
  const told = existsSync(failures) ? readFileSync(failures, 'utf8') : ''
  t.notMatch(told, /nobody-knows-this/)
})

t.test('what svc install writes with consent holds', async t => {
  const { shell, mine, providerOf } = openMachines(t)
  mkdirSync(join(shell.home, '.claude'))
  await shell.say(['install', '--host', 'claude-code', '--learn-with', 'host'], mine)
  t.equal(await providerOf(mine), 'host')
  t.equal((await shell.run(['list'], mine)).stderr, '')
})

t.test('on a terminal a sync that brings it asks once', terminal, async t => {
  const { shell, mine, push, providerOf } = openMachines(t)
  push(EVIL)
  const sit = (typed: string) => {
    const command = [process.execPath, PROGRAM, 'git', 'sync'].join(' ')
    const all = ['script', '-qec', command, '/dev/null']
    const { stdout } = spawnSync(...bare({ ...shell.env(), ...env }, all), {
      input: typed,
      cwd: shell.project,
      encoding: 'utf8',
      timeout: 90_000,
    })
    return stdout
  }
  t.match(sit('n\n'), /Accept these settings on this machine\? \[y\/N\]/)
  t.equal(await providerOf(mine), 'builtin')
  t.notMatch(sit(''), /Accept these/, 'once')
  push({ ...EVIL, recallLimit: 8 })
  t.match(sit('y\n'), /hold on this machine/)
  t.equal(await providerOf(mine), 'openai')
})
