import t from 'tap'
import { createRequire } from 'node:module'
import { copyFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hasHookCaches, nameBuild, writeHookCaches } from '../../../../src/bin/hook/cache.js'
import {
  compiledPath,
  formatCompiled,
  loadProgram,
  type ProgramForm,
} from '../../../../src/bin/hook/program.js'
import { temporaryFolder } from '../../../store/fixture.js'

const require = createRequire(import.meta.url)

const FORM = { build: 'one', event: 'Stop', require } as const

interface Loaded {
  answer: unknown
  isRejected: boolean | undefined
}

function load(path: string, form: ProgramForm = FORM): Loaded {
  const { program, script } = loadProgram<{ answer: () => unknown }>(path, form)
  return { answer: program.answer(), isRejected: script.cachedDataRejected }
}

t.test('V8 takes the compiled code, and it never meets the source of another build', async t => {
  const path = join(temporaryFolder(t), 'hook.cjs')
  writeFileSync(path, "exports.answer = () => 'one'")
  t.same(load(path), { answer: 'one', isRejected: undefined }, 'without compiled code')
  writeFileSync(compiledPath(path, FORM), formatCompiled(loadProgram(path, FORM)))
  t.same(load(path), { answer: 'one', isRejected: false })
  t.same(load(path, { ...FORM, event: 'SessionEnd' }), { answer: 'one', isRejected: false })
  writeFileSync(path, "exports.answer = () => 'two'")
  t.equal(load(path).answer, 'one', 'source and code come from the same build')
  t.same(load(path, { ...FORM, build: 'two' }), { answer: 'two', isRejected: undefined })
  t.same(load(path, { ...FORM, event: 'SessionStart' }), { answer: 'two', isRejected: undefined })
})

t.test('what is no compiled form is passed over', async t => {
  const path = join(temporaryFolder(t), 'hook.cjs')
  writeFileSync(path, "exports.answer = () => 'plain'")
  const whole = formatCompiled(loadProgram(path, FORM))
  for (const damaged of [Buffer.alloc(0), Buffer.from('SVCHOOK2'), whole.subarray(0, -1)]) {
    writeFileSync(compiledPath(path, FORM), damaged)
    t.equal(load(path).answer, 'plain')
  }
})

t.test('compiling it leaves the environment as it was, for whoever holds it too', async t => {
  const path = join(temporaryFolder(t), 'hook.cjs')
  copyFileSync(fileURLToPath(new URL('../../../../dist/hook.cjs', import.meta.url)), path)
  const { env } = process
  const before = { ...env }
  t.notOk(hasHookCaches(path))
  await writeHookCaches(path)
  t.ok(hasHookCaches(path))
  t.equal(process.env, env)
  t.same({ ...env }, before)
})

t.test('a form has the code of its event and not that of another', async t => {
  const path = join(temporaryFolder(t), 'hook.cjs')
  copyFileSync(fileURLToPath(new URL('../../../../dist/hook.cjs', import.meta.url)), path)
  await writeHookCaches(path)
  const sizeOf = (event: ProgramForm['event']) =>
    statSync(compiledPath(path, { build: nameBuild(path), event })).size
  t.ok(sizeOf('Stop') < sizeOf('SessionStart'))
  t.ok(sizeOf('SessionStart') < sizeOf('UserPromptSubmit'))
})
