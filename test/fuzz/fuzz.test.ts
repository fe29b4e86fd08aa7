import fc from 'fast-check'
import t from 'tap'
import { ATTACKS } from './parsers.js'

/** `npm run fuzz` goes on for minutes; here each parser gets a moment. */
const RUN = { numRuns: 60, interruptAfterTimeLimit: 1_500, markInterruptAsFailure: false }

for (const { name, property } of ATTACKS) {
  t.test(`whatever it is given: ${name}`, async t => {
    const { failed, counterexample, seed, errorInstance } = await fc.check(property, RUN)
    const why = errorInstance instanceof Error ? errorInstance.message : ''
    t.notOk(failed, `seed ${seed}: ${why} with ${JSON.stringify(counterexample)?.slice(0, 2_000)}`)
  })
}
