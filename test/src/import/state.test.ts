import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { readImportReach, writeImportState } from '../../../src/import/state.js'
import { importDocument, openStore } from '../../../store/store.js'
import { temporaryFolder } from '../../store/fixture.js'

const openFiles = () => readdirSync('/proc/self/fd').length

t.test('how far a scope was imported is read from the head of its state', t => {
  const store = openStore(join(temporaryFolder(t), 'svc.json'))
  t.equal(readImportReach(store, 'app'), undefined)
  writeImportState(store, 'app', { format: 1, importedAt: '2026-11-20T10:00:00.000Z', rows: [] })
  t.equal(readImportReach(store, 'app'), 'root', 'as an older svc wrote it')
  const importedAt = '2026-11-20T10:00:00.000Z'
  writeImportState(store, 'app', { format: 1, importedAt, isWhole: true, rows: [] })
  t.equal(readImportReach(store, 'app'), 'whole')
  t.end()
})

t.test(
  'a folder in the place of a state leaves no file open',
  { skip: process.platform !== 'linux' },
  t => {
    const store = openStore(join(temporaryFolder(t), 'svc.json'))
    mkdirSync(importDocument(store, 'app'), { recursive: true })
    const before = openFiles()
    for (let times = 0; times < 20; times++) t.equal(readImportReach(store, 'app'), undefined)
    t.equal(openFiles(), before)
    t.end()
  },
)
