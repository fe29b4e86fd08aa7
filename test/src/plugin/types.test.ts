import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { buildDeclarations } from '../../built.mjs'
import { complaintsOf } from '../../complaints.js'
import { ROOT } from '../../root.js'

await buildDeclarations()

const PACKAGE = 'agent-memory-service'

const OPTIONS = ['--skipLibCheck', '--preserveSymlinks']

const PROGRAM = `
import { Context } from '@deepseek-ai/cordis'
import type { Memory } from '${PACKAGE}'
import * as core from '${PACKAGE}/plugin/core'
import * as host from '${PACKAGE}/plugin/host'
import * as web from '${PACKAGE}/plugin/web'

export async function start(ctx: Context): Promise<string[]> {
  await ctx.plugin(core, { dataDir: '/tmp/x', recallLimit: 10 })
  await ctx.plugin(host, { reflect: false })
  await ctx.plugin(web)
  const scope = { type: 'project', id: '/work' } as const
  const made: Memory = await ctx.svc.remember({ scope, title: 'T', content: 'C', tags: ['a'] })
  const found = await ctx.svc.recall({ scopes: [scope], text: 'T', limit: 5 })
  ctx.get('svc')?.consolidate(scope)
  return [made, ...found].map(({ title }) => title)
}
`

const ALONE = `
import { apply, Config, name } from '${PACKAGE}/plugin/core'
export const entry: { name: string; apply: object; Config: object } = { name, apply, Config }
`

t.test('ctx.svc is typed for whoever imports an entry', async t => {
  const { right, title, limit, call } = checkPrograms(t, ['@deepseek-ai'], {
    right: PROGRAM,
    title: PROGRAM.replace("title: 'T'", 'title: 7'),
    limit: PROGRAM.replace('recallLimit: 10', "recallLimit: 'ten'"),
    call: PROGRAM.replace('ctx.svc.recall', 'ctx.svc.recal'),
  })
  t.same(right, [])
  t.match(title, [/not assignable/])
  t.match(limit, [/No overload|not assignable/])
  t.match(call, [/does not exist/])
})

t.test('without Cordis the entries have types all the same', async t => {
  t.same(checkPrograms(t, [], { alone: ALONE }), { alone: [] })
})

/** Programs beside this package and these others; what the compiler says of each. */
function checkPrograms(
  t: Test,
  others: readonly string[],
  programs: Record<string, string>,
): Record<string, string[] | undefined> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'svc-plugin-types-')))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'node_modules', PACKAGE), { recursive: true })
  for (const name of ['dist', 'package.json']) {
    symlinkSync(join(ROOT, name), join(folder, 'node_modules', PACKAGE, name))
  }
  for (const name of others) {
    symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name), 'dir')
  }
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}')
  const files = Object.keys(programs).map(name => `${name}.ts`)
  for (const [name, text] of Object.entries(programs))
    writeFileSync(join(folder, `${name}.ts`), text)
  const said = complaintsOf(folder, files, OPTIONS)
  return Object.fromEntries(
    Object.keys(programs).map(name => [name, said.get(join(folder, `${name}.ts`))]),
  )
}
