import t, { type Test } from 'tap'
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { trustHooks } from '../../../../src/hosts/install/codex-trust.js'

const HOOKS = [
  { key: 'a:stop:0:0', currentHash: 'sha256:1', trustStatus: 'untrusted', command: '/d/svc-hook' },
  { key: 'a:stop:1:0', currentHash: 'sha256:2', trustStatus: 'untrusted', command: 'say done' },
  { key: 'a:stop:2:0', currentHash: 'sha256:3', trustStatus: 'trusted', command: 'svc-hook --x' },
]

/** A codex whose app-server answers with the hooks above and notes what it is told to write. */
function makeCodex(t: Test, answer = 'result') {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'svc-codex-')))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  const program = join(folder, 'codex')
  const results = { 'hooks/list': { data: [{ cwd: folder, hooks: HOOKS }] } }
  writeFileSync(
    program,
    `#!${process.execPath}
const results = ${JSON.stringify(results)}
require('node:readline').createInterface({ input: process.stdin }).on('line', line => {
  const { id, method, params } = JSON.parse(line)
  require('node:fs').appendFileSync(${JSON.stringify(join(folder, 'log'))}, method + '\\n')
  if (method === 'config/batchWrite')
    require('node:fs').writeFileSync(${JSON.stringify(join(folder, 'written'))}, JSON.stringify(params))
  if (id === undefined) return
  process.stdout.write('{"method":"noise"}\\nno json\\n')
  process.stdout.write(JSON.stringify({ id, ${answer}: results[method] ?? { message: 'no' } }) + '\\n')
})
`,
    { mode: 0o755 },
  )
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  return { program, read, call: { program, env: process.env, cwd: folder } }
}

t.test('has the hooks of svc approved, and no others', async t => {
  const { call, read } = makeCodex(t)
  t.equal(await trustHooks(call), 2)
  t.same(JSON.parse(read('written')), {
    edits: [
      {
        keyPath: 'hooks.state',
        value: { 'a:stop:0:0': { trusted_hash: 'sha256:1' } },
        mergeStrategy: 'upsert',
      },
    ],
  })
  t.equal(read('log'), 'initialize\ninitialized\nhooks/list\nconfig/batchWrite\n')
})

t.test('a codex that refuses, ends or is not there: said in one line', async t => {
  const { call } = makeCodex(t, 'error')
  const refused = { code: 'NOT_AVAILABLE', message: /codex app-server refused: no; approve with/ }
  await t.rejects(trustHooks(call), refused)
  const { program } = call
  writeFileSync(program, '#!/bin/sh\nexit 3\n')
  await t.rejects(trustHooks(call), { code: 'NOT_AVAILABLE', message: /ended without an answer/ })
  rmSync(program)
  await t.rejects(trustHooks(call), { code: 'NOT_AVAILABLE', message: /cannot be started/ })
})
