import t from 'tap'
import { createRequire } from 'node:module'
import { copyFileSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeHookCache } from '../../../../src/bin/hook/cache.js'
import { compiledPath, formatCompiled, loadHookProgram } from '../../../../src/bin/hook/program.js'
import { temporaryFolder } from '../../../store/fixture.js'

const require = createRequire(import.meta.url)

function load(path: string): { answer: unknown; isRejected: boolean | undefined } {
  const { program, script } = loadHookProgram(path, require)
  const { answer } = program as unknown as { answer: () => unknown }
  return { answer: answer(), isRejected: script.cachedDataRejected }
}

t.test('V8 takes the compiled code, and it never meets the source of another build', async t => {
  const path = join(temporaryFolder(t), 'hook.cjs')
  writeFileSync(path, "exports.answer = () => 'one'")
  t.same(load(path), { answer: 'one', isRejected: undefined }, 'without compiled code')
  writeFileSync(compiledPath(path), formatCompiled(loadHookProgram(path, require)))
  t.same(load(path), { answer: 'one', isRejected: false })
  writeFileSync(path, "exports.answer = () => 'two'")
  t.equal(load(path).answer, 'one', 'source and code come from the same build')
  rmSync(compiledPath(path))
  t.equal(load(path).answer, 'two')
})

t.test('what is no compiled form is passed over', async t => {
  const path = join(temporaryFolder(t), 'hook.cjs')
  writeFileSync(path, "exports.answer = () => 'plain'")
  const whole = formatCompiled(loadHookProgram(path, require))
  for (const damaged of [Buffer.alloc(0), Buffer.from('SVCHOOK1'), whole.subarray(0, -1)]) {
    writeFileSync(compiledPath(path), damaged)
    t.equal(load(path).answer, 'plain')
  }
})

t.test('compiling it leaves the environment as it was, for whoever holds it too', async t => {
  const path = join(temporaryFolder(t), 'hook.cjs')
  copyFileSync(fileURLToPath(new URL('../../../../dist/hook.cjs', import.meta.url)), path)
  const { env } = process
  const before = { ...env }
  await writeHookCache(path)
  t.ok(existsSync(compiledPath(path)))
  t.equal(process.env, env)
  t.same({ ...env }, before)
})
