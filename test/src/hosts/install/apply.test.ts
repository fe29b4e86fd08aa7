import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { applyShared } from '../../../../src/hosts/install/apply.js'
import type { SettingsPlan } from '../../../../src/hosts/install/settings-file.js'
import { temporaryFolder } from '../../../store/fixture.js'

/** Adds a line to a file; counts how often it is planned. */
function createPlan(path: string, look: () => string) {
  const planned = { times: 0 }
  const plan = (): SettingsPlan[] => {
    planned.times++
    const before = look()
    return [{ path, before, after: `${before}ours\n` }]
  }
  return { plan, planned }
}

t.test('a host that writes meanwhile is given way to, three times at most', async t => {
  const folder = temporaryFolder(t)
  const path = join(folder, 'settings')
  for (const { disturbances, times } of [
    { disturbances: 0, times: 1 },
    { disturbances: 2, times: 3 },
    { disturbances: 3, times: 3 },
  ]) {
    writeFileSync(path, '')
    let left = disturbances
    const { plan, planned } = createPlan(path, () => {
      const text = readFileSync(path, 'utf8')
      if (left-- > 0) writeFileSync(path, `${text}theirs\n`)
      return text
    })
    if (disturbances < 3) applyShared(plan, folder)
    else t.throws(() => applyShared(plan, folder), { code: 'CONFLICT' })
    const ours = disturbances < 3 ? 'ours\n' : ''
    t.equal(readFileSync(path, 'utf8'), 'theirs\n'.repeat(disturbances) + ours)
    t.equal(planned.times, times, `${disturbances} disturbances`)
  }
})

t.test('what another try cannot mend is told at once', async t => {
  const folder = temporaryFolder(t)
  const path = join(folder, 'settings')
  symlinkSync(path, path)
  const { plan, planned } = createPlan(path, () => '')
  t.throws(() => applyShared(plan, folder), { code: 'INVALID_REQUEST', message: /loop/ })
  t.equal(planned.times, 1)
})
