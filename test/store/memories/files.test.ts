import t, { type Test } from 'tap'
import fs, {
  linkSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { SvcError } from '../../../store/errors.js'
import {
  directoryStamp,
  isSettledStamp,
  removeMemoryFile,
  scanMemoryFiles,
  statMemoryFile,
  writeMemoryFile,
} from '../../../store/memories/files.js'
import { readLastVersion } from '../../../store/memories/history.js'
import { temporaryFolder } from '../fixture.js'

function fixture(t: { teardown(undo: () => void): void }) {
  const root = temporaryFolder(t)
  const options = { assertHeld: () => undefined, history: join(root, 'history') }
  return { directory: join(root, 'memories'), options }
}

t.test('a memory is written, seen, replaced and removed', t => {
  const { directory, options } = fixture(t)
  t.equal(scanMemoryFiles(directory), undefined)
  t.equal(directoryStamp(directory), 'absent')
  const first = writeMemoryFile(directory, 'a.md', 'one', { ...options, expected: undefined })
  t.same(scanMemoryFiles(directory), [first])
  t.same(statMemoryFile(directory, 'a.md'), first)
  const second = writeMemoryFile(directory, 'a.md', 'two', { ...options, expected: first.stamp })
  t.not(second.stamp, first.stamp)
  t.equal(readFileSync(join(directory, 'a.md'), 'utf8'), 'two')
  removeMemoryFile(directory, 'a.md', { ...options, expected: second.stamp })
  t.same(scanMemoryFiles(directory), [])
  t.equal(statMemoryFile(directory, 'a.md'), undefined)
  const history = join(options.history, 'a.md')
  const versions = readdirSync(history).sort()
  t.same(
    versions.map(name => readFileSync(join(history, name), 'utf8')),
    ['one', 'two'],
    'what was replaced and what was removed is kept',
  )
  t.end()
})

t.test('of a memory that is written and removed again and again ten versions are kept', t => {
  const { directory, options } = fixture(t)
  for (let turn = 0; turn < 12; turn++) {
    const written = { ...options, expected: undefined }
    const { stamp } = writeMemoryFile(directory, 'a.md', `${turn}`, written)
    removeMemoryFile(directory, 'a.md', { ...options, expected: stamp })
  }
  t.equal(readdirSync(join(options.history, 'a.md')).length, 10)
  t.equal(readLastVersion(options.history, 'a.md'), '11')
  t.end()
})

t.test('what was changed meanwhile is never overwritten or removed', t => {
  const { directory, options } = fixture(t)
  const path = join(directory, 'a.md')
  const { stamp } = writeMemoryFile(directory, 'a.md', 'one', { ...options, expected: undefined })
  writeFileSync(path, 'by hand')
  const stale = { ...options, expected: stamp }
  t.throws(() => writeMemoryFile(directory, 'a.md', 'two', stale), { code: 'CONFLICT' })
  t.throws(() => removeMemoryFile(directory, 'a.md', stale), { code: 'CONFLICT' })
  const asNew = { ...options, expected: undefined }
  t.throws(() => writeMemoryFile(directory, 'a.md', 'two', asNew), { code: 'CONFLICT' })
  const gone = { ...options, expected: stamp }
  t.throws(() => writeMemoryFile(directory, 'b.md', 'two', gone), { code: 'CONFLICT' })
  t.throws(() => removeMemoryFile(directory, 'b.md', gone), { code: 'CONFLICT' })
  t.equal(readFileSync(path, 'utf8'), 'by hand')
  t.same(readdirSync(directory), ['a.md'])
  t.end()
})

t.test('a lock that is no longer held stops the write', t => {
  const { directory, options } = fixture(t)
  const assertHeld = () => {
    throw new Error('lost')
  }
  const lost = { ...options, assertHeld, expected: undefined }
  t.throws(() => writeMemoryFile(directory, 'a.md', 'one', lost), /lost/)
  t.same(readdirSync(directory), [])
  const { stamp } = writeMemoryFile(directory, 'a.md', 'one', { ...options, expected: undefined })
  t.throws(() => removeMemoryFile(directory, 'a.md', { ...lost, expected: stamp }), /lost/)
  t.equal(readFileSync(join(directory, 'a.md'), 'utf8'), 'one')
  t.end()
})

t.test('a version of the same time and length is another version', t => {
  const { directory, options } = fixture(t)
  const modifiedAt = new Date('2020-01-01T00:00:00Z')
  const write = (text: string, expected?: string) =>
    writeMemoryFile(directory, 'a.md', text, { ...options, expected, modifiedAt })
  const one = write('one')
  t.equal(one.modifiedAt, '2020-01-01T00:00:00.000Z')
  t.not(write('two', one.stamp).stamp, one.stamp)
  t.end()
})

t.test('a link kept elsewhere does not change what a file is', t => {
  const { directory, options } = fixture(t)
  const file = writeMemoryFile(directory, 'a.md', 'one', { ...options, expected: undefined })
  linkSync(join(directory, 'a.md'), join(directory, '..', 'backup'))
  t.same(statMemoryFile(directory, 'a.md'), file)
  t.end()
})

t.test('ten old versions are kept', t => {
  const { directory, options } = fixture(t)
  let expected: string | undefined
  for (let n = 0; n < 15; n++) {
    expected = writeMemoryFile(directory, 'a.md', `version ${n}`, { ...options, expected }).stamp
  }
  const history = join(options.history, 'a.md')
  const texts = readdirSync(history)
    .sort()
    .map(name => readFileSync(join(history, name), 'utf8'))
  t.same(
    texts,
    Array.from({ length: 10 }, (_, n) => `version ${n + 4}`),
  )
  t.end()
})

t.test('only Markdown files of the folder itself are memories', t => {
  const { directory } = fixture(t)
  mkdirSync(join(directory, 'folder.md'), { recursive: true })
  writeFileSync(join(directory, 'b.md'), '')
  writeFileSync(join(directory, 'a.md'), '')
  writeFileSync(join(directory, '.a.md.1-0a.tmp'), '')
  writeFileSync(join(directory, '.swap.md'), '')
  writeFileSync(join(directory, 'a.txt'), '')
  writeFileSync(join(directory, '..', 'secret.md'), 'secret')
  symlinkSync('../secret.md', join(directory, 'link.md'))
  t.same(
    scanMemoryFiles(directory)?.map(({ name }) => name),
    ['a.md', 'b.md'],
    'a link is not followed: a store that was cloned could lead anywhere',
  )
  t.equal(statMemoryFile(directory, 'link.md'), undefined)
  t.end()
})

t.test('the stamp of a folder changes when a file comes or goes', t => {
  const { directory } = fixture(t)
  mkdirSync(directory)
  utimesSync(directory, 1, 1)
  const before = directoryStamp(directory)
  t.equal(isSettledStamp(before), true)
  writeFileSync(join(directory, 'a.md'), '')
  const after = directoryStamp(directory)
  t.not(after, before)
  const { mtimeMs } = statSync(directory)
  t.equal(isSettledStamp(after, mtimeMs + 5), false, 'a second change may have the same time')
  t.equal(isSettledStamp(after, mtimeMs + 50), true)
  t.equal(isSettledStamp('absent'), true)
  t.end()
})

t.test('the old version is kept where only the syncing of the folder fails', t => {
  const { directory, options } = fixture(t)
  const { stamp } = writeMemoryFile(directory, 'a.md', 'one', { ...options, expected: undefined })
  failOnce(t, 'fsyncSync', 'EIO', 2)
  t.throws(() => writeMemoryFile(directory, 'a.md', 'two', { ...options, expected: stamp }), {
    code: 'EIO',
    path: directory,
  })
  t.equal(readFileSync(join(directory, 'a.md'), 'utf8'), 'two')
  t.equal(readLastVersion(options.history, 'a.md'), 'one')
  t.end()
})

t.test('a removal puts back what somebody else wrote at that very moment', t => {
  const { directory, options } = fixture(t)
  const path = join(directory, 'a.md')
  const { stamp } = writeMemoryFile(directory, 'a.md', 'one', { ...options, expected: undefined })
  let looks = 0
  const assertHeld = () => {
    if (++looks === 2) throw new SvcError('STORE_LOCKED', 'it slept')
  }
  const removal = { ...options, expected: stamp, assertHeld }
  t.throws(() => removeMemoryFile(directory, 'a.md', removal), { code: 'STORE_LOCKED' })
  t.equal(readFileSync(path, 'utf8'), 'one')
  t.equal(statMemoryFile(directory, 'a.md')?.stamp, stamp)
  t.equal(readLastVersion(options.history, 'a.md'), undefined)
  t.end()
})

/** Lets the n-th call of a function of fs fail. */
function failOnce(t: Test, name: 'fsyncSync', code: string, at: number): void {
  const call = fs[name]
  let calls = 0
  const restore = () => {
    fs[name] = call
    syncBuiltinESMExports()
  }
  fs[name] = file => {
    if (++calls === at) throw Object.assign(new Error(`${code}: failed`), { code })
    call(file)
  }
  syncBuiltinESMExports()
  t.teardown(restore)
}
