import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { scopeKeysOf } from '../../../src/merge/folder.js'
import { planSetup } from '../../../src/git/store.js'
import { isLocked } from '../../../store/files/lock.js'
import { temporaryFolder } from '../../store/fixture.js'
import { Workbench } from '../../store/git/fixture.js'
import { copyPair, GitDesk, leaveEverything, makeBare, makePair, openDesk } from './stores.js'

const template = makePair(t)

/** Two machines in step, with one memory that the first has remembered. */
const openPair = (t: Test) => copyPair(t, template)

const titles = (desk: GitDesk) =>
  desk.use(async service =>
    (await service.memories.list({})).items.map(({ title }) => title).sort(),
  )

const headOf = (desk: Workbench, name = 'HEAD') => desk.git(['rev-parse', name]).trim()

t.test('two stores that began apart become one, and then go both ways', async t => {
  const { ada, bo, id } = await openPair(t)
  t.same(await titles(bo), ['Shared'], 'unrelated histories were merged')
  await bo.remember('From Bo')
  await bo.use(service => service.memories.forget(id))
  t.match(await bo.sync(), { pushed: Number, merged: [] })
  await ada.remember('From Ada')
  const result = await ada.sync()
  t.match(result, {
    merged: [{ kind: 'added', title: 'From Bo' }, { kind: 'forgotten' }],
    left: [],
    branch: 'main',
  })
  const list = '+ From Bo (global)\n- Shared (global)'
  t.equal(ada.lastMessage, `Merge origin/main: 1 added, 1 forgotten\n\n${list}`)
  await bo.sync()
  t.same(await titles(bo), ['From Ada', 'From Bo'])
  t.equal(headOf(bo), headOf(ada))
  t.match(await bo.sync(), { committed: [], merged: [], pushed: 0 }, 'in step')
  for (const desk of [ada, bo]) {
    t.equal(desk.porcelain, '')
    t.equal(desk.git(['stash', 'list']), '')
    t.throws(() => desk.git(['config', '--get', 'branch.main.remote']), 'no upstream was set')
  }
})

t.test(
  'what only this side has is not forgotten by a merge with a store that began apart',
  async t => {
    const { folder, url } = await openPair(t)
    const desk = await openDesk(join(folder, 'cy'), url)
    await desk.remember('From Cy')
    const { merged } = await desk.sync()
    t.same(
      merged.map(({ kind, title }) => [kind, title]),
      [['added', 'Shared']],
    )
    t.same(await titles(desk), ['From Cy', 'Shared'])
  },
)

t.test('without a remote a sync commits', async t => {
  const desk = new GitDesk(temporaryFolder(t))
  await desk.init()
  await desk.remember('Alone')
  t.match(await desk.sync(), { committed: [{ commit: String }], remote: undefined, pushed: 0 })
  t.equal(desk.porcelain, '')
})

t.test(
  'of several remotes none of which is chosen, none is shared with, and all are named',
  async t => {
    const desk = new GitDesk(join(temporaryFolder(t), 'store'))
    await desk.init()
    const [home, work] = [
      makeBare(join(desk.directory, '../home.git')),
      makeBare(join(desk.directory, '../work.git')),
    ]
    desk.git(['remote', 'add', 'home', home])
    desk.git(['remote', 'add', 'work', work])
    await desk.remember('Mine')
    const undecided = ['home', 'work']
    t.match(await desk.sync(), { undecided, remote: undefined, pushed: 0, committed: [{}] })
    t.match(await desk.init(), { undecided, remote: undefined })
    desk.git(['config', 'branch.main.remote', 'work'])
    t.match(await desk.sync(), { undecided: undefined, remote: 'work', pushed: Number })
    t.match(new Workbench(work).git(['rev-parse', 'main']), /^[0-9a-f]{40}/)
    t.throws(() => new Workbench(home).git(['rev-parse', '--verify', 'main']))
  },
)

t.test('a remote that moves on while one pushes is merged again', async t => {
  const { ada, bo } = await openPair(t)
  await ada.sync()
  await ada.remember('Slower')
  const settle = join(ada.directory, '../moved')
  await bo.remember('Faster')
  await bo.commitStore()
  // The other machine pushes once, after the fetch of this one and before its push.
  const push = `git -C '${bo.directory}' push -q origin HEAD:refs/heads/main`
  ada.hook('pre-push', `[ -e '${settle}' ] || { touch '${settle}'; env -u GIT_DIR ${push}; }`)
  t.match(await ada.sync(), { merged: [{ title: 'Faster' }], left: [] })
  t.equal(headOf(ada), headOf(new Workbench(join(ada.directory, '../remote.git')), 'main'))
})

t.test(
  'a remote that always moves on is given up after three tries, with all committed',
  async t => {
    const { ada, bo } = await openPair(t)
    await ada.sync()
    const more = `echo x >>x; git add x; git commit -qm x; git push -q origin HEAD:refs/heads/main`
    ada.hook('pre-push', `cd '${bo.directory}'; unset GIT_DIR; ${more}`)
    await ada.remember('Patient')
    await t.rejects(ada.sync(), { code: 'GIT_FAILED', message: /at each of 3 tries/ })
    t.equal(readFileSync(join(bo.directory, 'x'), 'utf8'), 'x\n'.repeat(3), 'three times it moved')
    t.equal(ada.porcelain, '')
  },
)

t.test('a conflict that nobody settles stops the sync and leaves the merge open', async t => {
  const { ada, bo } = await openPair(t)
  const [name = ''] = ada.git(['ls-files', 'global/memories']).trim().split('\n')
  for (const [desk, word] of [
    [ada, 'Ours.'],
    [bo, 'Theirs.'],
  ] as const) {
    const text = readFileSync(join(desk.directory, name), 'utf8')
    desk.write({ [name]: text.replace('So it is.', word) })
  }
  await bo.sync()
  const before = headOf(ada)
  const { left, open, pushed } = await ada.sync()
  t.match(left, [{ path: name, reason: 'both sides changed it' }])
  t.same([open, pushed], [true, 0])
  t.match(ada.git(['rev-parse', 'MERGE_HEAD', 'HEAD^']), before, 'committed and not merged')
  await t.rejects(ada.sync(), { code: 'CONFLICT', message: /svc git resolve/ })
  ada.git(['merge', '--abort'])
  t.match(readFileSync(join(ada.directory, name), 'utf8'), 'Ours.')
})

t.test('what is settled after a merge is committed, open or done', async t => {
  const { ada, bo } = await openPair(t)
  const [name = ''] = ada.git(['ls-files', 'global/memories']).trim().split('\n')
  const held: boolean[] = []
  const settle = async ({ git, store }: GitDesk['open']) => {
    held.push(isLocked(join(store.state, 'locks', 'write-global')))
    const { left } = await leaveEverything({ git } as GitDesk['open'])
    for (const { path } of left) {
      const file = join(store.root, path)
      const text = readFileSync(file, 'utf8')
      writeFileSync(file, text.replace(/<{7}.*\n([^]*)={7}\n([^]*)>{7}.*\n/, '$1$2'))
      await git.read(['add', '--', path])
    }
    writeFileSync(join(store.root, 'global/memories/settled--settled0.md'), '# Settled\n')
    return { settled: left.map(({ path }) => ({ path, how: 'kept both' })), left: [] }
  }
  for (const [desk, word] of [
    [ada, 'Ours.'],
    [bo, 'Theirs.'],
  ] as const) {
    const text = readFileSync(join(desk.directory, name), 'utf8')
    desk.write({ [name]: text.replace('So it is.', word) })
  }
  await bo.sync()
  const open = await ada.sync(settle)
  t.match(open, { settled: [{ path: name, how: 'kept both' }], left: [], pushed: Number })
  t.match(readFileSync(join(ada.directory, name), 'utf8'), 'Ours.\nTheirs.')
  t.equal(ada.porcelain, '')
  rmSync(join(bo.directory, 'global'), { recursive: true })
  await bo.remember('Another')
  bo.git(['checkout', '-q', '--', name])
  await bo.sync()
  const done = await ada.sync(settle)
  t.match(done, { left: [] })
  await bo.sync()
  t.same(held, [false, false], 'settling takes the write locks itself')
  t.equal(headOf(bo), headOf(ada))
})

t.test('a write of svc waits while git merges', async t => {
  const { ada, bo } = await openPair(t)
  await bo.remember('Incoming')
  await bo.sync()
  await ada.sync()
  await ada.remember('Outgoing')
  await bo.remember('Incoming again')
  await bo.sync()
  const seen = join(ada.directory, '../seen')
  ada.hook('pre-merge-commit', `ls -d '${ada.directory}'/state/locks/write-*.lock >'${seen}'`)
  await ada.sync()
  t.match(readFileSync(seen, 'utf8'), /write-global\.lock/)
  t.same(
    scopeKeysOf(['projects/b-1/memories/x.md', 'global/memories/y.md', 'global/skills/a/SKILL.md']),
    ['b-1', 'global'],
  )
})

t.test('a remote that is no store is refused before anything is merged', async t => {
  const folder = temporaryFolder(t)
  const other = Workbench.init(join(folder, 'website'))
  other.write({ 'index.html': '<p>\n' })
  other.commit('site')
  const desk = await openDesk(join(folder, 'store'), other.directory)
  await t.rejects(desk.sync(), {
    code: 'CONFLICT',
    message: /origin\/main has no history in common/,
  })
  t.equal(desk.porcelain, '')
  t.throws(() => readFileSync(join(desk.directory, 'index.html')))
})

t.test('in a larger repository other edits stay, and git is quoted where it refuses', async t => {
  const folder = temporaryFolder(t)
  const url = makeBare(join(folder, 'remote.git'))
  const outer = Workbench.init(join(folder, 'one'))
  outer.write({ vimrc: 'old\n' })
  outer.commit('mine')
  outer.git(['remote', 'add', 'origin', url])
  const desk = new GitDesk(join(outer.directory, 'svc'))
  await desk.init()
  await desk.sync()
  new Workbench(folder).git(['clone', '-q', url, 'two'])
  const far = new GitDesk(join(folder, 'two/svc'))
  await far.remember('Far')
  far.write({ '../vimrc': 'theirs\n' })
  far.commit('both')
  far.git(['push', '-q', 'origin', 'main'])
  outer.write({ vimrc: 'mine, not committed\n' })
  await desk.remember('Near')
  await t.rejects(desk.sync(), { code: 'GIT_FAILED', message: /local changes.*vimrc/ })
  t.equal(readFileSync(join(outer.directory, 'vimrc'), 'utf8'), 'mine, not committed\n')
  outer.git(['checkout', '-q', 'vimrc'])
  outer.write({ zshrc: 'new\n' })
  t.match(await desk.sync(), { left: [], merged: [{ title: 'Far' }] })
  t.equal(outer.git(['status', '--porcelain']), '?? zshrc\n')
  t.same(await titles(desk), ['Far', 'Near'])
})

t.test('a conflict outside the store is left to the person, and named', async t => {
  const folder = temporaryFolder(t)
  const url = makeBare(join(folder, 'remote.git'))
  const outer = Workbench.init(join(folder, 'one'))
  outer.write({ vimrc: 'old\n' })
  outer.commit('mine')
  outer.git(['remote', 'add', 'origin', url])
  const desk = new GitDesk(join(outer.directory, 'svc'))
  await desk.init()
  await desk.sync()
  new Workbench(folder).git(['clone', '-q', url, 'two'])
  const far = new GitDesk(join(folder, 'two/svc'))
  await far.remember('Far')
  far.write({ '../vimrc': 'theirs\n' })
  new Workbench(join(folder, 'two')).commit('both')
  far.git(['push', '-q', 'origin', 'main'])
  outer.write({ vimrc: 'ours\n' })
  outer.commit('ours')
  const { left, open, pushed } = await desk.sync()
  t.match({ left, open, pushed }, { left: [{ path: '/vimrc' }], open: true, pushed: 0 })
  outer.write({ vimrc: 'both\n' })
  outer.git(['add', 'vimrc'])
  t.ok((await desk.commitStore()).commit)
  t.match(await desk.sync(), { left: [], pushed: 2 })
})

t.test(
  'what is left after a merge that git has finished is told, and does not hold up',
  async t => {
    const { ada, bo } = await openPair(t)
    await bo.remember('Late')
    await bo.sync()
    await ada.sync()
    await bo.remember('Later')
    await bo.sync()
    await ada.remember('Own')
    const left = [{ path: 'global/memories/x.md', reason: 'is not a memory' }]
    const result = await ada.sync(async () => ({ settled: [], left }))
    t.match(result, { left, open: false, pushed: 2 })
  },
)

t.test('a detached HEAD and an open merge are refused', async t => {
  const { ada } = await openPair(t)
  ada.git(['checkout', '-q', '--detach'])
  await t.rejects(ada.sync(), { code: 'CONFLICT', message: /HEAD is detached/ })
  ada.git(['checkout', '-q', 'main'])
  ada.git(['checkout', '-q', '-b', 'side', 'HEAD'])
  await ada.remember('Aside')
  await ada.commitStore()
  ada.git(['checkout', '-q', 'main'])
  ada.git(['merge', '-q', '--no-ff', '--no-commit', 'side'])
  await t.rejects(ada.sync(), { code: 'CONFLICT', message: /merge is in progress/ })
})

t.test('a remote whose own branch has another name is told of', async t => {
  const folder = temporaryFolder(t)
  const url = makeBare(join(folder, 'remote.git'))
  const first = await openDesk(join(folder, 'first'), url)
  await first.sync()
  const second = await openDesk(join(folder, 'second'), url)
  second.git(['symbolic-ref', 'HEAD', 'refs/heads/trunk'])
  const { notes, pushed } = await second.sync()
  t.match(notes, [
    /no branch trunk; its own is main\. To share that one: git -C \S+ branch -m main,/,
  ])
  second.git(['branch', 'main'])
  second.git(['push', '-q', 'origin', '--delete', 'trunk'])
  second.git(['update-ref', '-d', 'refs/remotes/origin/trunk'])
  t.match((await second.sync()).notes, [/git -C \S+ switch main, then svc git sync/])
  t.equal(pushed, 1)
})

t.test('a remote that cannot be reached: everything is committed all the same', async t => {
  const desk = await openDesk(join(temporaryFolder(t), 'store'), '/nowhere/remote.git')
  await desk.remember('Safe')
  await t.rejects(desk.sync(), { code: 'GIT_FAILED', message: /git fetch failed/ })
  t.equal(desk.porcelain, '')
})

t.test('origin is shared with, else the only remote, else the one of the branch', async t => {
  const remotes = (...names: string[]) =>
    names.map(name => [`remote.${name}.url`, [`/${name}`]] as [string, string[]])
  const of = (...entries: [string, string[]][]) => planSetup(new Map(entries), 'main')
  t.match(of(...remotes('fork', 'origin')), { remote: 'origin', url: '/origin', branch: 'main' })
  t.match(of(...remotes('team.eu')), { remote: 'team.eu' })
  t.match(of(...remotes('a', 'b')), { remote: undefined, undecided: ['a', 'b'] })
  t.equal(of(...remotes('b', 'origin')).undecided, undefined)
  const tied: [string, string[]][] = [
    ['branch.main.remote', ['b']],
    ['branch.main.merge', ['refs/heads/trunk']],
  ]
  t.match(of(...remotes('a', 'b'), ...tied), { remote: 'b', branch: 'trunk' })
  t.match(of(...remotes('b', 'origin'), ...tied), { remote: 'origin', branch: 'main' })
  t.match(of(['remote.origin.url', ['https://ada:secret@example.com/x']]), {
    url: 'https://example.com/x',
  })
})
