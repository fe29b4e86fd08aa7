import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { findFixes } from '../../src/past/fix.js'
import { judge, toFigures, toSessions, type PastSet } from './fix-score.mjs'

/** What is reached now, with room for a change of two or three errors. */
const FLOORS = [
  { name: 'build.json', precision: 0.95, recall: 0.95, quiet: 0.97 },
  { name: 'unseen.json', precision: 0.92, recall: 0.84, quiet: 0.92 },
]

for (const { name, ...floors } of FLOORS) {
  t.test(`errors are known again, and near misses are not answered: ${name}`, async t => {
    const path = fileURLToPath(new URL(`sets/past/${name}`, import.meta.url))
    const set = JSON.parse(readFileSync(path, 'utf8')) as PastSet
    const sessions = toSessions(set)
    const figures = toFigures(
      set.errors.map(one => judge(one, findFixes(one.error, sessions, { own: one.project }))),
    )
    for (const [figure, floor] of Object.entries(floors)) {
      const reached = figures[figure as keyof typeof floors]
      t.ok(reached >= floor, `${figure} ${reached.toFixed(2)} >= ${floor}`)
    }
  })
}
