import { join } from 'node:path'
import t from 'tap'
import { noteHostCall } from '../../../src/activity/hook-calls.js'
import type { HostLook } from '../../../src/overview/types.js'
import { openStore } from '../../../store/store.js'
import { openService } from '../fixture.js'

const AT = new Date('2026-11-20T10:00:00.000Z')

t.test(
  'where nobody says what is on this machine, the hosts are those that have called',
  async t => {
    const { service, dataDir } = openService(t)
    t.same(await service.overview.hosts(), [])
    noteHostCall(openStore(join(dataDir, 'svc.json')), 'codex', AT)
    t.same(await service.overview.hosts(), [
      {
        ...{ host: 'codex', title: 'codex', connected: true },
        install: 'svc install --host codex',
        lastCall: AT.toISOString(),
      },
    ])
  },
)

t.test(
  "a program that can look says which there are; its findings are the doctor's too",
  async t => {
    const asked: unknown[] = []
    const codex = { host: 'codex', title: 'Codex', connected: true, install: 'svc install' }
    const droid = { host: 'droid', title: 'Droid', connected: false, install: 'svc install' }
    const broken = {
      level: 'remark',
      check: 'hook-broken',
      message: 'starts x, which is gone',
    } as const
    const hosts: HostLook = {
      find: async callers => {
        asked.push(callers)
        return [codex, droid]
      },
      facts: async () => ({ hosts: [{ host: 'codex', title: 'Codex', path: '/bin/codex' }] }),
      check: async ({ fix }) => {
        asked.push(fix)
        return [broken]
      },
    }
    const { service, dataDir } = openService(t, undefined, { hosts })
    noteHostCall(openStore(join(dataDir, 'svc.json')), 'codex', AT)
    const lastCall = AT.toISOString()
    t.same(await service.overview.hosts(), [{ ...codex, lastCall }, droid])
    t.match(await service.doctor({ fix: true }), {
      ...{ ok: true, findings: [broken] },
      facts: { hosts: [{ path: '/bin/codex' }] },
    })
    t.same(asked, [['codex'], true])
  },
)

t.test('hosts that cannot be looked at are a finding, and the rest is examined', async t => {
  const check = () => Promise.reject(new Error('no such folder'))
  const hosts = { find: async () => [], facts: check, check }
  const { service } = openService(t, undefined, { hosts })
  t.match(await service.doctor(), {
    ok: false,
    findings: [{ check: 'hosts', message: 'could not be checked: no such folder' }],
    facts: { hosts: undefined, versions: {} },
  })
})
