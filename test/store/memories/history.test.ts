import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import {
  appendRevisions,
  dropOldVersions,
  foldRevisions,
  keepVersion,
  listKeptNames,
  listVersions,
  noteForgotten,
  noteKept,
  readForgotten,
  readRevisions,
  readVersion,
  revisionsSize,
} from '../../../store/memories/history.js'
import { openStore } from '../../../store/store.js'
import { temporaryFolder } from '../fixture.js'

t.test('old versions are found by id under every name, and by a name given by hand', t => {
  const root = temporaryFolder(t)
  const history = join(root, 'history')
  const keep = (name: string, text: string) => {
    const path = join(root, name)
    writeFileSync(path, text)
    utimesSync(path, 1_600_000_000, 1_600_000_000)
    keepVersion(path, name, history)
    dropOldVersions(name, history)
    writeFileSync(path, 'another inode is not needed for this test')
  }
  t.same(listVersions(history, 'aaaaaaa1'), [], 'no history yet')
  t.equal(listKeptNames(history).size, 0)
  const names = ['one--aaaaaaa1.md', 'two--aaaaaaa1.md', 'notes.md', 'one--aaaaaaa2.md']
  for (const name of names) keep(name, name)
  mkdirSync(join(history, 'global/skills'), { recursive: true })
  const namesOf = (fileName?: string) =>
    listVersions(history, 'aaaaaaa1', fileName).map(version => version.fileName)
  t.same(namesOf(), ['two--aaaaaaa1.md', 'one--aaaaaaa1.md'], 'the newest first')
  t.same(namesOf('notes.md'), ['notes.md', 'two--aaaaaaa1.md', 'one--aaaaaaa1.md'])
  t.ok(listKeptNames(history).has('notes.md'))
  const [version] = listVersions(history, 'aaaaaaa2')
  t.equal(version && readdirSync(join(version.path, '..')).length, 1)
  t.equal(version && readVersion({ ...version, path: join(root, 'dropped.md') }), undefined)
  t.end()
})

t.test('a file that is gone leaves no version', t => {
  const root = temporaryFolder(t)
  keepVersion(join(root, 'gone.md'), 'gone.md', join(root, 'history'))
  t.same(listVersions(join(root, 'history'), 'aaaaaaa1', 'gone.md'), [])
  t.end()
})

const revision = (id: string, n = 0) => ({
  id,
  at: `2026-11-20T10:00:00.${String(n).padStart(3, '0')}Z`,
  stamp: `${n}-1`,
})

t.test('the newest revision of each memory counts', t => {
  const store = openStore(join(temporaryFolder(t), 'svc.json'))
  t.same([...readRevisions(store, 'global')], [])
  t.equal(revisionsSize(store, 'global'), 0)
  appendRevisions(store, 'global', [revision('aaaaaaaa', 1), revision('bbbbbbbb', 2)])
  const size = revisionsSize(store, 'global')
  appendRevisions(store, 'global', [revision('aaaaaaaa', 3)])
  t.ok(revisionsSize(store, 'global') > size, 'every write shows in the size')
  t.same(readRevisions(store, 'global').get('aaaaaaaa'), revision('aaaaaaaa', 3))
  t.same(readRevisions(store, 'global').get('bbbbbbbb'), revision('bbbbbbbb', 2))
  t.same([...readRevisions(store, 'other')], [], 'scopes have nothing in common')
  t.equal(statSync(join(store.state, 'revisions', 'global.jsonl')).mode & 0o777, 0o600)
  t.end()
})

t.test('a broken line costs no other revision', t => {
  const store = openStore(join(temporaryFolder(t), 'svc.json'))
  appendRevisions(store, 'global', [revision('aaaaaaaa')])
  appendFileSync(join(store.state, 'revisions', 'global.jsonl'), 'null\n7\n{"id":1}\n{"cut\n')
  appendRevisions(store, 'global', [revision('bbbbbbbb')])
  t.same([...readRevisions(store, 'global').keys()], ['aaaaaaaa', 'bbbbbbbb'])
  t.end()
})

t.test('a log that is mostly history is folded to what lives', t => {
  const store = openStore(join(temporaryFolder(t), 'svc.json'))
  const many = Array.from({ length: 2_000 }, (_, n) => revision('aaaaaaaa', n % 1000))
  appendRevisions(store, 'global', [revision('gonegone'), ...many, revision('bbbbbbbb', 5)])
  const living = new Set(['aaaaaaaa', 'bbbbbbbb'])
  const before = readRevisions(store, 'global')
  foldRevisions(store, 'global', living, () => undefined)
  const after = readRevisions(store, 'global')
  t.same([...after.keys()].sort(), ['aaaaaaaa', 'bbbbbbbb'])
  for (const id of living) t.same(after.get(id), before.get(id))
  t.ok(revisionsSize(store, 'global') < 300)
  const size = revisionsSize(store, 'global')
  foldRevisions(store, 'global', living, () => undefined)
  t.equal(revisionsSize(store, 'global'), size, 'a short one is left alone')
  t.end()
})

const at = '2026-11-20T10:00:00.000Z'

function newStore(t: Parameters<typeof temporaryFolder>[0]) {
  return openStore(join(temporaryFolder(t), 'svc.json'))
}

t.test('what was forgotten is known until somebody wants it', t => {
  const store = newStore(t)
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

t.test('a broken line costs nothing else that was forgotten', t => {
  const store = newStore(t)
  noteForgotten(store, { id: 'aaaaaaa1', at, key: 'global', name: 'a.md' })
  const file = join(store.state, 'forgotten', '000001.jsonl')
  appendFileSync(file, 'null\n{"id": 7}\n{"id": "aaaaaaa2"}\n{"id": "aaaa')
  t.same([...readForgotten(store).keys()], ['aaaaaaa1'])
  t.end()
})

t.test('what was forgotten is kept for the last thousand and more, in bounded space', t => {
  const store = newStore(t)
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
