import t from 'tap'
import { PassThrough, Writable } from 'node:stream'
import type { Action, Call } from '../../../../src/bin/cli/command.js'
import { answer, runProgram } from '../../../../src/bin/cli/run.js'
import { createTerminal } from '../../../../src/bin/terminal/screen.js'
import { until } from '../../../store/fixture.js'
import { loadedWith, readSources } from '../../../sources.js'

/** Answers with an action: what went to stdout, what to stderr, in order, and the exit code. */
async function perform<Value>(
  action: Action<Value>,
  { json = false, stdout }: { json?: boolean; stdout?: NodeJS.WriteStream } = {},
) {
  const said: string[] = []
  const listen = (sign: string) =>
    new PassThrough().on('data', (text: Buffer) => said.push(`${sign} ${text.toString()}`)) as never
  const streams = { stdout: stdout ?? listen('>'), stderr: listen('!') }
  const terminal = createTerminal({ ...streams, env: {}, now: 0 })
  const call = {
    on: (flag: string) => flag === 'json' && json,
    note: (line: string) => terminal.note(line),
    isHeard: () => terminal.isHeard(),
  } as unknown as Call
  const code = await answer(action as Action, call, terminal).catch((error: Error) => error.message)
  return { said, code }
}

t.test('a value is printed as text or as JSON, with what stands below it', async t => {
  const action: Action<{ id: string; extra: number }> = {
    run: async call => {
      call.note('before')
      return { id: 'a', extra: 1 }
    },
    render: ({ id }) => [`id ${id}`, 'done'],
    toJson: ({ id }) => ({ id }),
    footnotes: ({ extra }, json) => (json ? [] : [`extra ${extra}`]),
    exitCode: ({ extra }) => extra,
  }
  t.same(await perform(action), { said: ['! before\n', '> id a\ndone\n', '! extra 1\n'], code: 1 })
  t.same(await perform(action, { json: true }), { said: ['! before\n', '> {"id":"a"}\n'], code: 1 })
})

t.test('an action without a word of its own: JSON is the value, the exit code 0', async t => {
  const action: Action<number[]> = { run: async () => [1, 2], render: () => [] }
  t.same(await perform(action), { said: [], code: 0 })
  t.same(await perform(action, { json: true }), { said: ['> [1,2]\n'], code: 0 })
})

t.test('an answer in parts: each is printed before the next is made', async t => {
  const action: Action<string> = {
    async *run(call) {
      yield 'first'
      call.note('between')
      yield 'second'
      throw new Error('refused')
    },
    render: part => part,
    toJson: part => (part === 'first' ? undefined : part),
    exitCode: () => 1,
  }
  const parts = ['> first\n', '! between\n', '> second\n']
  t.same(await perform(action), { said: parts, code: 'refused' })
  t.same(await perform(action, { json: true }), {
    said: ['! between\n', '> "second"\n'],
    code: 'refused',
  })
})

/** A pipe whose reader takes nothing before it is asked to. */
class Slow extends Writable {
  readonly #waiting: (() => void)[] = []

  constructor() {
    super({ highWaterMark: 1 })
  }

  override _write(_: Buffer, __: BufferEncoding, done: () => void): void {
    this.#waiting.push(done)
  }

  read(): void {
    for (const done of this.#waiting.splice(0)) done()
  }
}

t.test('a command has not ended before its reader has its answer', async t => {
  const three: Action<string> = {
    async *run() {
      yield* ['one', 'two', 'three']
    },
    render: part => part,
  }
  const ways: [string, (stdout: NodeJS.WriteStream) => Promise<unknown>][] = [
    ['the usage', stdout => runProgram(['--help'], undefined, { stdout, stderr: stdout })],
    ['help', stdout => runProgram(['list', '--help'], undefined, { stdout, stderr: stdout })],
    ['an answer in parts', stdout => perform(three, { stdout }).then(({ code }) => code)],
  ]
  for (const [name, start] of ways) {
    const slow = new Slow()
    let isEnded = false
    const ending = start(slow as never).finally(() => (isEnded = true))
    await until(() => slow.writableNeedDrain)
    await new Promise(setImmediate)
    t.notOk(isEnded, name)
    if (name === 'an answer in parts') t.equal(slow.writableLength, 4, 'the next part waits')
    while (!isEnded) {
      slow.read()
      await new Promise(setImmediate)
    }
    t.equal(await ending, 0)
  }
})

/** What a command loads when it needs it, not before. */
const HEAVY = ['lowdb', 'minisearch', 'fast-glob', 'proper-lockfile', 'node:child_process']

t.test('a command is loaded when it runs, and what it needs when it needs it', async t => {
  const sources = readSources('src', 'handlers', 'store')
  const start = loadedWith(sources, ['src/bin/svc.ts']).files
  t.same(
    [...start].filter(path => /^src\/(bin\/commands\/|service\.ts)/.test(path)),
    [],
  )
  // Git starts the first once for each memory that it merges, a team's CI the second.
  for (const name of ['merge-driver', 'checks', 'history', 'scopes', 'memories', 'transfer']) {
    const { files, modules } = loadedWith(sources, [`src/bin/commands/${name}.ts`])
    t.notOk(files.has('src/service/service.ts'), name)
    t.same(
      HEAVY.filter(heavy => modules.has(heavy)),
      [],
      name,
    )
  }
})
