// Kills a worker before each of its changes in the store, one after another: `npm run crash:worker`.
import { closeStage, killAt, openStage } from './worker-stages.mjs'

const stage = await openStage()
const started = performance.now()
let bad = 0
let stages = 0
try {
  for (let n = 1; ; n++) {
    const { isKilled, problems } = await killAt(stage, n)
    if (problems.length > 0) {
      bad++
      console.log(`killed before change ${n}: ${problems.join('; ')}`)
    }
    if (!isKilled) break
    stages++
  }
} finally {
  closeStage(stage)
}
const seconds = ((performance.now() - started) / 1000).toFixed(1)
console.log(`${stages} stages in ${seconds} s, ${bad} with something lost or twice`)
process.exitCode = bad === 0 && stages > 20 ? 0 : 1
