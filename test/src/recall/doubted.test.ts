import t from 'tap'
import { newerFirst } from '../../../src/recall/doubted.js'
import type { Memory } from '../../../store/types.js'

const memory = (id: string, day: number, fields: Partial<Memory> = {}): Memory => ({
  id,
  kind: 'constraint',
  title: id,
  content: id,
  tags: [],
  aliases: [],
  pinned: false,
  source: { type: 'manual' },
  scope: { type: 'project', id: '/x' },
  createdAt: `2026-11-0${day}T00:00:00.000Z`,
  updatedAt: `2026-11-0${day}T00:00:00.000Z`,
  uses: 0,
  ...fields,
})

const against = (...contradicts: string[]) => ({ source: { type: 'reflect', contradicts } })
const order = (...memories: Memory[]) =>
  newerFirst(memories.map(one => ({ memory: one }))).map(({ memory: { id } }) => id)

t.test('the newer of two that contradict each other comes first', t => {
  const [old, other, fresh] = [
    memory('old', 1),
    memory('other', 2),
    memory('new', 3, against('old')),
  ]
  t.same(order(old, other, fresh), ['new', 'other', 'old'], 'where the newer one is marked')
  const marked = memory('old', 1, against('new'))
  t.same(order(marked, other, memory('new', 3)), ['new', 'other', 'old'], 'where the older one is')
  t.same(order(fresh, other, old), ['new', 'other', 'old'], 'what stands right stays')
  t.end()
})

t.test('the newest of three comes first, then the others by their age', t => {
  const [first, second] = [memory('first', 1), memory('second', 2, against('first'))]
  t.same(order(first, second, memory('third', 3, against('first', 'second'))), [
    'third',
    'second',
    'first',
  ])
  t.end()
})

t.test('what contradicts nothing stays, and so does what a person pinned', t => {
  t.same(order(memory('old', 1), memory('new', 3)), ['old', 'new'])
  const pinned = memory('old', 1, { pinned: true })
  t.same(order(pinned, memory('new', 3, against('old'))), ['old', 'new'])
  t.same(newerFirst([{}, { memory: memory('one', 1) }]).length, 2, 'a title alone')
  t.end()
})
