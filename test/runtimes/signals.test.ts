import { existsSync } from 'node:fs'
import t from 'tap'
import { runEmbedder, SIGNALS, type Ending } from '../store/files/embedder.js'
import { BUN, DENO, LEFT_OUT } from './project.js'

const RUNTIMES = { deno: [...DENO, 'run', '-A'], bun: BUN }
const options = { skip: LEFT_OUT, buffered: true }
const when = 'before the first lock'

// Most of their time is waiting.
t.jobs = 4

for (const [name, runtime] of Object.entries(RUNTIMES)) {
  const listening: Ending[] = [
    ...SIGNALS.map(signal => ({ how: 'once' as const, when, signals: [signal] }) satisfies Ending),
    { how: 'on', when, signals: ['SIGTERM'] },
  ]
  for (const ending of listening) {
    const [signal] = ending.signals!
    t.test(`process.${ending.how}('${signal}') runs to its end, ${name}`, options, async t => {
      const { lines, code } = await runEmbedder(t, runtime, ending, signal)
      t.same(lines, ['ready', 'cleaned up'])
      t.equal(code, 7, 'the code is its own')
    })
  }

  t.test(`without a handler SIGTERM ends a process, ${name}`, options, async t => {
    const { died } = await runEmbedder(t, runtime, {}, 'SIGTERM')
    t.equal(died, 'SIGTERM')
  })

  t.test(`a process that ends of itself lets go of its locks, ${name}`, options, async t => {
    const { code, lock } = await runEmbedder(t, runtime, { holds: true })
    t.equal(code, 7)
    t.ok(existsSync(`${lock}.held`), 'it had the lock')
    t.notOk(existsSync(`${lock}.lock`))
  })
}
