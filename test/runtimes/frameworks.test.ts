import { join } from 'node:path'
import t from 'tap'
import { LEFT_OUT, makeProject, NODE, startIn } from './project.js'

t.jobs = 2

for (const name of ['ai-sdk', 'langgraph-store']) {
  const options = { skip: LEFT_OUT, buffered: true }
  t.test(`examples/${name}.mjs does what it says with its framework`, options, async t => {
    const folder = makeProject(t)
    const running = startIn(t, folder, [...NODE, `${name}.check.mjs`, join(folder, '.svc')])
    t.match(await running.ended, { code: 0 })
    t.equal(running.text(), `${name}: ok\n`)
  })
}
