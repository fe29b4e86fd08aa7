import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { listen } from '../../../handlers/http/node.js'
import { createService } from '../../../src/service/service.js'
import { temporaryFolder } from '../../store/fixture.js'
import { holdTimers } from '../../timers.js'

const GLOBAL = { type: 'global', id: null }

/** A service whose data directory is on a disk of its own; undefined where none can be mounted. */
async function serveOnDisk(t: Test) {
  const disk = join(temporaryFolder(t), 'disk')
  mkdirSync(disk)
  const mount = (...args: string[]) => spawnSync('mount', args).status === 0
  if (!mount('-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk)) return undefined
  t.teardown(() => void spawnSync('umount', ['-l', disk]))
  const causes: unknown[] = []
  const service = createService({ dataDir: join(disk, 'store') })
  const log = (_: string, cause: unknown) => causes.push(cause)
  const server = await listen(service, { host: '127.0.0.1', port: 0, log })
  t.teardown(() => server.close().then(() => service.close()))
  const ask = async (path: string, init?: RequestInit) => {
    const response = await fetch(new URL(path, server.url), init)
    const body = (await response.json()) as Record<string, unknown>
    return { status: response.status, body }
  }
  const remember = (title: string) => {
    const body = JSON.stringify({ scope: GLOBAL, title, content: 'It is so.' })
    return ask('svc/memories', { method: 'POST', body })
  }
  return { disk, causes, ask, remember, mount }
}

t.test('what is wrong with the disk is told, and what to do', async t => {
  const served = await serveOnDisk(t)
  if (served === undefined) {
    t.comment('a small file system cannot be mounted here')
    return
  }
  const { disk, causes, ask, remember, mount } = served
  t.equal((await remember('The first')).status, 201)
  const fill = () => spawnSync('sh', ['-c', `cat /dev/zero > "${join(disk, 'filler')}"`])
  // Whoever waits for a lock looks for it again after so long.
  const pauses = holdTimers(t, ms => ms >= 10 && ms <= 100)
  const faults = [
    { code: 'ENOSPC', says: /the disk is full; make room/, begin: fill },
    {
      code: 'EROFS',
      says: /a disk that is read-only; mount it for writing/,
      begin: () => mount('-o', 'remount,ro', disk),
    },
  ]
  for (const { code, says, begin } of faults) {
    begin()
    const { status, body } = await remember(`While ${code}`)
    t.equal(status, 500)
    t.match(body, { code: 'STORE_CORRUPT', error: says })
    t.match(body.error, `${disk}/store/`, 'and where')
    t.match(causes.splice(0), [{ code }], 'its cause is logged')
    t.equal(pauses.size, 0, 'nobody else is waited for')
    t.match(await ask('svc/memories'), { status: 200, body: { total: 1 } })
    mount('-o', 'remount,rw', disk)
    rmSync(join(disk, 'filler'), { force: true })
  }
  t.equal((await remember('The second')).status, 201, 'it goes on when that is over')
  t.match(await ask('svc/memories'), { body: { total: 2 } })
})
