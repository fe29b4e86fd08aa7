import { mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { refreshRow } from '../../../src/import/read.js'
import { runImport, temporaryFolder, writeTree } from './fixture.js'

async function importOne(t: { teardown(undo: () => void): void }, text = 'rule') {
  const root = temporaryFolder(t)
  writeTree(root, { '.agent/a.md': text })
  utimesSync(join(root, '.agent/a.md'), 1000, 1000)
  const { state } = await runImport(root)
  return { root, row: state.rows[0]!, file: join(root, '.agent/a.md') }
}

t.test('an unchanged file gives the same object', async t => {
  const { root, row } = await importOne(t)
  t.equal(refreshRow(root, row), row)
})

t.test('a changed file gives the row with the text of now', async t => {
  const { root, row, file } = await importOne(t)
  writeFileSync(file, '---\nname: x\n---\nnew rule')
  const fresh = refreshRow(root, row)
  t.match(fresh, { id: row.id, createdAt: row.createdAt, content: 'new rule', title: row.title })
  t.ok(fresh!.updatedAt > row.updatedAt)
  t.equal(refreshRow(root, fresh!), fresh, 'which is then up to date')
})

t.test('a change of the same length and time is seen', async t => {
  const { root, row, file } = await importOne(t)
  const next = join(root, 'next')
  writeFileSync(next, 'lure')
  renameSync(next, file)
  t.equal(refreshRow(root, row)?.content, 'lure')
})

t.test('a file that is gone, emptied, too large or no file any more gives nothing', async t => {
  const { root, row, file } = await importOne(t)
  writeFileSync(file, '---\nname: x\n---\n')
  t.equal(refreshRow(root, row), undefined, 'empty')
  writeFileSync(file, 'x'.repeat(256 * 1024 + 1))
  t.equal(refreshRow(root, row), undefined, 'too large')
  rmSync(file)
  t.equal(refreshRow(root, row), undefined, 'gone')
  mkdirSync(file)
  t.equal(refreshRow(root, row), undefined, 'a folder')
  rmSync(root, { recursive: true })
  t.equal(refreshRow(root, row), undefined, 'no workspace')
})

t.test(
  'a file that was moved out behind a link gives nothing',
  { skip: process.platform === 'win32' },
  async t => {
    const { root, row } = await importOne(t)
    const elsewhere = temporaryFolder(t)
    renameSync(join(root, '.agent'), join(elsewhere, 'moved'))
    symlinkSync(join(elsewhere, 'moved'), join(root, '.agent'))
    t.equal(refreshRow(root, row), undefined)
  },
)
