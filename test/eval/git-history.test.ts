import t from 'tap'
import { measureHistory, readHistory } from './git-history-score.mjs'

const FLOORS = [
  { set: 'build', whole: 57, misled: 1, falsely: 6 },
  { set: 'unseen', whole: 51, misled: 3, falsely: 14 },
]

for (const { set, whole, misled, falsely } of FLOORS) {
  t.test(`rules in commit messages are proposed whole, few others are: ${set}`, async t => {
    const { figures } = await measureHistory(readHistory(set))
    t.ok(figures.whole >= whole, `${figures.whole} of ${figures.rules} rules are proposed whole`)
    t.ok(figures.misled <= misled, `${figures.misled} of ${figures.misleading} misleading ones are`)
    t.ok(figures.falsely <= falsely, `${figures.falsely} of ${figures.ordinary} ordinary ones are`)
  })
}
