import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import ts from 'typescript'
import { buildDeclarations } from '../../built.mjs'
import { ROOT } from '../../root.js'

await buildDeclarations()

const PACKAGE = 'agent-memory-service'

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  preserveSymlinks: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  types: ['node'],
  typeRoots: [join(ROOT, 'node_modules/@types')],
}

/** Files that were read, by their path. */
const READ = new Map<string, ts.SourceFile | undefined>()

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

t.test('ctx.svc is typed for whoever imports an entry', async t => {
  const complaints = checkProgram(t, ['@deepseek-ai'])
  t.same(complaints(PROGRAM), [])
  t.match(complaints(PROGRAM.replace("title: 'T'", 'title: 7')), [/not assignable/])
  t.match(complaints(PROGRAM.replace('recallLimit: 10', "recallLimit: 'ten'")), [
    /No overload|not assignable/,
  ])
  t.match(complaints(PROGRAM.replace('ctx.svc.recall', 'ctx.svc.recal')), [/does not exist/])
})

t.test('without Cordis the entries have types all the same', async t => {
  const complaints = checkProgram(t, [])
  const program = `
    import { apply, Config, name } from '${PACKAGE}/plugin/core'
    export const entry: { name: string; apply: object; Config: object } = { name, apply, Config }
  `
  t.same(complaints(program), [])
})

/** A program beside this package and these others; answers what the compiler says of it. */
function checkProgram(t: Test, others: string[]): (text: string) => string[] {
  const folder = mkdtempSync(join(tmpdir(), 'svc-plugin-types-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'node_modules', PACKAGE), { recursive: true })
  for (const name of ['dist', 'package.json']) {
    symlinkSync(join(ROOT, name), join(folder, 'node_modules', PACKAGE, name))
  }
  for (const name of others) {
    symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name), 'dir')
  }
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}')
  const path = join(folder, 'program.ts')
  const host = createHost(path)
  let last: ts.Program | undefined
  return text => {
    writeFileSync(path, text)
    const program = ts.createProgram([path], OPTIONS, host, last)
    last = program
    const source = program.getSourceFile(path)
    return [
      ...program.getSyntacticDiagnostics(source),
      ...program.getSemanticDiagnostics(source),
    ].map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))
  }
}

/** Reads each file once, but for the one that changes. */
function createHost(changing: string): ts.CompilerHost {
  const host = ts.createCompilerHost(OPTIONS)
  const read = host.getSourceFile.bind(host)
  host.getSourceFile = (name, ...how) => {
    const known = name === changing ? undefined : READ.get(name)
    const file = known ?? read(name, ...how)
    READ.set(name, file)
    return file
  }
  return host
}
