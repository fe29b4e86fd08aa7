import t from 'tap'
import { mkdirSync, readFileSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openStore } from '../../store/store.js'
import { runProcess, temporaryFolder } from './fixture.js'

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

t.test('a manifest that cannot be read is refused in words and left as it is', t => {
  const folder = temporaryFolder(t)
  const path = join(folder, 'svc.json')
  for (const text of ['', '{', '[]', '{}', 'null', '{"format":"1"}', '<<<<<<< a\n']) {
    writeFileSync(path, text)
    t.throws(() => openStore(path), { code: 'STORE_CORRUPT', message: /svc\.json/ }, text)
    t.equal(readFileSync(path, 'utf8'), text)
  }
  writeFileSync(path, '{"format":2}')
  t.throws(() => openStore(path), { code: 'STORE_CORRUPT', message: /install a later svc/ })
  writeFileSync(path, '{"format":1,"note":"kept"}')
  t.equal(openStore(path).manifest, path)
  t.end()
})

t.test('a place where no store can be is refused in words', t => {
  const folder = temporaryFolder(t)
  writeFileSync(join(folder, 'file'), '')
  t.throws(() => openStore(join(folder, 'file', 'svc.json')), { code: 'STORE_CORRUPT' })
  t.throws(() => openStore(join(folder, 'file', 'deep', 'svc.json')), { code: 'STORE_CORRUPT' })
  mkdirSync(join(folder, 'svc.json'))
  t.throws(() => openStore(join(folder, 'svc.json')), { code: 'STORE_CORRUPT' })
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
