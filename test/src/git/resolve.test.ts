import t, { type Test } from 'tap'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { resolveConflicts, settleConflicts } from '../../../src/git/resolve.js'
import { settleStore } from '../../../src/merge/settle.js'
import { readStoreStatus } from '../../../src/git/sync.js'
import { openStore } from '../../../store/store.js'
import { temporaryFolder } from '../../store/fixture.js'
import { Workbench } from '../../store/git/fixture.js'
import { openService } from '../fixture.js'
import { Branches, fileOf, FOLDER, memory, pathOf } from './branches.js'
import { GitDesk } from './stores.js'

const settleAll = (dataDir: string) => settleStore(openStore(join(dataDir, 'svc.json')), new Date())
const X = memory('xxxxxxx1', 'Port 5432.\n\nAsk Ada.')

function branches(t: Test, files: Record<string, string>) {
  return new Branches(t, join(temporaryFolder(t), 'store'), files)
}

t.test('what both sides changed in one memory is merged, in either direction', async t => {
  const texts = []
  for (const [main, other] of [
    ['Port 5433.', 'Port 5434.'],
    ['Port 5434.', 'Port 5433.'],
  ]) {
    const bench = branches(t, fileOf(X))
    bench.on('main', fileOf({ ...X, tags: ['a'], content: `${main}\n\nAsk Ada.` }))
    bench.on('other', fileOf({ ...X, tags: ['b'], content: `${other}\n\nAsk Ada.` }))
    t.notOk(bench.merge(), 'git stops')
    const { settled, left } = await bench.resolve()
    t.match(settled, [{ path: `${FOLDER}/a--xxxxxxx1.md`, how: /needs-review/ }])
    t.same([settled.length, left], [1, []])
    t.same(bench.porcelain, [`M  ${FOLDER}/a--xxxxxxx1.md`], 'it is staged, and not committed')
    bench.git(['commit', '-q', '--no-edit'])
    t.same(await bench.resolve(), { settled: [], left: [] }, 'nothing is left to do')
    texts.push(bench.files)
  }
  t.same(texts[0], texts[1])
  t.match(
    texts[0]?.['a--xxxxxxx1.md'],
    /- a\n {2}- b\n {2}- needs-review\n[^]*Port 5433.\nPort 5434.\n\nAsk Ada/,
  )
})

t.test('forgotten on one side and changed on the other, it stays and is flagged', async t => {
  for (const [forgetting, changing] of [
    ['main', 'other'],
    ['other', 'main'],
  ] as const) {
    const bench = branches(t, fileOf(X))
    bench.on(forgetting, { [`${FOLDER}/a--xxxxxxx1.md`]: null })
    bench.on(changing, fileOf({ ...X, content: 'Port 5433.' }))
    t.notOk(bench.merge())
    const { settled } = await bench.resolve()
    t.match(settled, [{ how: /forgotten on one side, changed on the other/ }])
    t.match(bench.files, { 'a--xxxxxxx1.md': /needs-review\n[^]*Port 5433\./ })
    bench.git(['commit', '-q', '--no-edit'])
    t.same(bench.porcelain, [])
  }
})

t.test('a side that a killed git left empty counts as none', async t => {
  for (const [torn, changing] of [
    ['main', 'other'],
    ['other', 'main'],
  ] as const) {
    const bench = branches(t, fileOf(X))
    bench.on(torn, { [`${FOLDER}/a--xxxxxxx1.md`]: '' })
    bench.on(changing, fileOf({ ...X, content: 'Port 5433.' }))
    t.notOk(bench.merge())
    t.same((await bench.resolve()).left, [])
    t.match(bench.files, { 'a--xxxxxxx1.md': /Port 5433\./ })
  }
})

t.test('in a rebase and a cherry-pick each step is settled and goes on', async t => {
  for (const how of ['rebase', 'cherry-pick']) {
    const bench = branches(t, fileOf(X))
    bench.on('other', fileOf({ ...X, content: 'Port 1.\n\nAsk Ada.' }))
    bench.on('main', fileOf({ ...X, content: 'Port 2.\n\nAsk Ada.' }))
    const before = bench.git(['rev-parse', 'HEAD'])
    t.notOk(bench.tryGit([how, 'other'], { GIT_EDITOR: 'true' }))
    t.match((await bench.resolve()).settled, [{ how: /merged/ }])
    bench.git([how, '--continue'], { GIT_EDITOR: 'true' })
    t.match(bench.files, { 'a--xxxxxxx1.md': /Port 1\.\nPort 2\.\n\nAsk Ada/ })
    t.same(bench.porcelain, [])
    t.not(bench.git(['rev-parse', 'HEAD']), before)
  }
})

t.test('titles wait for the end of a rebase', async t => {
  const bench = branches(t, fileOf(X))
  const [y, z] = [
    memory('yyyyyyy1', 'Y.', { title: 'Same' }),
    memory('zzzzzzz1', 'Z.', { title: 'same' }),
  ]
  bench.on('other', { ...fileOf({ ...X, content: 'Port 1.' }), ...fileOf(y) })
  bench.on('main', { ...fileOf({ ...X, content: 'Port 2.' }), ...fileOf(z) })
  t.notOk(bench.tryGit(['rebase', 'other']))
  const { service } = openService(t, bench.directory)
  await service.doctor({ fix: true })
  t.notMatch(Object.values(bench.files).join(''), /supersededBy/, 'the doctor waits too')
  t.equal((await bench.resolve()).settled.length, 1)
  bench.git(['rebase', '--continue'], { GIT_EDITOR: 'true' })
  t.match((await bench.resolve()).settled, [
    { path: `${FOLDER}/a--yyyyyyy1.md`, how: 'took in zzzzzzz1, of the same title' },
    { path: `${FOLDER}/a--zzzzzzz1.md`, how: /^archived: merged into yyyyyyy1/ },
  ])
})

t.test('memories of one title that become one are told of, with how many there are', async t => {
  const { service, dataDir, memories } = openService(t)
  for (const title of ['Ports', 'Hosts']) {
    await service.remember({ scope: { type: 'global', id: null }, title, content: 'x' })
  }
  writeFileSync(join(memories, 'twin.md'), '---\ntitle: ports\n---\n\ny\n')
  t.equal((await settleAll(dataDir)).merged, 1)
  t.match(await service.events(1), [{ type: 'consolidate', before: 3, after: 2, merged: 1 }])
})

t.test('what is settled outside the store is not staged in its repository', async t => {
  const bench = branches(t, { ...fileOf(X), 'notes.txt': 'a\n' })
  for (const word of ['main', 'other']) bench.on(word, { 'notes.txt': `${word}\n` })
  t.notOk(bench.merge())
  const outside = join(temporaryFolder(t), 'app/.svc/memories')
  mkdirSync(outside, { recursive: true })
  const hunk = '<<<<<<< a\nPort 1.\n=======\nPort 2.\n>>>>>>> b\n'
  writeFileSync(join(outside, 'ports.md'), `---\ntitle: Ports\n---\n\n${hunk}`)
  const { store } = bench
  const options = { gitStore: store, folders: [{ key: 'app-abcdefghij', path: outside }] }
  const { settled } = await settleConflicts(store.store, new Date(), options)
  t.match(settled, [{ path: join(outside, 'ports.md'), how: /merged/ }])
})

t.test('git takes a forgotten memory and a new one for a file that was renamed', async t => {
  const long = Array.from({ length: 20 }, (_, line) => `Line ${line}.`).join('\n')
  const old = memory('oldoldo1', long)
  const fresh = memory('newnewn1', long)
  const bench = branches(t, fileOf(old))
  bench.on('main', { [`${FOLDER}/a--oldoldo1.md`]: null, ...fileOf(fresh) })
  bench.on('other', fileOf({ ...old, title: 'Changed', kind: 'constraint' }))
  t.notOk(bench.merge())
  const { settled, left } = await bench.resolve()
  t.same(left, [])
  t.ok(settled.length >= 1)
  t.same(Object.keys(bench.files), ['a--newnewn1.md', 'a--oldoldo1.md'])
  t.match(bench.files, {
    'a--newnewn1.md': /id: newnewn1\nkind: fact\ntitle: Title of newnewn1/,
    'a--oldoldo1.md': /id: oldoldo1\nkind: constraint\ntitle: Changed\ntags:\n {2}- needs-review/,
  })
  bench.git(['commit', '-q', '--no-edit'])
  t.same(bench.porcelain, [])
})

t.test('a file that both sides renamed is one file again', async t => {
  const bench = branches(t, fileOf(X))
  const renamed = (name: string, content: string) => ({
    [`${FOLDER}/a--xxxxxxx1.md`]: null,
    ...fileOf({ ...X, content }, name),
  })
  bench.on('main', renamed('b--xxxxxxx1.md', 'Port 1.\n\nAsk Ada.'))
  bench.on('other', renamed('c--xxxxxxx1.md', 'Port 5432.\n\nAsk Bob.'))
  t.notOk(bench.merge())
  t.same((await bench.resolve()).left, [])
  t.match(bench.files, { 'b--xxxxxxx1.md': /\nPort 1\.\n\nAsk Bob\.\n$/ })
  t.equal(Object.keys(bench.files).length, 1)
  bench.git(['commit', '-q', '--no-edit'])
  t.same(bench.porcelain, [])
})

t.test(
  'what a person saves while a file is merged stands, and what is merged over is kept',
  async t => {
    const bench = branches(t, {
      '.gitattributes': '.gitignore merge=union2\n',
      '.gitignore': 'a\n',
    })
    bench.git(['config', 'merge.union2.driver', 'false'])
    bench.on('main', { '.gitignore': 'a\nb\n' })
    bench.on('other', { '.gitignore': 'a\nc\n' })
    t.notOk(bench.merge())
    const path = join(bench.directory, '.gitignore')
    const { git, ...rest } = bench.store
    const saving: typeof git = Object.create(git) as typeof git
    saving.run = (args, ...more) => {
      if (args[0] === 'check-attr') writeFileSync(path, 'a\nb\nby hand\n')
      return git.run(args, ...more)
    }
    const { settled, left } = await resolveConflicts({ ...rest, git: saving })
    t.same(settled, [])
    t.match(left, [{ path: '.gitignore', reason: /changed meanwhile/ }])
    t.equal(readFileSync(path, 'utf8'), 'a\nb\nby hand\n')
    writeFileSync(path, '<<<<<<< ours\na\nb\n=======\nhalf settled\n>>>>>>> theirs\n')
    t.match((await bench.resolve()).settled, [{ how: 'merged' }])
    t.match(readFileSync(path, 'utf8'), /a\nb\nc\n/)
    const history = join(bench.directory, 'state/history/.gitignore')
    const kept = readdirSync(history).map(name => readFileSync(join(history, name), 'utf8'))
    t.ok(kept.some(text => text.includes('half settled')))
  },
)

t.test('what a person settled by hand, and has not added yet, stands', async t => {
  const bench = branches(t, fileOf(X))
  bench.on('main', fileOf({ ...X, content: 'Port 1.' }))
  bench.on('other', fileOf({ ...X, content: 'Port 2.' }))
  t.notOk(bench.merge())
  bench.write(fileOf({ ...X, content: 'Port 3.' }))
  t.match((await bench.resolve()).settled, [{ how: 'kept as it was edited by hand' }])
  t.match(bench.files, { 'a--xxxxxxx1.md': /\n\nPort 3\.\n$/ })
})

t.test('other files of the store: by key, by line, or left with a reason', async t => {
  const scope = 'projects/app-abcdefghij/scope.json'
  const json = (more: object) => JSON.stringify({ type: 'project', remote: 'r', ...more }) + '\n'
  const broken = '---\nid: [\n---\nx\n'
  const files = { ...fileOf(X), [scope]: json({}), '.gitignore': '/state/\n', 'notes.txt': 'a\n' }
  const bench = branches(t, files)
  const change = (word: string) => ({
    [scope]: json({ [word]: [word] }),
    '.gitignore': `/state/\n${word}\n`,
    'notes.txt': `${word}\n`,
    ...(word === 'one' ? fileOf({ ...X, content: 'y' }) : { [`${FOLDER}/a--xxxxxxx1.md`]: broken }),
  })
  bench.on('main', change('one'))
  bench.on('other', change('two'))
  t.notOk(bench.merge())
  const { settled, left } = await bench.resolve()
  t.same(settled.map(({ path }) => path).sort(), ['.gitignore', scope])
  t.match(left, [
    { path: `${FOLDER}/a--xxxxxxx1.md`, reason: /not YAML.*\(theirs\)/ },
    { path: 'notes.txt', reason: /is no memory/ },
  ])
  const read = (path: string) => readFileSync(join(bench.directory, path), 'utf8')
  t.same(JSON.parse(read(scope)), { type: 'project', remote: 'r', one: ['one'], two: ['two'] })
  t.equal(read('.gitignore'), '/state/\none\ntwo\n')
  t.match(read(`${FOLDER}/a--xxxxxxx1.md`), /^<{7} /m, 'it is as git left it')
})

t.test('another file counts as settled once it holds no conflict markers any more', async t => {
  const all = (word: string) => ({ 'a.txt': `${word}\n`, 'b.txt': `${word}\n`, 'c.bin': word })
  const bench = branches(t, { ...all('base'), '.gitattributes': '*.bin -merge\n' })
  bench.on('main', all('one'))
  bench.on('other', { ...all('two'), 'b.txt': null })
  t.notOk(bench.merge())
  const halves = '=======\ntwo\n>>>>>>> other\n'
  bench.write({ 'a.txt': halves })
  const left = [
    { path: 'a.txt', reason: /take the conflict markers out by hand/ },
    { path: 'b.txt', reason: /one side removed it; git add it to keep it, or git rm it/ },
    { path: 'c.bin', reason: /is no memory/ },
  ]
  t.match(await bench.resolve(), { settled: [], left })
  bench.write({ 'a.txt': 'one\n', 'c.bin': 'both' })
  t.match(await bench.resolve(), {
    settled: [{ path: 'a.txt', how: /by hand/ }, { path: 'c.bin' }],
    left: [{ path: 'b.txt' }],
  })
  bench.git(['add', 'b.txt'])
  t.same(await bench.resolve(), { settled: [], left: [] })
})

t.test('what is left in one project leaves nothing in another one', async t => {
  const inProject = (key: string) => `projects/${key}/memories/rules.md`
  const [one, other] = [inProject('one-aaaaaaaaaa'), inProject('two-bbbbbbbbbb')]
  const bench = branches(t, { [one]: 'base\n', [other]: 'Port 0.\n' })
  bench.on('main', { [one]: '---\nid: [\n---\nx\n' })
  bench.on('other', { [one]: 'theirs\n' })
  t.notOk(bench.merge())
  const hunk = '<<<<<<< a\nPort 1.\n=======\nPort 2.\n>>>>>>> b\n'
  bench.write({ [other]: `---\ntitle: Ports\n---\n\n${hunk}` })
  const { settled, left } = await bench.resolve()
  t.match(left, [{ path: one }])
  t.match(settled, [{ path: other, how: /^conflict markers merged/ }])
})

t.test('files outside the store that are not merged are named too', async t => {
  const outer = Workbench.init(join(temporaryFolder(t), 'dotfiles'))
  const desk = new GitDesk(join(outer.directory, 'svc'))
  await desk.init()
  outer.commit('base')
  outer.git(['checkout', '-q', '-b', 'other'])
  outer.write({ '.bashrc': 'theirs\n' })
  outer.commit('theirs')
  outer.git(['checkout', '-q', 'main'])
  outer.write({ '.bashrc': 'ours\n' })
  outer.commit('ours')
  t.throws(() => outer.git(['merge', '-q', 'other']))
  const left = [{ path: '/.bashrc', reason: /outside the store; settle it by hand and git add it/ }]
  t.match(await resolveConflicts(desk.open), { settled: [], left })
  t.same((await readStoreStatus(desk.open)).unmerged, ['/.bashrc'])
})

t.test('a memory is not given to anybody while it is in conflict', async t => {
  const bench = branches(t, { ...fileOf(X), ...fileOf(memory('yyyyyyy1', 'Ports are open.')) })
  bench.on('main', fileOf({ ...X, content: 'Port 1 is open.' }))
  bench.on('other', fileOf({ ...X, content: 'Port 2 is open.' }))
  t.notOk(bench.merge())
  const { service } = openService(t, bench.directory)
  const found = async () =>
    (await service.recall({ text: 'which port is open' })).map(({ id }) => id)
  t.same(await found(), ['yyyyyyy1'])
  await bench.resolve()
  bench.git(['commit', '-q', '--no-edit'])
  t.same((await found()).sort(), ['xxxxxxx1', 'yyyyyyy1'])
})

const MARKED = {
  merge: ['<<<<<<< HEAD', 'Port 1.', '=======', 'Port 2.', '>>>>>>> other'],
  diff3: ['<<<<<<< HEAD', 'Port 1.', '||||||| 1234', 'Port 0.', '=======', 'Port 2.', '>>>>>>> x'],
}

t.test('markers that somebody saved and committed are settled, in each style', async t => {
  for (const [style, hunk] of Object.entries(MARKED)) {
    for (const end of ['\n', '\r\n']) {
      const { service, dataDir, memories } = openService(t)
      const { id } = await service.remember({
        scope: { type: 'global', id: null },
        title: 'Port',
        content: 'x',
      })
      const path = pathOf(memories, id)
      const text = readFileSync(path, 'utf8')
      const tags = ['<<<<<<< HEAD', 'pinned: true', '=======', '>>>>>>> other']
      const lines = text.replace(/x\n$/, ['First.', ...hunk, 'Last.', ''].join('\n'))
      const marked = lines.replace('---\n\n', [...tags, '---', '', ''].join('\n'))
      writeFileSync(
        path,
        style === 'merge' ? marked.replaceAll('\n', end) : lines.replaceAll('\n', end),
      )
      const fresh = () => openService(t, dataDir).service
      t.equal((await fresh().memories.list()).total, 0, 'it is in nobody’s list')
      const settled = await settleAll(dataDir)
      t.match(settled, { left: [], settled: [{ how: /^conflict markers merged/ }] }, style)
      const { content, tags: kept, pinned } = await fresh().memories.get(id)
      t.equal(content, 'First.\nPort 1.\nPort 2.\nLast.')
      t.same([kept, pinned], [['needs-review'], style === 'merge'])
      t.same(await settleAll(dataDir), { settled: [], left: [], touched: [], merged: 0, items: [] })
    }
  }
})

t.test('markers around two memories give each its file; nested ones are left', async t => {
  const { dataDir, memories, service } = openService(t)
  await service.remember({ scope: { type: 'global', id: null }, title: 'T', content: 'x' })
  const [x, y] = [memory('xxxxxxx1', 'X.'), memory('yyyyyyy1', 'Y.')].map(
    one => Object.values(fileOf(one))[0],
  )
  const both = `<<<<<<< ours\n${x}=======\n${y}>>>>>>> theirs\n`
  const nested = '<<<<<<< a\nx\n<<<<<<< b\ny\n=======\nz\n>>>>>>> b\n>>>>>>> a\n'
  writeFileSync(join(memories, 'a--xxxxxxx1.md'), both)
  writeFileSync(join(memories, 'a--zzzzzzz1.md'), nested)
  const { settled, left } = await settleAll(dataDir)
  t.match(settled, [{ path: `${FOLDER}/a--xxxxxxx1.md`, how: /two memories/ }])
  t.match(left, [{ path: `${FOLDER}/a--zzzzzzz1.md`, reason: /within conflict markers/ }])
  t.equal(readFileSync(join(memories, 'a--zzzzzzz1.md'), 'utf8'), nested)
  t.equal((await service.memories.get('xxxxxxx1')).content, 'X.')
  t.equal((await service.memories.get('yyyyyyy1')).content, 'Y.')
})

t.test('two files with one id', async t => {
  const { dataDir, memories, service } = openService(t)
  const { id } = await service.remember({
    scope: { type: 'global', id: null },
    title: 'T',
    content: 'x',
  })
  const text = readFileSync(pathOf(memories, id), 'utf8')
  writeFileSync(join(memories, 'same.md'), text)
  writeFileSync(
    join(memories, 'other.md'),
    text.replace('title: T', 'title: U').replace('\nx\n', '\ny\n'),
  )
  const { settled } = await settleAll(dataDir)
  t.match(settled, [
    { path: `${FOLDER}/other.md`, how: /^now u--/ },
    { path: `${FOLDER}/same.md`, how: /^removed: a copy of t--/ },
  ])
  const { items } = await service.memories.list()
  t.same(items.map(({ title, content }) => `${title}: ${content}`).sort(), ['T: x', 'U: y'])
  t.same((await settleAll(dataDir)).settled, [])
})
