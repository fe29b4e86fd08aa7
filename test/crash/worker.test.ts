import t from 'tap'
import { closeStage, killAt, openStage } from './worker-stages.mjs'

/** A few of the stages that `npm run crash:worker` goes through one by one. */
const STAGES = [4, 18, 33, 47, 58, 70, 85, 100, 124]

t.test('a worker that is killed loses nothing and makes nothing twice', async t => {
  const stage = await openStage()
  t.teardown(() => closeStage(stage))
  for (const n of STAGES) {
    const { isKilled, problems } = await killAt(stage, n)
    t.equal(isKilled, true, `there is a change ${n}`)
    t.same(problems, [], `killed before change ${n}`)
  }
})
