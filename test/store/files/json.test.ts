import t from 'tap'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  readJsonDocument,
  updateJsonDocument,
  writeJsonDocument,
} from '../../../store/files/json.js'
import { runProcess } from '../../process.js'
import { temporaryFolder } from '../fixture.js'

t.test('a document that is not there reads as the initial value', t => {
  const path = join(temporaryFolder(t), 'a.json')
  t.same(readJsonDocument(path, { n: 1 }), { n: 1 })
  t.throws(() => readFileSync(path), { code: 'ENOENT' }, 'reading writes nothing')
  t.end()
})

t.test('a document is readable text', t => {
  const path = join(temporaryFolder(t), 'a.json')
  writeJsonDocument(path, { n: 1 })
  t.equal(readFileSync(path, 'utf8'), '{\n  "n": 1\n}\n')
  t.same(
    updateJsonDocument<{ n: number }>(path, { n: 0 }, value => {
      value.n++
    }),
    { n: 2 },
  )
  t.same(readJsonDocument(path, {}), { n: 2 })
  t.end()
})

t.test('a broken document is refused and left as it is', t => {
  const path = join(temporaryFolder(t), 'a.json')
  const conflict = '<<<<<<< ours\n{}\n=======\n{"a":1}\n>>>>>>> theirs\n'
  for (const text of ['', '{"n": 1', 'null', '7', '"text"', conflict, '{}\0']) {
    writeFileSync(path, text)
    t.throws(() => readJsonDocument(path, {}), { code: 'STORE_CORRUPT' }, JSON.stringify(text))
    t.throws(() => updateJsonDocument(path, {}, () => undefined), { code: 'STORE_CORRUPT' })
    t.equal(readFileSync(path, 'utf8'), text)
  }
  writeFileSync(path, '\ufeff{"n": 1}')
  t.same(readJsonDocument(path, {}), { n: 1 }, 'a byte-order mark does no harm')
  t.end()
})

t.test('two processes that update one document inside the lock lose nothing', async t => {
  const folder = temporaryFolder(t)
  const script = `const { withLock } = await load('store/files/lock.js')
    const { updateJsonDocument } = await load('store/files/json.js')
    const [folder, name] = args
    for (let n = 0; n < 200; n++) {
      await withLock(folder + '/lock', () =>
        updateJsonDocument(folder + '/a.json', {}, value => { value[name + n] = n }))
    }`
  await Promise.all(['a', 'b'].map(name => runProcess(t, script, folder, name)))
  t.equal(Object.keys(readJsonDocument(join(folder, 'a.json'), {})).length, 400)
})
