import t from 'tap'
import { mkdirSync, readFileSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  createDurable,
  ensureDirectory,
  removeFile,
  writeDurable,
} from '../../store/files/atomic.js'
import { appendText } from '../../store/files/log.js'
import { openStore } from '../../store/store.js'
import { runProcess } from '../process.js'
import { temporaryFolder } from './fixture.js'

t.test('a store is made where there is none, and opened where there is one', t => {
  const folder = join(temporaryFolder(t), 'deep', 'er')
  const store = openStore(join(folder, 'svc.json'))
  t.same(store, { root: folder, manifest: join(folder, 'svc.json'), state: join(folder, 'state') })
  t.same(readdirSync(folder).sort(), ['.gitattributes', '.gitignore', 'svc.json'])
  t.equal(readFileSync(store.manifest, 'utf8'), '{\n  "format": 1\n}\n')
  t.match(readFileSync(join(folder, '.gitignore'), 'utf8'), /^\/state\/$/m)
  t.equal(statSync(folder).mode & 0o777, 0o700)
  t.same(openStore(join(folder, 'svc.json')), store)
  t.end()
})

t.test('files that a person already has stay as they are', t => {
  const folder = temporaryFolder(t)
  writeFileSync(join(folder, '.gitignore'), 'mine\n')
  openStore(join(folder, 'svc.json'))
  t.equal(readFileSync(join(folder, '.gitignore'), 'utf8'), 'mine\n')
  t.end()
})

t.test('two names of one folder are one store', t => {
  const folder = temporaryFolder(t)
  mkdirSync(join(folder, 'real'))
  symlinkSync('real', join(folder, 'link'))
  const store = openStore(join(folder, 'link', 'svc.json'))
  t.same(store, openStore(join(folder, 'real', 'svc.json')))
  t.equal(store.root, join(folder, 'real'))
  t.end()
})

t.test('a store whose manifest is damaged or of a later format is read and not written', t => {
  const folder = temporaryFolder(t)
  const path = join(folder, 'svc.json')
  const damaged = ['', '{', '[]', '{}', 'null', '{"format":"1"}', '{"format":0}', '<<<<<<< a\n']
  const cases: [string, RegExp][] = damaged.map(text => [text, /svc doctor --fix/])
  cases.push(['{"format":2}', /has format 2;.* install a later svc/])
  for (const [text, told] of cases) {
    writeFileSync(path, text)
    const { root } = openStore(path)
    const place = join(root, 'state', 'x.json')
    const closed = { code: 'NOT_AVAILABLE', message: told }
    t.throws(() => writeDurable(place, 'x'), closed, text)
    t.throws(() => appendText(place, 'x'), closed)
    t.throws(() => createDurable(place, 'x'), closed)
    t.throws(() => removeFile(path), closed)
    t.throws(() => ensureDirectory(join(root, 'state')), closed)
    t.same(readdirSync(folder), ['svc.json'])
    t.equal(readFileSync(path, 'utf8'), text)
  }
  writeFileSync(path, '{"format":1,"note":"kept"}')
  t.equal(openStore(path).manifest, path)
  writeDurable(join(folder, 'x'), 'x')
  t.end()
})

t.test('a place where no store can be is refused in words', t => {
  const folder = temporaryFolder(t)
  writeFileSync(join(folder, 'file'), '')
  t.throws(() => openStore(join(folder, 'file', 'svc.json')), { code: 'STORE_CORRUPT' })
  t.throws(() => openStore(join(folder, 'file', 'deep', 'svc.json')), { code: 'STORE_CORRUPT' })
  symlinkSync('loop', join(folder, 'loop'))
  const looped = { code: 'STORE_CORRUPT', message: /cannot open the store .*loop/ }
  t.throws(() => openStore(join(folder, 'loop', 'svc.json')), looped)
  mkdirSync(join(folder, 'svc.json'))
  const { root } = openStore(join(folder, 'svc.json'))
  t.throws(() => ensureDirectory(root), { code: 'NOT_AVAILABLE', message: /svc doctor --fix/ })
  t.end()
})

t.test('processes that make one store at once all get it', async t => {
  const folder = join(temporaryFolder(t), 'store')
  const script = `const { openStore } = await load('store/store.js')
    process.stdout.write(openStore(args[0] + '/svc.json').root)`
  const roots = await Promise.all([1, 2, 3, 4].map(() => runProcess(t, script, folder)))
  t.same(roots, Array(4).fill(folder))
  t.same(readdirSync(folder).sort(), ['.gitattributes', '.gitignore', 'svc.json'])
})
