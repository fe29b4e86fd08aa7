import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { findImportPaths } from '../../../src/import/walk.js'
import { temporaryFolder, writeTree } from './fixture.js'

t.test(
  'a table folder that links out of the workspace counts once and is not walked',
  { skip: process.platform === 'win32' },
  async t => {
    const [root, elsewhere] = [temporaryFolder(t), temporaryFolder(t)]
    writeTree(elsewhere, { 'one.md': 'foreign', 'two.md': 'foreign', 'deep/three.md': 'foreign' })
    writeTree(root, { '.paper/own.md': 'own' })
    symlinkSync(elsewhere, join(root, '.agent'))
    t.same(await findImportPaths(root), { paths: ['.paper/own.md'], skipped: 1 })
  },
)

t.test('a walk that is stopped in its middle ends with the reason', async t => {
  const root = temporaryFolder(t)
  for (let at = 0; at < 100; at++) writeTree(root, { [`.agent/d${at}/e/x.txt`]: '' })
  const stop = new AbortController()
  const { signal } = stop
  // Whoever listens has begun to walk.
  signal.addEventListener = (...given: Parameters<EventTarget['addEventListener']>) => {
    EventTarget.prototype.addEventListener.apply(signal, given)
    setImmediate(() => stop.abort(new Error('out of time')))
  }
  await t.rejects(findImportPaths(root, signal), { message: 'out of time' })
})
