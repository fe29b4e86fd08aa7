import t from 'tap'
import { likeness, SAME_ERROR } from '../../../src/past/error-match.js'
import { readErrorLines } from '../../../src/past/error-shape.js'
import { TOOL_ERRORS } from './toolchains.js'

function alike(asked: string, past: string): number {
  return likeness(readErrorLines(asked), readErrorLines(past))
}

for (const { tool, past, again, nearMiss } of TOOL_ERRORS) {
  t.test(`an error is known again, another of its tool is not: ${tool}`, async t => {
    t.ok(alike(again, past) >= SAME_ERROR, `again: ${alike(again, past).toFixed(2)}`)
    t.ok(alike(nearMiss, past) < SAME_ERROR, `near miss: ${alike(nearMiss, past).toFixed(2)}`)
  })
}

t.test('no tool has the error of another', async t => {
  for (const { tool, again } of TOOL_ERRORS)
    for (const other of TOOL_ERRORS)
      if (other.tool !== tool)
        t.ok(alike(again, other.past) < SAME_ERROR, `${tool} is not ${other.tool}`)
})
