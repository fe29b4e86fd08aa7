import t, { type Test } from 'tap'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { noteHostCall } from '../../../src/activity/hook-calls.js'
import type { Config } from '../../../src/config.js'
import { createService } from '../../../src/service/service.js'
import { openStore } from '../../../store/store.js'
import { temporaryFolder } from '../../store/fixture.js'
import { Shell } from '../bin/shell.js'

function open(t: Test, settings: Partial<Config>) {
  const service = createService({ dataDir: join(temporaryFolder(t), 'store'), ...settings })
  t.teardown(() => service.close())
  return { service }
}

t.test(
  'settings that name no provider are told by status and doctor, and fail nothing',
  async t => {
    const { service } = open(t, { provider: 'opnai' })
    t.match(await service.status(), {
      provider: 'opnai',
      providerFault: /^provider: must be one of /,
    })
    const report = await service.doctor()
    t.match(report, {
      ok: true,
      findings: [
        { level: 'remark', check: 'provider', message: /^nothing is learned: provider: / },
      ],
    })
    const sound = open(t, {}).service
    t.match(await sound.status(), { provider: 'builtin', reflect: true })
    t.notOk('providerFault' in (await sound.status()))
    t.notOk('learnsBy' in (await sound.status()))
  },
)

t.test('where nothing is learned the provider is no matter', async t => {
  const { service } = open(t, { provider: 'anthropic', reflect: false })
  t.same((await service.doctor()).findings, [])
})

t.test('with `host`, the programs of the hosts that have called are looked for', async t => {
  const shell = new Shell(t)
  const programs = temporaryFolder(t)
  writeFileSync(join(programs, 'claude'), '', { mode: 0o755 })
  const env = { SVC_PROVIDER: 'host', PATH: `${programs}:${process.env.PATH}` }
  await shell.say(['remember', '--scope', 'global', '--title', 'T', 'x'])
  t.match(await shell.say(['status'], { env }), /^learning +host$/m)
  const store = openStore(join(shell.store, 'svc.json'))
  for (const host of ['claude-code', 'cursor', 'qwen-code'] as const) {
    noteHostCall(store, host, new Date())
  }
  t.match(await shell.ask(['status'], { env }), {
    provider: 'host',
    learnsBy: { 'claude-code': 'claude-code', cursor: 'builtin', 'qwen-code': 'qwen-code' },
    providerFault: /^qwen-code needs the program qwen, which is not on the PATH/,
  })
  const said = await shell.say(['status'], { env })
  t.match(said, /learning +host: claude-code by its own program, cursor by builtin, qwen-code by/)
  t.match(said, /waits for +qwen-code needs the program qwen/)
  t.match(await shell.say(['status']), /^learning +builtin, on this machine$/m)
  t.match(await shell.say(['status'], { env: { SVC_HOOK_REFLECT: '0' } }), /^learning +off$/m)
  await shell.say(['install', '--host', 'claude-code'])
  const told = await shell.say(['doctor'], { env })
  t.match(told, /Claude Code .*connected, last call just now, learns by claude-code\n/)
  t.match(told, /provider: nothing is learned: qwen-code needs/)
  t.match(await shell.ask(['doctor'], { env }), {
    hosts: [{ host: 'claude-code', learnsBy: 'claude-code' }],
  })
  t.notMatch(await shell.say(['doctor']), 'learns by')
})
