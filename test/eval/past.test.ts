import t from 'tap'
import { temporaryFolder } from '../store/fixture.js'
import { readSet, scoreQuestions, storeOf } from './past-score.mjs'

/** Shares that each set reaches at least; `unseen` was not looked at while the ranking was made. */
const FLOORS = {
  build: { questions: 119, turn1: 0.6, turn5: 0.92, session1: 0.82, session5: 0.94 },
  unseen: { questions: 85, turn1: 0.52, turn5: 0.85, session1: 0.75, session5: 0.92 },
} as const

for (const [name, floors] of Object.entries(FLOORS))
  t.test(`past sessions of the set ${name} are found`, async t => {
    const set = readSet(name as keyof typeof FLOORS)
    const figures = scoreQuestions(await storeOf(set, temporaryFolder(t)), set)
    for (const [figure, floor] of Object.entries(floors)) {
      const share = figures[figure as keyof typeof floors]
      t.ok(share >= floor, `${figure} ${share}`)
    }
  })
