import t from 'tap'
import { PassThrough } from 'node:stream'
import type { ArchivedMemory, MemoryVersion } from '../../../../src/types.js'
import type { Service } from '../../../../src/api.js'
import type { Call } from '../../../../src/bin/cli/command.js'
import { answer } from '../../../../src/bin/cli/run.js'
import { EVERY_COMMAND } from '../../../../src/bin/cli/table.js'
import { createTerminal } from '../../../../src/bin/terminal/screen.js'

const scope = { type: 'global', id: null } as const
const archived: ArchivedMemory[] = [
  {
    id: 'second01',
    scope,
    kind: 'fact',
    title: 'Release\u001b[2J',
    reason: 'merged',
    supersededBy: 'first001',
    at: '2026-11-19T10:00:00.000Z',
  },
  {
    id: 'third001',
    scope,
    kind: 'fact',
    title: 'Queue',
    reason: 'evicted',
    at: '2026-11-18T10:00:00.000Z',
  },
]

const versions: MemoryVersion[] = [
  {
    version: 1,
    at: '2026-11-19T10:00:00.000Z',
    title: 'Release\u001b[2J',
    kind: 'fact',
    bytes: 120,
    changed: ['title', 'content'],
    line: 'Never on Fridays.',
  },
  {
    version: 2,
    at: '2026-11-18T10:00:00.000Z',
    title: 'Release',
    kind: 'fact',
    bytes: 100,
    changed: [],
  },
]

/** Runs the command against a scripted archive: what it printed, and what it asked for. */
async function run(operands: string[], flags: Record<string, unknown> = {}, total = 2) {
  const printed: string[] = []
  const asked: unknown[] = []
  const sink = new PassThrough().on('data', (text: Buffer) => printed.push(text.toString()))
  const archive = {
    list: async (filter: unknown) => {
      asked.push(filter)
      return { items: archived.slice(0, total), total }
    },
    restore: async (id: string) => {
      asked.push(id)
      return { id, scope, title: 'Release', tags: [], source: {} }
    },
    keep: async (id: string) => {
      asked.push(`keep ${id}`)
      return { id, scope, title: 'Release', tags: [], source: {} }
    },
    history: async () => versions.slice(0, total),
  }
  const service = { archive } as unknown as Service
  const command = EVERY_COMMAND.find(({ name }) => name === 'archive')!
  const terminal = createTerminal({
    stdout: sink as never,
    stderr: sink as never,
    env: {},
    now: Date.parse('2026-11-20T10:00:00.000Z'),
  })
  const call = {
    ...{ operands, command },
    text: (flag: string) => flags[flag],
    number: (flag: string) => flags[flag],
    on: (flag: string) => flags[flag] === true,
    service: async () => service,
  } as unknown as Call
  await answer(await command.load(call), call, terminal)
  return { said: printed.join(''), asked }
}

t.test('list shows what went where, newest first', async t => {
  const { said, asked } = await run(['list'], { scope: 'global' })
  t.match(said, /^second01 .* merged into first001 {2}Release\\x1b\[2J$/m)
  t.match(said, /^third001 .* evicted .*Queue$/m)
  t.same(asked, [{ scope }], 'how many, the service says')
  const json = await run(['list'], { json: true, scope: 'global', limit: 1, offset: 1 })
  t.same(JSON.parse(json.said), { items: archived, total: 2 })
  t.match(json.asked, [{ limit: 1, offset: 1 }])
  t.match((await run(['list'], { scope: 'global' }, 0)).said, 'nothing in the archive of global')
})

t.test('restore brings one back', async t => {
  const { said, asked } = await run(['restore', 'second01'])
  t.equal(said, 'restored second01 in global: Release\n')
  t.same(asked, ['second01'])
  const json = await run(['restore', 'second01'], { json: true })
  t.match(JSON.parse(json.said), { id: 'second01' })
})

t.test('history lists old versions by the names that restore takes', async t => {
  const { said } = await run(['history', 'second01'])
  t.match(said, /^second01@1 {2}2026-11-.* {2}Release\\x1b\[2J .*title, content\): Never on F/m)
  t.match(said, /^second01@2 .* {2}Release, 100 bytes$/m)
  t.same(JSON.parse((await run(['history', 'second01'], { json: true })).said), { versions })
  t.match((await run(['history', 'second01'], {}, 0)).said, 'no older version')
})

t.test('keep says that a memory which came back may stay', async t => {
  const { said, asked } = await run(['keep', 'second01'])
  t.equal(said, 'kept second01 in global: Release\n')
  t.same(asked, ['keep second01'])
})

t.test('anything else is a wrong use', async t => {
  for (const operands of [
    ['restore'],
    ['keep'],
    ['history'],
    ['list', 'second01'],
    ['drop', 'second01'],
    ['drop'],
  ]) {
    await t.rejects(run(operands), { code: 'INVALID_REQUEST' })
  }
})
