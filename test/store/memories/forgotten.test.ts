import { appendFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { noteForgotten, noteKept, readForgotten } from '../../../store/memories/history.js'
import { openStore } from '../../../store/store.js'
import { temporaryFolder } from '../fixture.js'

const at = '2026-11-20T10:00:00.000Z'

function fixture(t: Parameters<typeof temporaryFolder>[0]) {
  return openStore(join(temporaryFolder(t), 'svc.json'))
}

t.test('what was forgotten is known until somebody wants it', t => {
  const store = fixture(t)
  const record = (id: string) => ({ id, at, key: 'global', name: `x--${id}.md` })
  noteKept(store, 'aaaaaaa1', new Date(at))
  t.same(readdirSync(store.root).includes('state'), false, 'nothing to take back, nothing written')
  noteForgotten(store, record('aaaaaaa1'))
  noteForgotten(store, record('aaaaaaa2'))
  t.same([...readForgotten(store).values()], [record('aaaaaaa1'), record('aaaaaaa2')])
  noteKept(store, 'aaaaaaa1', new Date(at))
  t.same([...readForgotten(store).keys()], ['aaaaaaa2'])
  noteForgotten(store, record('aaaaaaa1'))
  t.same([...readForgotten(store).keys()], ['aaaaaaa2', 'aaaaaaa1'], 'the last one comes last')
  t.end()
})

t.test('broken lines are passed over', t => {
  const store = fixture(t)
  noteForgotten(store, { id: 'aaaaaaa1', at, key: 'global', name: 'a.md' })
  const file = join(store.state, 'forgotten', '000001.jsonl')
  appendFileSync(file, 'null\n{"id": 7}\n{"id": "aaaaaaa2"}\n{"id": "aaaa')
  t.same([...readForgotten(store).keys()], ['aaaaaaa1'])
  t.end()
})

t.test('it keeps the last thousand and more, in bounded space', t => {
  const store = fixture(t)
  const idOf = (n: number) => `a${String(n).padStart(7, '0')}`
  for (let n = 0; n < 4000; n++) {
    noteForgotten(store, { id: idOf(n), at, key: 'global', name: `a-name--${idOf(n)}.md` })
  }
  const forgotten = readForgotten(store)
  t.ok(forgotten.size >= 1000 && forgotten.size < 4000, String(forgotten.size))
  t.ok(forgotten.has(idOf(3999)))
  const folder = join(store.state, 'forgotten')
  const bytes = readdirSync(folder).reduce(
    (sum, name) => sum + statSync(join(folder, name)).size,
    0,
  )
  t.ok(bytes < 5 * 64 * 1024, String(bytes))
  t.end()
})
