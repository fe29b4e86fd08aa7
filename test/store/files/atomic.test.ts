import t from 'tap'
import {
  chmodSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import {
  createDurable,
  ensureDirectory,
  isTemporary,
  makePrivate,
  readText,
  removeDurable,
  writeAtomic,
  writeDurable,
} from '../../../store/files/atomic.js'
import { runProcess } from '../../process.js'
import { temporaryFolder } from '../fixture.js'
import { stepsOf } from './synced.js'

const mode = (path: string) => statSync(path).mode & 0o777

t.test('a write replaces the whole file and leaves nothing else', t => {
  const folder = temporaryFolder(t)
  const path = join(folder, 'a', 'b', 'file.md')
  for (const write of [writeDurable, writeAtomic]) {
    write(path, 'a much longer text than the next')
    write(path, 'short')
    t.equal(readText(path), 'short')
    write(path, new Uint8Array([0x61, 0x62]))
    t.equal(readText(path), 'ab')
  }
  t.same(readdirSync(join(folder, 'a', 'b')), ['file.md'])
  t.end()
})

t.test('what is durable is synced before it has its name, and its folder afterwards', t => {
  const folder = temporaryFolder(t)
  const path = join(folder, 'file')
  t.same(
    stepsOf(() => writeDurable(path, 'x')),
    ['sync file', 'rename', 'sync folder'],
  )
  const other = join(folder, 'other')
  t.same(
    stepsOf(() => createDurable(other, 'x')),
    ['sync file', 'link', 'sync folder'],
  )
  t.same(
    stepsOf(() => removeDurable(other)),
    ['sync folder'],
  )
  t.same(
    stepsOf(() => writeAtomic(path, 'y')),
    ['rename'],
    'a derived file is not synced',
  )
  t.end()
})

t.test('files and folders are for their owner only, whatever the umask', t => {
  const folder = temporaryFolder(t)
  const before = process.umask(0)
  t.teardown(() => process.umask(before))
  const path = join(folder, 'a', 'file')
  writeDurable(path, 'x')
  t.equal(mode(path), 0o600)
  t.equal(mode(join(folder, 'a')), 0o700)
  createDurable(join(folder, 'b', 'c', 'file'), 'x')
  t.equal(mode(join(folder, 'b', 'c', 'file')), 0o600)
  t.equal(mode(join(folder, 'b')), 0o700)
  t.equal(mode(join(folder, 'b', 'c')), 0o700)
  chmodSync(path, 0o644)
  writeAtomic(path, 'y')
  t.equal(mode(path), 0o600, 'a replaced file becomes private')
  chmodSync(path, 0o644)
  makePrivate(path, 'file')
  t.equal(mode(path), 0o600)
  chmodSync(folder, 0o755)
  makePrivate(folder, 'directory')
  t.equal(mode(folder), 0o700)
  t.end()
})

t.test('a fence that throws leaves the old file and no temporary one', t => {
  const folder = temporaryFolder(t)
  const path = join(folder, 'file')
  writeDurable(path, 'old')
  const fence = () => {
    throw new Error('no longer ours')
  }
  t.throws(() => writeDurable(path, 'new', fence), /no longer ours/)
  t.equal(readText(path), 'old')
  t.same(readdirSync(folder), ['file'])
  t.end()
})

t.test('a file that cannot be replaced leaves no temporary one', t => {
  const folder = temporaryFolder(t)
  mkdirSync(join(folder, 'taken', 'inside'), { recursive: true })
  t.throws(() => writeDurable(join(folder, 'taken'), 'x'))
  t.same(readdirSync(folder), ['taken'])
  t.end()
})

t.test('creation never replaces', t => {
  const folder = temporaryFolder(t)
  const path = join(folder, 'file')
  t.equal(createDurable(path, 'first'), true)
  t.equal(createDurable(path, 'second'), false)
  t.equal(readText(path), 'first')
  t.same(readdirSync(folder), ['file'])
  t.end()
})

t.test('of many processes that create one file, one is told that it did', async t => {
  const path = join(temporaryFolder(t), 'file')
  const script = `const { createDurable } = await load('store/files/atomic.js')
    process.stdout.write(String(createDurable(args[0], String(args[1]))))`
  const answers = await Promise.all([1, 2, 3, 4].map(n => runProcess(t, script, path, n)))
  t.equal(answers.filter(answer => answer === 'true').length, 1)
  t.equal(readText(path), String(answers.indexOf('true') + 1))
})

t.test('a link laid under the temporary name is not followed', async t => {
  const folder = temporaryFolder(t)
  const victim = join(folder, 'victim')
  writeFileSync(victim, 'untouched')
  // The process lays the link itself, under the name that its next write will take.
  const script = `import { symlinkSync, readFileSync } from 'node:fs'
    const { writeDurable } = await load('store/files/atomic.js')
    const [folder, victim] = args
    Date.now = () => 1
    symlinkSync(victim, folder + '/.file.' + process.pid + '-01.tmp')
    try { writeDurable(folder + '/file', 'poison'); process.stdout.write('written') }
    catch (error) { process.stdout.write(error.code) }`
  t.equal(await runProcess(t, script, folder, victim), 'EEXIST')
  t.equal(readFileSync(victim, 'utf8'), 'untouched')
})

t.test('a link in the place of the file is replaced, not followed', t => {
  const folder = temporaryFolder(t)
  writeFileSync(join(folder, 'victim'), 'untouched')
  symlinkSync('victim', join(folder, 'file'))
  writeDurable(join(folder, 'file'), 'new')
  t.equal(readFileSync(join(folder, 'victim'), 'utf8'), 'untouched')
  t.equal(readText(join(folder, 'file')), 'new')
  t.end()
})

t.test('reading says null for a file that is not there and for nothing else', t => {
  const folder = temporaryFolder(t)
  writeFileSync(join(folder, 'bom'), '\ufefftext')
  t.equal(readText(join(folder, 'none')), null)
  t.equal(readText(join(folder, 'bom', 'below-a-file')), null)
  t.equal(readText(join(folder, 'bom')), 'text')
  t.throws(() => readText(folder), { code: 'STORE_CORRUPT', message: /is a folder where/ })
  t.end()
})

t.test('removal tells whether there was something', t => {
  const path = join(temporaryFolder(t), 'file')
  writeDurable(path, 'x')
  t.equal(removeDurable(path), true)
  t.equal(removeDurable(path), false)
  t.end()
})

t.test('what a killed writer leaves is known by its name', async t => {
  const folder = temporaryFolder(t)
  const script = `const { writeDurable } = await load('store/files/atomic.js')
    writeDurable(args[0], 'x', () => process.kill(process.pid, 'SIGKILL'))`
  const path = join(folder, 'note--abcdefgh.md')
  await t.rejects(runProcess(t, script, path))
  const left = readdirSync(folder)
  t.equal(left.length, 1)
  t.ok(isTemporary(left[0]!), `${left[0]}`)
  for (const name of ['note.md', '.note.tmp', '.gitignore', 'x.1-a.tmp', '.hidden.md']) {
    t.notOk(isTemporary(name), name)
  }
  t.end()
})

t.test('a long name still has room for the temporary one', t => {
  const path = join(temporaryFolder(t), `${'n'.repeat(250)}.md`)
  writeDurable(path, 'x')
  t.equal(readText(path), 'x')
  ensureDirectory(join(path, '..'))
  t.end()
})
