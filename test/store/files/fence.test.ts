import { mkdirSync, rmdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { withFence } from '../../../store/files/fence.js'
import { temporaryFolder } from '../fixture.js'

t.test('a decision whose lock was lost is made anew, and whoever decides is told', async t => {
  const path = join(temporaryFolder(t), 'a')
  const steps: string[] = []
  const decide = (lock: { assertHeld(): void }) => {
    steps.push('decides')
    if (steps.length === 1) rmdirSync(`${path}.lock`)
    lock.assertHeld()
    return 'decided'
  }
  t.equal(await withFence(path, [], decide, () => steps.push('lost')), 'decided')
  t.same(steps, ['decides', 'lost', 'decides'])
})

t.test('what else goes wrong is no reason to decide anew', async t => {
  let tries = 0
  const fail = () => {
    tries++
    throw new Error('inside')
  }
  await t.rejects(withFence(join(temporaryFolder(t), 'a'), [], fail), /inside/)
  t.equal(tries, 1)
})

t.test('only a lock that is taken over disarms its holder', async t => {
  const path = join(temporaryFolder(t), 'a')
  const steps: string[] = []
  const disarm = () => steps.push('disarms')
  await withFence(path, disarm, () => steps.push('decides'))
  mkdirSync(`${path}.lock`)
  utimesSync(`${path}.lock`, 1, 1)
  await withFence(path, disarm, () => steps.push('decides'))
  t.same(steps, ['decides', 'disarms', 'decides'])
})
