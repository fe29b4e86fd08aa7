import { existsSync, lstatSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { cloneStore } from '../../../src/git/clone.js'
import { resolveConflicts } from '../../../src/git/resolve.js'
import { GIT_ENV } from '../../store/git/fixture.js'
import { project } from '../fixture.js'
import { copyPair, GitDesk, makePair, PROGRAM } from './stores.js'

const template = makePair(t)
const openPair = (t: Test) => copyPair(t, template)

function push(desk: GitDesk): void {
  desk.git(['add', '-A', '-f', '--sparse', '.'])
  desk.git(['commit', '-qm', 'x'])
  desk.git(['push', '-q', 'origin', 'HEAD:main'])
}

t.test('state/, bin/ and links that somebody pushed are not taken in', async t => {
  const planted: [string, (bo: GitDesk) => void, string][] = [
    ['state/moves/a.json', bo => bo.write({ 'state/moves/a.json': '{}' }), 'one machine'],
    ['bin/svc-hook', bo => bo.write({ 'bin/svc-hook': 'evil' }), 'one machine'],
    ['State/x', bo => bo.write({ 'State/x': '' }), 'one machine'],
    [
      'projects/x-aaaaaaaaaa/memories',
      bo => {
        mkdirSync(join(bo.directory, 'projects/x-aaaaaaaaaa'), { recursive: true })
        symlinkSync('/etc', join(bo.directory, 'projects/x-aaaaaaaaaa/memories'))
      },
      'no plain file',
    ],
  ]
  for (const [path, plant, why] of planted) {
    const { ada, bo } = await openPair(t)
    rmSync(join(bo.directory, 'state'), { recursive: true })
    plant(bo)
    push(bo)
    const url = bo.git(['remote', 'get-url', 'origin']).trim()
    const target = join(ada.directory, '../clone')
    const options = { env: GIT_ENV, program: PROGRAM, cwd: '/' }
    const cloned = await cloneStore(url, join(target, 'svc.json'), options)
    t.match(cloned.notes, [new RegExp(`has ${path}, .*${why}`)])
    const { notes } = await ada.sync()
    t.match(notes, [new RegExp(`origin/main has ${path}, .*${why}`)])
    for (const directory of [ada.directory, target]) {
      t.equal(lstatSync(join(directory, path), { throwIfNoEntry: false }), undefined)
      t.equal(new GitDesk(directory).git(['ls-files', path]), '')
    }
  }
})

t.test('what one side moved to global does not take along what the other side adds', async t => {
  const { ada, bo } = await openPair(t)
  const scope = project(join(ada.directory, '../app'))
  await ada.remember('First', 'Of this project.', scope)
  await ada.sync()
  await bo.sync()
  const [folder = ''] = readdirSync(join(ada.directory, 'projects'))
  const [name = ''] = readdirSync(join(ada.directory, 'projects', folder, 'memories'))
  ada.git(['mv', `projects/${folder}/memories/${name}`, `global/memories/${name}`])
  await ada.sync(resolveConflicts)
  const added = `projects/${folder}/memories/private--abcdefgh.md`
  bo.write({ [added]: '---\nid: abcdefgh\ntitle: Private\n---\n\nTo this project.\n' })
  t.match(await bo.sync(resolveConflicts), { left: [], open: false })
  t.ok(existsSync(join(bo.directory, added)))
  t.notOk(existsSync(join(bo.directory, 'global/memories/private--abcdefgh.md')))
})
