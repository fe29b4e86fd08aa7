import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import {
  dropOldVersions,
  keepVersion,
  listKeptNames,
  listVersions,
  readVersion,
} from '../../../store/memories/history.js'
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
