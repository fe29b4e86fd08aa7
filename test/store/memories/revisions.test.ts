import t from 'tap'
import { appendFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import {
  appendRevisions,
  foldRevisions,
  readRevisions,
  revisionsSize,
} from '../../../store/memories/history.js'
import { openStore } from '../../../store/store.js'
import { temporaryFolder } from '../fixture.js'

const one = (id: string, n = 0) => ({
  id,
  at: `2026-11-20T10:00:00.${String(n).padStart(3, '0')}Z`,
  stamp: `${n}-1`,
})

t.test('the newest revision of each memory counts', t => {
  const store = openStore(join(temporaryFolder(t), 'svc.json'))
  t.same([...readRevisions(store, 'global')], [])
  t.equal(revisionsSize(store, 'global'), 0)
  appendRevisions(store, 'global', [one('aaaaaaaa', 1), one('bbbbbbbb', 2)])
  const size = revisionsSize(store, 'global')
  appendRevisions(store, 'global', [one('aaaaaaaa', 3)])
  t.ok(revisionsSize(store, 'global') > size, 'every write shows in the size')
  t.same(readRevisions(store, 'global').get('aaaaaaaa'), one('aaaaaaaa', 3))
  t.same(readRevisions(store, 'global').get('bbbbbbbb'), one('bbbbbbbb', 2))
  t.same([...readRevisions(store, 'other')], [], 'scopes have nothing in common')
  t.equal(statSync(join(store.state, 'revisions', 'global.jsonl')).mode & 0o777, 0o600)
  t.end()
})

t.test('a broken line costs no other', t => {
  const store = openStore(join(temporaryFolder(t), 'svc.json'))
  appendRevisions(store, 'global', [one('aaaaaaaa')])
  appendFileSync(join(store.state, 'revisions', 'global.jsonl'), 'null\n7\n{"id":1}\n{"cut\n')
  appendRevisions(store, 'global', [one('bbbbbbbb')])
  t.same([...readRevisions(store, 'global').keys()], ['aaaaaaaa', 'bbbbbbbb'])
  t.end()
})

t.test('a log that is mostly history is folded to what lives', t => {
  const store = openStore(join(temporaryFolder(t), 'svc.json'))
  const many = Array.from({ length: 2_000 }, (_, n) => one('aaaaaaaa', n % 1000))
  appendRevisions(store, 'global', [one('gonegone'), ...many, one('bbbbbbbb', 5)])
  const living = new Set(['aaaaaaaa', 'bbbbbbbb'])
  const before = readRevisions(store, 'global')
  foldRevisions(store, 'global', living)
  const after = readRevisions(store, 'global')
  t.same([...after.keys()].sort(), ['aaaaaaaa', 'bbbbbbbb'])
  for (const id of living) t.same(after.get(id), before.get(id))
  t.ok(revisionsSize(store, 'global') < 300)
  const size = revisionsSize(store, 'global')
  foldRevisions(store, 'global', living)
  t.equal(revisionsSize(store, 'global'), size, 'a short one is left alone')
  t.end()
})
