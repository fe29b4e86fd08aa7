import { spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { readText } from '../../../store/files/atomic.js'
import { readLines } from '../../../store/files/log.js'
import { listingAll, listNames, readBytes, readSmallFile } from '../../../store/files/read.js'
import { processorMs } from '../../processor-time.js'
import { temporaryFolder } from '../fixture.js'

/** What may lie in the place of a file, and how that is said. */
async function placesOf(t: Test): Promise<[path: string, said: RegExp][]> {
  const folder = temporaryFolder(t)
  const at = (name: string) => join(folder, name)
  symlinkSync('/dev/zero', at('zero'))
  symlinkSync('/dev/random', at('random'))
  spawnSync('mkfifo', [at('pipe')])
  mkdirSync(at('folder'))
  writeFileSync(at('sparse'), '')
  truncateSync(at('sparse'), 2 ** 30)
  const server = createServer()
  await new Promise<void>(resolve => server.listen(at('socket'), resolve))
  t.teardown(() => server.close())
  return [
    [at('zero'), /zero is no file/],
    [at('random'), /random is no file/],
    [at('pipe'), /pipe is no file/],
    [at('socket'), /socket is no file/],
    [at('folder'), /folder is a folder where a file should be/],
    [at('sparse'), /sparse is larger than any such file may be/],
  ]
}

const POSIX = process.platform === 'win32' && 'no such things'

t.test('only a regular file of bounded size is read', { skip: POSIX }, async t => {
  for (const [path, said] of await placesOf(t)) {
    const before = process.memoryUsage().rss
    const spent = await processorMs(() => {
      t.throws(() => readBytes(path), { code: /^E/ }, path)
      t.throws(() => readText(path), { code: 'STORE_CORRUPT', message: said })
      t.throws(() => readLines(path), { code: 'STORE_CORRUPT', message: said })
      t.equal(readSmallFile(path), undefined)
    })
    t.ok(spent < 1_000, `${path}: ${spent} ms`)
    t.ok(process.memoryUsage().rss - before < 100e6, `${path}: memory`)
  }
})

t.test('a file is read up to its bound, and behind a link', async t => {
  const folder = temporaryFolder(t)
  const path = join(folder, 'file')
  writeFileSync(path, '\ufeffword')
  symlinkSync(path, join(folder, 'link'))
  t.equal(readText(join(folder, 'link')), 'word')
  t.equal(readBytes(path, 7).length, 7)
  t.throws(() => readBytes(path, 6), { code: 'ERR_FS_FILE_TOO_LARGE' })
  t.equal(readText(join(folder, 'nothing')), null)
  t.throws(() => readBytes(join(folder, 'nothing')), { code: 'ENOENT' })
})

t.test('listing all goes on where it was asked for within itself', t => {
  const loop = join(temporaryFolder(t), 'loop')
  symlinkSync(loop, loop)
  t.same(listNames(loop), [], 'a list passes it over')
  const listed = () => {
    listingAll(() => undefined)
    return listNames(loop)
  }
  t.throws(() => listingAll(listed), { code: 'STORE_CORRUPT' })
  t.same(listNames(loop), [], 'and does so again')
  t.end()
})
