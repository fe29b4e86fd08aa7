import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { SVC } from '../built.mjs'
import { placesOf, STATE, type StateName } from '../../store/store.js'
import { HookHost } from '../handlers/hooks/host.js'
import { GLOBAL, openService } from '../src/fixture.js'

const FILES = ['document', 'log', 'text'] as const

async function newStore(t: Test) {
  const { service, dataDir } = openService(t)
  await service.remember({ scope: GLOBAL, title: 'Ports', content: 'Port 4100.' })
  return { dataDir, open: () => openService(t, dataDir).service }
}

t.test('whatever lies at a place of the state, the rest is served and doctor mends', async t => {
  const { dataDir, open } = await newStore(t)
  const files = FILES.flatMap(kind => placesOf(kind))
  for (const name of Object.keys(STATE) as StateName[]) {
    const path = join(dataDir, 'state', name)
    rmSync(path, { recursive: true, force: true })
    if (files.includes(name)) mkdirSync(path, { recursive: true })
    else writeFileSync(path, 'a file')
    const service = open()
    t.match(await service.memories.list(), { items: [{ title: 'Ports' }] }, name)
    t.match(await service.recall({ text: 'ports' }), [{ title: 'Ports' }])
    await service.status()
    if (name === 'damaged') rmSync(path)
    else t.match((await service.doctor()).findings[0], { check: 'misplaced', path }, name)
    await service.doctor({ fix: true })
    t.match(await open().doctor(), { ok: true }, name)
    await open().remember({ scope: GLOBAL, title: 'Ports', content: 'Port 4100.' })
  }
})

t.test('a named pipe in the place of a file keeps nobody waiting', async t => {
  const host = new HookHost(t)
  await host.remember({ title: 'Releases leave on Thursdays', content: 'x', scope: GLOBAL })
  for (const name of ['config.json', 'state/usage.json', 'state/learned.jsonl']) {
    const path = join(host.store, name)
    rmSync(path, { force: true })
    mkdirSync(join(path, '..'), { recursive: true })
    if (spawnSync('mkfifo', [path]).status !== 0) return t.comment('there are no named pipes here')
    const { stdout, code } = await host.event('UserPromptSubmit', {
      prompt: 'When do releases leave?',
      session_id: name,
    })
    t.match({ stdout, code }, { stdout: /Thursdays/, code: 0 }, name)
    const { status } = spawnSync(process.execPath, [SVC, 'doctor', '--fix'], {
      env: host.env(),
      timeout: 60_000,
    })
    t.ok(status !== null && !existsSync(path), `${name} is set aside`)
  }
})

t.test(
  'a link that leads nowhere in the place of a folder is named by who writes there',
  async t => {
    const { dataDir, open } = await newStore(t)
    rmSync(join(dataDir, 'state', 'locks'), { recursive: true, force: true })
    symlinkSync('/nowhere/at/all', join(dataDir, 'state', 'locks'))
    const input = { scope: GLOBAL, title: 'New', content: 'x' }
    const message = /state\/locks is no folder, where one should be; svc doctor --fix sets it aside/
    await t.rejects(open().remember(input), { code: 'STORE_CORRUPT', message })
    t.match(await open().doctor({ fix: true }), { ok: true })
    t.match(await open().remember(input), { title: 'New' })
  },
)
