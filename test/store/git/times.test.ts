import { rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { createCommitTimes } from '../../../store/git/times.js'
import { temporaryFolder } from '../fixture.js'
import { GIT_ENV, Workbench } from './fixture.js'

const NAMES = ['a.md', 'é b.md', 'c.md', 'new.md', 'hand.md', 'merged.md', 'back.md']

t.test('when files were last changed, as git knows it', async t => {
  const bench = Workbench.init(join(temporaryFolder(t), 'store'))
  const inFolder = (names: string[]) => Object.fromEntries(names.map(name => [`m/${name}`, name]))
  bench.write({ ...inFolder(['a.md', 'é b.md', 'hand.md', 'merged.md']), 'other/a.md': 'x' })
  bench.commit('one', '2026-01-01T10:00:00+02:00')
  bench.write({ 'm/a.md': 'two', 'm/back.md': 'gone' })
  bench.commit('two', '2026-01-02T10:00:00Z')
  rmSync(join(bench.directory, 'm/back.md'))
  bench.commit('three', '2026-01-03T10:00:00Z')
  bench.git(['checkout', '-q', '-b', 'side', 'HEAD~'])
  bench.write({ 'm/c.md': 'c', 'm/merged.md': 'side' })
  bench.commit('side', '2026-01-04T10:00:00Z')
  bench.git(['checkout', '-q', 'main'])
  bench.write({ 'm/merged.md': 'main', 'other/a.md': 'y' })
  bench.commit('main', '2026-01-05T10:00:00Z')
  t.throws(() => bench.git(['merge', '-q', 'side'], { GIT_MERGE_AUTOEDIT: 'no' }))
  bench.write({ 'm/merged.md': 'both' })
  bench.commit('merge', '2026-01-06T10:00:00Z')
  bench.write(inFolder(['new.md', 'back.md']))
  bench.write({ 'm/hand.md': 'by hand' })
  utimesSync(join(bench.directory, 'm/hand.md'), 1_700_000_000, 1_700_000_000)

  const times = await createCommitTimes(GIT_ENV)(join(bench.directory, 'm'), NAMES)
  t.same(Object.fromEntries(times), {
    'a.md': '2026-01-02T10:00:00.000Z',
    'é b.md': '2026-01-01T08:00:00.000Z',
    'c.md': '2026-01-04T10:00:00.000Z',
    'merged.md': '2026-01-06T10:00:00.000Z',
    'hand.md': '2023-11-14T22:13:20.000Z',
  })
})

t.test('where git cannot tell, nothing is said', async t => {
  const folder = temporaryFolder(t)
  const ask = createCommitTimes(GIT_ENV)
  t.equal((await ask(folder, ['a.md'])).size, 0, 'no repository')
  const bench = Workbench.init(join(folder, 'empty'))
  bench.write({ 'a.md': 'x' })
  t.equal((await ask(bench.directory, ['a.md'])).size, 0, 'no commit')
  bench.commit('one')
  t.equal((await ask(bench.directory, ['a.md'])).size, 1)
  const without = createCommitTimes({ ...GIT_ENV, PATH: join(folder, 'no-bin') })
  t.equal((await without(bench.directory, ['a.md'])).size, 0, 'git is not installed')
})
