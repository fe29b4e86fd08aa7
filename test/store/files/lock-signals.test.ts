import { existsSync } from 'node:fs'
import t from 'tap'
import { LISTENING, runEmbedder, SIGNALS } from './embedder.js'

const NODE = [process.execPath]

// Most of their time is waiting.
t.jobs = 4

for (const signal of SIGNALS) {
  for (const { how, when } of LISTENING) {
    t.test(`process.${how}('${signal}') ${when} runs to its end`, { buffered: true }, async t => {
      const ending = { how, when, signals: [signal] }
      const { lines, code } = await runEmbedder(t, NODE, ending, signal)
      t.same(lines, ['ready', 'cleaned up'])
      t.equal(code, 7, 'the code is its own')
    })
  }

  t.test(`without a handler ${signal} ends a process`, { buffered: true }, async t => {
    const { lines, died } = await runEmbedder(t, NODE, {}, signal)
    t.same(lines, ['ready'])
    t.equal(died, signal)
  })
}

t.test('a process that ends of itself lets go of its locks', { buffered: true }, async t => {
  const { code, lock } = await runEmbedder(t, NODE, { holds: true })
  t.equal(code, 7)
  t.ok(existsSync(`${lock}.held`), 'it had the lock')
  t.notOk(existsSync(`${lock}.lock`))
})
