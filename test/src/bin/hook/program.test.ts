import t from 'tap'
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DIST } from '../../../built.mjs'
import { haveCaches, hooksIn, nameBuild, writeHookCaches } from '../../../../src/bin/hook/cache.js'
import {
  compiledPath,
  formatCompiled,
  loadProgram,
  programPath,
} from '../../../../src/bin/hook/program.js'
import { temporaryFolder } from '../../../store/fixture.js'

const require = createRequire(import.meta.url)

/** Where the build puts the programs. */
const BUILD = 'one'

interface Loaded {
  answer: unknown
  isRejected: boolean | undefined
}

function load(path: string, build = BUILD): Loaded {
  const { exports, script } = loadProgram<{ answer: () => unknown }>(path, build, require)
  return { answer: exports.answer(), isRejected: script.cachedDataRejected }
}

/** A folder with copies of the built programs, without compiled code. */
function copyPrograms(t: Parameters<typeof temporaryFolder>[0]): string {
  const folder = temporaryFolder(t)
  for (const name of readdirSync(DIST).filter(one => /^hook-.*\.cjs$/.test(one))) {
    copyFileSync(join(DIST, name), join(folder, name))
  }
  return folder
}

t.test('V8 takes the compiled code, and it never meets the source of another build', async t => {
  const path = join(temporaryFolder(t), 'hook.cjs')
  writeFileSync(path, "exports.answer = () => 'one'")
  t.same(load(path), { answer: 'one', isRejected: undefined }, 'without compiled code')
  writeFileSync(compiledPath(path, BUILD), formatCompiled(loadProgram(path, BUILD, require)))
  t.same(load(path), { answer: 'one', isRejected: false })
  writeFileSync(path, "exports.answer = () => 'two'")
  t.equal(load(path).answer, 'one', 'source and code come from the same build')
  t.same(load(path, 'two'), { answer: 'two', isRejected: undefined })
})

t.test('what is no compiled form is passed over', async t => {
  const path = join(temporaryFolder(t), 'hook.cjs')
  writeFileSync(path, "exports.answer = () => 'plain'")
  const whole = formatCompiled(loadProgram(path, BUILD, require))
  for (const damaged of [Buffer.alloc(0), Buffer.from('SVCHOOK3'), whole.subarray(0, -1)]) {
    writeFileSync(compiledPath(path, BUILD), damaged)
    t.equal(load(path).answer, 'plain')
  }
})

t.test(
  'whatever byte of a compiled form is damaged, it is deleted and the source runs',
  async t => {
    const path = join(temporaryFolder(t), 'hook.cjs')
    const compiled = compiledPath(path, BUILD)
    writeFileSync(path, "exports.answer = () => 'plain'")
    const whole = formatCompiled(loadProgram(path, BUILD, require))
    for (let at = 0; at < whole.length; at++) {
      const damaged = Buffer.from(whole)
      damaged[at]! ^= 1 << (at % 8)
      writeFileSync(compiled, damaged)
      if (load(path).answer !== 'plain' || existsSync(compiled)) t.fail(`byte ${at}`)
    }
    writeFileSync(compiled, whole.fill(0, Math.floor(whole.length / 3)))
    t.equal(load(path).answer, 'plain', 'the rest was never written')
    t.notOk(existsSync(compiled))
    mkdirSync(compiled)
    t.equal(load(path).answer, 'plain', 'a folder is in its place')
  },
)

t.test('a hook answers whatever block of its compiled code is damaged', async t => {
  const folder = temporaryFolder(t)
  for (const name of readdirSync(DIST).filter(one => /^(svc-)?hook.*\.(cjs|cache)$/.test(one)))
    copyFileSync(join(DIST, name), join(folder, name))
  const path = compiledPath(programPath(folder, 'UserPromptSubmit'), nameBuild(hooksIn(folder)))
  const whole = readFileSync(path)
  for (let n = 0; n < 12; n++) {
    const damaged = Buffer.from(whole)
    const at = Math.floor(((n + 0.5) / 24) * whole.length)
    damaged.fill(0xa5, at, at + 64)
    writeFileSync(path, damaged)
    const { status, signal, stdout } = spawnSync(process.execPath, [join(folder, 'svc-hook.cjs')], {
      input: JSON.stringify({ hook_event_name: 'UserPromptSubmit', prompt: 'Use it', cwd: folder }),
      env: { PATH: process.env.PATH, HOME: folder, SVC_DATA_DIR: join(folder, 'store') },
      encoding: 'utf8',
    })
    t.match({ status, signal, stdout }, { status: 0, signal: null, stdout: '{}' }, `block ${n}`)
    t.notOk(existsSync(path), 'it is deleted')
  }
})

t.test('compiling leaves the environment as it was, for whoever holds it too', async t => {
  const folder = copyPrograms(t)
  const { env } = process
  const before = { ...env }
  t.notOk(haveCaches(hooksIn(folder)))
  await writeHookCaches(folder)
  t.ok(haveCaches(hooksIn(folder)))
  t.equal(process.env, env)
  t.same({ ...env }, before)
})

t.test('another text is another build', async t => {
  const folder = copyPrograms(t)
  const name = nameBuild(hooksIn(folder))
  t.equal(nameBuild(hooksIn(DIST)), name)
  appendFileSync(programPath(folder, 'Stop'), '\n')
  t.not(nameBuild(hooksIn(folder)), name)
})
