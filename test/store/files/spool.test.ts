import t from 'tap'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  listSpool,
  placeInSpool,
  readFromSpool,
  removeFromSpool,
  replaceInSpool,
} from '../../../store/files/spool.js'
import { runProcess } from '../../process.js'
import { temporaryFolder } from '../fixture.js'

t.test('an entry is queued once, read and removed', t => {
  const spool = join(temporaryFolder(t), 'spool', 'key')
  t.same(listSpool(spool), [])
  t.equal(placeInSpool(spool, 'b', { n: 1 }), true)
  t.equal(placeInSpool(spool, 'b', { n: 2 }), false)
  t.equal(placeInSpool(spool, 'a', { n: 3 }), true)
  t.same(listSpool(spool), ['a', 'b'])
  t.same(readFromSpool(spool, 'b'), { n: 1 }, 'the first one stands')
  t.equal(removeFromSpool(spool, 'b'), true)
  t.equal(removeFromSpool(spool, 'b'), false)
  t.equal(readFromSpool(spool, 'b'), undefined)
  t.same(listSpool(spool), ['a'])
  t.end()
})

t.test('an entry is replaced as long as it is there', t => {
  const spool = join(temporaryFolder(t), 'spool', 'key')
  placeInSpool(spool, 'a', { n: 1 })
  t.equal(replaceInSpool(spool, 'a', { n: 2 }), true)
  t.same(readFromSpool(spool, 'a'), { n: 2 })
  removeFromSpool(spool, 'a')
  t.equal(replaceInSpool(spool, 'a', { n: 3 }), false)
  t.same(readdirSync(spool), [], 'nothing is left behind')
  t.end()
})

t.test('what is no entry is not listed, and what is broken reads as nothing', t => {
  const spool = temporaryFolder(t)
  writeFileSync(join(spool, '.a.json.1-0abc.tmp'), '{}')
  writeFileSync(join(spool, '.hidden.json'), '{}')
  writeFileSync(join(spool, 'notes.txt'), '')
  writeFileSync(join(spool, 'broken.json'), '{"cut')
  t.same(listSpool(spool), ['broken'])
  t.equal(readFromSpool(spool, 'broken'), undefined)
  t.end()
})

t.test('a turn that several processes queue at once is queued once', async t => {
  const spool = join(temporaryFolder(t), 'spool')
  const script = `const { placeInSpool } = await load('store/files/spool.js')
    let placed = 0
    for (let n = 0; n < 50; n++) if (placeInSpool(args[0], 'turn-' + n, { by: args[1] })) placed++
    process.stdout.write(String(placed))`
  const placed = await Promise.all(['a', 'b', 'c'].map(name => runProcess(t, script, spool, name)))
  t.equal(
    placed.reduce((sum, count) => sum + Number(count), 0),
    50,
  )
  t.equal(listSpool(spool).length, 50)
})
