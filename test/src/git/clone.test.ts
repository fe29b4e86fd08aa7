import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { pickBranch, cloneStore, moveEntries } from '../../../src/git/clone.js'
import { openStore } from '../../../store/store.js'
import { temporaryFolder } from '../../store/fixture.js'
import { GIT_ENV, Workbench } from '../../store/git/fixture.js'
import { GitDesk, makeBare, PROGRAM } from './stores.js'

interface Place {
  folder: string
  url: string
  target: GitDesk
}

/** The folder of a remote with one memory, and of the store that it came from. */
async function makeTemplate(): Promise<string> {
  const folder = temporaryFolder(t)
  const url = makeBare(join(folder, 'remote.git'))
  const desk = new GitDesk(join(folder, 'first'))
  await desk.init()
  await desk.remember('Travels')
  desk.git(['remote', 'add', 'origin', url])
  await desk.sync()
  return folder
}

const template = makeTemplate()

/** A remote with one memory, and the place of a data directory that is not there yet. */
async function makeRemote(t: Test): Promise<Place> {
  const folder = join(temporaryFolder(t), 'mit Umlaut ä')
  cpSync(await template, folder, { recursive: true })
  const target = new GitDesk(join(folder, 'second', 'svc'))
  return { folder, url: join(folder, 'remote.git'), target }
}

const clone = (url: string, { manifest, directory }: GitDesk, cwd = join(directory, '..')) =>
  cloneStore(url, manifest, { env: GIT_ENV, program: PROGRAM, cwd })

/** Asserts that nothing was left beside the data directory or in it. */
function checkUntouched(t: Test, { directory }: GitDesk, names: string[]): void {
  t.same(existsSync(directory) ? readdirSync(directory).sort() : [], names)
  const beside = readdirSync(join(directory, '..')).filter(name => name.startsWith('.svc-clone'))
  t.same(beside, [], 'nothing is left behind')
}

const titles = (desk: GitDesk) =>
  desk.use(async service => (await service.memories.list({})).items.map(({ title }) => title))

t.test('a clone comes into a folder that is not there, or empty', async t => {
  const { url, target, folder } = await makeRemote(t)
  t.same(await clone(url, target), { store: target.directory, empty: false, notes: [] })
  t.same(await titles(target), ['Travels'])
  t.match(target.git(['config', '--get', 'merge.svc.driver']), /merge-driver/)
  t.equal(target.porcelain, '')
  const empty = new GitDesk(join(folder, 'empty'))
  mkdirSync(empty.directory)
  await clone('../remote.git', empty, join(folder, 'first'))
  t.same(await titles(empty), ['Travels'], 'a relative address counts from where one is')
})

t.test('a store that was started and never used gives way, its state/ and bin/ stay', async t => {
  const { url, target } = await makeRemote(t)
  openStore(target.manifest)
  target.write({ 'state/paths/x.json': '{}', 'bin/svc-hook': 'mine', 'bin/.gitignore': '*' })
  mkdirSync(join(target.directory, 'global/memories'), { recursive: true })
  await clone(url, target)
  t.same(await titles(target), ['Travels'])
  t.equal(readFileSync(join(target.directory, 'state/paths/x.json'), 'utf8'), '{}')
  t.equal(readFileSync(join(target.directory, 'bin/svc-hook'), 'utf8'), 'mine')
  t.equal(target.porcelain, '')
})

t.test('a folder that holds anything else is refused, and left as it is', async t => {
  const { url, target } = await makeRemote(t)
  const used: Record<string, string>[] = [
    { 'config.json': '[]' },
    { 'global/memories/a.md': 'A memory.\n' },
    { 'global/skills/a/SKILL.md': '# A\n' },
    { 'projects/a-1/scope.json': '{}' },
    { '.gitignore': '*.log\n' },
    { 'notes.txt': 'mine\n' },
  ]
  for (const [at, files] of used.entries()) {
    const desk = new GitDesk(`${target.directory}-${at}`)
    desk.write(files)
    const name = Object.keys(files)[0]?.split('/')[0] ?? ''
    const message = /svc git init, git -C .+ remote add origin URL, svc git sync/
    await t.rejects(clone(url, desk), { code: 'CONFLICT', message })
    checkUntouched(t, desk, [name])
  }
})

t.test('a store with a memory is refused, and so is one in git', async t => {
  const { url, target } = await makeRemote(t)
  await clone(url, target)
  await t.rejects(clone(url, target), { code: 'CONFLICT', message: /in use/ })
})

t.test('an empty remote is begun with', async t => {
  const folder = temporaryFolder(t)
  const url = makeBare(join(folder, 'remote.git'))
  const desk = new GitDesk(join(folder, 'store'))
  t.match(await clone(url, desk), { empty: true })
  await desk.remember('First')
  t.match(await desk.sync(), { pushed: 1, remote: 'origin' })
  const other = new GitDesk(join(folder, 'other'))
  await clone(url, other)
  t.same(await titles(other), ['First'])
})

t.test('two machines meet on one branch whatever the HEAD of the remote names', async t => {
  const folder = temporaryFolder(t)
  const url = makeBare(join(folder, 'remote.git'))
  const remote = new Workbench(url)
  remote.git(['symbolic-ref', 'HEAD', 'refs/heads/master'])
  const early = new GitDesk(join(folder, 'early'))
  t.match(await clone(url, early), { empty: true })
  t.equal(early.git(['symbolic-ref', 'HEAD']).trim(), 'refs/heads/main')
  await early.remember('First')
  t.match(await early.sync(), { pushed: 1, branch: 'main' })
  const late = new GitDesk(join(folder, 'late'))
  t.match(await clone(url, late), { empty: false })
  t.same(await titles(late), ['First'])
  t.match(await late.sync(), { branch: 'main', notes: [] })

  remote.git(['branch', '-m', 'main', 'trunk'])
  remote.git(['symbolic-ref', 'HEAD', 'refs/heads/master'])
  const only = new GitDesk(join(folder, 'only'))
  await clone(url, only)
  t.equal(only.git(['symbolic-ref', 'HEAD']).trim(), 'refs/heads/trunk')
  remote.git(['branch', 'work', 'trunk'])
  const unclear = new GitDesk(join(folder, 'unclear'))
  await t.rejects(clone(url, unclear), { code: 'INVALID_REQUEST', message: /trunk, work;/ })
  checkUntouched(t, unclear, [])
  t.equal(pickBranch(['trunk', 'master', 'main']), 'main')
  t.equal(pickBranch(['trunk', 'master']), 'master')
  t.equal(pickBranch([]), undefined)
})

t.test('what is no store, or not a safe one, leaves nothing behind', async t => {
  const folder = temporaryFolder(t)
  const cases: [string, (bench: Workbench) => void, RegExp][] = [
    ['other', bench => bench.write({ 'README.md': '# Else\n' }), /holds no svc store/],
    ['later', bench => bench.write({ 'svc.json': '{"format": 99}' }), /later svc/],
    ['broken', bench => bench.write({ 'svc.json': 'no' }), /not a manifest/],
    [
      'link',
      bench => symlinkSync('/etc/passwd', join(bench.directory, 'svc.json')),
      /no svc store/,
    ],
  ]
  for (const [name, make, message] of cases) {
    const bench = Workbench.init(join(folder, name))
    make(bench)
    bench.commit('all')
    const desk = new GitDesk(join(folder, 'stores', name))
    await t.rejects(clone(bench.directory, desk, folder), { message }, name)
    checkUntouched(t, desk, [])
  }
})

t.test('what is unfit in a store is left out, and the last fit version stays', async t => {
  const { url, target, folder } = await makeRemote(t)
  const first = new GitDesk(join(folder, 'first'))
  first.write({ 'config.json': '[{"config": {"recallLimit": 7}}]', 'bin/svc-hook': 'evil' })
  first.git(['add', '-f', '--sparse', 'config.json', 'bin'])
  first.git(['commit', '-qm', 'x'])
  const memories = join(first.directory, 'global/memories')
  const [name = ''] = readdirSync(memories)
  const text = readFileSync(join(memories, name), 'utf8')
  rmSync(join(memories, name))
  symlinkSync('/dev/zero', join(memories, name))
  symlinkSync('/etc', join(first.directory, 'global/skills'))
  first.write({ 'config.json': '[{"config": ', 'svc.json': 'garbage' })
  first.git(['add', '-A', '.'])
  first.git(['commit', '-qm', 'y'])
  first.git(['push', '-q', url, 'HEAD:main'])
  const { notes } = await clone(url, target)
  const named = [
    'bin/svc-hook',
    'config.json',
    `global/memories/${name}`,
    'global/skills',
    'svc.json',
  ]
  t.same(notes.map(note => / has (.*?), which /.exec(note)?.[1]).sort(), named)
  const read = (path: string) => readFileSync(join(target.directory, path), 'utf8')
  t.equal(read(`global/memories/${name}`), text)
  t.match(read('config.json'), /"recallLimit": 7/)
  t.match(JSON.parse(read('svc.json')), { format: 1 })
  t.notOk(existsSync(join(target.directory, 'bin/svc-hook')))
  t.notOk(existsSync(join(target.directory, 'global/skills')))
  t.match(await target.sync(), { pushed: 1, notes: [] }, 'the next push puts it right there')
})

t.test('an address that cannot be reached, or looks like a flag, is refused', async t => {
  const folder = temporaryFolder(t)
  const desk = new GitDesk(join(folder, 'store'))
  openStore(desk.manifest)
  const before = readdirSync(desk.directory).sort()
  await t.rejects(clone(join(folder, 'gone.git'), desk), { code: 'GIT_FAILED' })
  await t.rejects(clone('--upload-pack=touch x', desk), { code: 'INVALID_REQUEST' })
  checkUntouched(t, desk, before)
})

t.test('what cannot be moved puts everything back', async t => {
  const folder = temporaryFolder(t)
  for (const name of ['from/in/a', 'from/in/b', 'into/a']) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), name)
  }
  // Nothing can be moved over a folder's own parent.
  mkdirSync(join(folder, 'from/aside-b'))
  mkdirSync(join(folder, 'into/b'))
  writeFileSync(join(folder, 'from/aside-b/x'), 'x')
  t.throws(() => moveEntries(join(folder, 'from/in'), join(folder, 'into')))
  t.same(readdirSync(join(folder, 'into')).sort(), ['a', 'b'])
  t.equal(readFileSync(join(folder, 'into/a'), 'utf8'), 'into/a')
  t.same(readdirSync(join(folder, 'from/in')).sort(), ['a', 'b'])
})
