import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { findDowngrade } from '../../../src/git/incoming.js'
import { resolveConflicts } from '../../../src/git/resolve.js'
import { openStore } from '../../../store/store.js'
import { temporaryFolder } from '../../store/fixture.js'
import { GIT_ENV, Workbench } from '../../store/git/fixture.js'
import { copyPair, GitDesk, makeBare, makePair } from './stores.js'

const template = makePair(t)
const openPair = (t: Test) => copyPair(t, template)

type Mode = '100644' | '120000' | '160000'

/** Puts a file of any mode into the next commit, without its way over the disk. */
function stage(desk: GitDesk, path: string, text: string, mode: Mode = '100644'): void {
  const id =
    mode === '160000'
      ? desk.git(['rev-parse', 'HEAD']).trim()
      : execFileSync('git', ['-C', desk.directory, 'hash-object', '-w', '--stdin'], {
          input: text,
          env: { ...process.env, ...GIT_ENV },
          encoding: 'utf8',
        }).trim()
  desk.git(['update-index', '--add', '--replace', '--cacheinfo', `${mode},${id},${path}`])
}

/** Pushes what `plant` stages upon what the remote has by now, and a memory beside it. */
function push(desk: GitDesk, plant: () => void, id: string): string {
  desk.git(['fetch', '-q', 'origin'])
  desk.git(['reset', '-q', '--mixed', 'origin/main'])
  plant()
  const path = `global/memories/beside--${id}.md`
  stage(desk, path, `---\nid: ${id}\ntitle: Beside ${id}\n---\n\nIt arrives.\n`)
  desk.git(['commit', '-qm', 'x'])
  desk.git(['push', '-q', 'origin', 'HEAD:main'])
  return path
}

const MB = 1024 * 1024
const CONFIG = JSON.stringify([{ id: 'core', name: 'svc', config: { recallLimit: 20 } }])
const config = (values: object) => JSON.stringify([{ id: 'core', name: 'svc', config: values }])
/** A wrong value beside one that is nested. */
const deepConfig = (levels: number) =>
  `[{"id": "core", "config": {"recallLimit": "x", "a": ${'['.repeat(levels)}${']'.repeat(levels)}}}]`
const FOLDER = 'projects/app-aaaaaaaaaa'
const SCOPE = JSON.stringify({ type: 'project', remote: 'example.com/app' })
const scope = (fields: object) => JSON.stringify({ type: 'project', remote: 'x.com/a', ...fields })

type Row = [path: string, is: string, says: RegExp, mode?: Mode]

/** What is pushed in one go, each with what is said of it. */
const ROUNDS: Row[][] = [
  [
    ['config.json', '/dev/zero', /is no plain file/, '120000'],
    ['svc.json', '/etc/passwd', /is no plain file/, '120000'],
    ['.gitignore', '/dev/zero', /is no plain file/, '120000'],
    ['.gitattributes', '/dev/zero', /is no plain file/, '120000'],
    [`${FOLDER}/scope.json`, scope({ rootCommit: '--output=x' }), /rootCommit must be/],
    [`${FOLDER}/memories`, '/etc', /is no plain file/, '120000'],
    ['bin/svc-hook', 'evil', /belongs to one machine/],
    ['state/moves/a.json', '{}', /belongs to one machine/],
    ['State/x', 'x', /belongs to one machine/],
  ],
  [
    ['config.json', CONFIG + ' '.repeat(60 * MB), /is larger than 1 MiB/],
    ['svc.json', 'garbage', /is not a manifest of svc/],
    [`${FOLDER}/scope.json`, scope({ remotes: { length: 1e9 } }), /remotes must be/],
    ['global/memories/link--cccccccc.md', '/dev/zero', /is no plain file/, '120000'],
    ['projects/x-aaaaaaaaaa/memories/module', '', /is no plain file/, '160000'],
  ],
  [
    ['config.json', '[{"id": ', /is not a list of entries/],
    [`${FOLDER}/scope.json`, scope({ remote: ['x'] }), /remote must be/],
    ['svc.json', '', /is no plain file/, '160000'],
  ],
  [
    ['config.json', '{"recallLimit": 20}', /is not a list of entries/],
    [`${FOLDER}/scope.json`, scope({ id: 'a\0b' }), /id must be/],
    ['svc.json', '{"format": 0}', /is not a manifest of svc/],
  ],
  [
    ['config.json', '['.repeat(20_000), /is not a list of entries/],
    [`${FOLDER}/scope.json`, '[]', /project/],
  ],
  [['config.json', config({ recallLimit: 'many' }), /recallLimit must be a whole number/]],
  [['config.json', deepConfig(200_000), /is not a list of entries/]],
  [['config.json/x', 'x', /lies where a file should be/]],
]

const read = (desk: GitDesk, path: string) => {
  const at = join(desk.directory, path)
  return existsSync(at) ? readFileSync(at, 'utf8') : undefined
}

t.test('what is unfit is left out by name, ours stands, and the rest arrives', async t => {
  const { ada, bo } = await openPair(t)
  ada.write({ 'config.json': CONFIG, [`${FOLDER}/scope.json`]: SCOPE })
  await ada.sync(resolveConflicts)
  for (const [at, rows] of ROUNDS.entries()) {
    const before = rows.map(([path]) => read(ada, path))
    const plant = () => {
      if (rows[0]?.[0] === 'config.json/x') bo.git(['rm', '-q', '--cached', 'config.json'])
      for (const [path, is, , mode] of rows) stage(bo, path, is, mode)
    }
    const beside = push(bo, plant, `beside${String.fromCharCode(97 + at)}x`)
    const { notes, pushed, left } = await ada.sync(resolveConflicts)
    t.same(left, [])
    t.ok(read(ada, beside), 'the rest arrives')
    t.ok(pushed > 0, 'the remote is put right')
    t.equal(notes.length, rows.length)
    for (const [row, [path, is, says]] of rows.entries()) {
      const note = notes.find(one => one.startsWith(`origin/main has ${path}, which `)) ?? ''
      t.match(note, says, `${path} ${is.slice(0, 40)}`)
      t.equal(read(ada, path), before[row], `${path}: ours stands`)
    }
  }
  t.match(await ada.sync(resolveConflicts), { notes: [], pushed: 0 })
  bo.git(['fetch', '-q', 'origin'])
  bo.git(['reset', '-q', '--hard', 'origin/main'])
  t.match(await bo.sync(resolveConflicts), { notes: [], pushed: 0 })
  t.equal(read(bo, 'config.json'), CONFIG)
  t.same(bo.git(['ls-files', 'state', 'bin', 'State']), '')
})

const THEIRS: Row[] = [
  ['.gitattributes', '*.md filter=x\n', /\(filter=x\)/],
  ['global/memories/big--bbbbbbbb.md', 'x'.repeat(2 * MB), /is larger than 1 MiB/],
  ['global/skills/a/SKILL.md', 'x'.repeat(2 * MB), /is larger than 1 MiB/],
]

for (const [path, is, says] of THEIRS) {
  t.test(`what is merely not for this machine is taken from nobody: ${path}`, async t => {
    const { ada, bo } = await openPair(t)
    const before = read(ada, path)
    const beside = push(bo, () => stage(bo, path, is), 'besideaa')
    const first = await ada.sync(resolveConflicts)
    t.match(first.notes, [says])
    t.notMatch(first.notes[0], /next push/)
    await ada.remember('Another')
    const again = await ada.sync(resolveConflicts)
    push(bo, () => undefined, 'besidebb')
    const more = await ada.sync(resolveConflicts)
    t.same([again.notes, more.notes], [[], []], 'told of once')
    for (const { pushed, withheld } of [first, again, more]) {
      t.equal(pushed, 0)
      t.match(withheld, says)
      t.match(withheld, /take it from everybody.* push origin HEAD:main$/)
    }
    t.ok(read(ada, beside))
    t.equal(read(ada, path), before)
    t.equal(Number(bo.git(['cat-file', '-s', `origin/main:${path}`])), is.length)
    if (path.includes('skills')) return
    const memory = '---\nid: bbbbbbbb\ntitle: Big\n---\n\nSmall.\n'
    const fit = path.startsWith('.') ? (before ?? '') : memory
    push(bo, () => stage(bo, path, fit), 'besidecc')
    const last = await ada.sync(resolveConflicts)
    t.match(last, { left: [], open: false, withheld: undefined })
    t.ok(last.pushed > 0)
    t.match(read(ada, path), fit.split('\n').at(-2) ?? '')
  })
}

t.test('what somebody removed here does not come back in an earlier version', async t => {
  const { ada, bo } = await openPair(t)
  const path = 'global/memories/big--bbbbbbbb.md'
  ada.write({ [path]: '---\nid: bbbbbbbb\ntitle: Big\n---\n\nSmall.\n' })
  await ada.sync(resolveConflicts)
  ada.write({ [path]: 'x'.repeat(2 * MB) })
  await ada.sync(resolveConflicts)
  ada.git(['rm', '-q', path])
  push(bo, () => undefined, 'besideaa')
  const { notes, withheld, pushed } = await ada.sync(resolveConflicts)
  t.same(notes, [])
  t.equal(withheld, undefined)
  t.ok(pushed > 0)
  t.equal(read(ada, path), undefined)
})

t.test('an earlier manifest than the remote has is told of', async t => {
  const { ada, bo } = await openPair(t)
  push(bo, () => stage(bo, 'svc.json', '{"format": 99}'), 'besideaa')
  await ada.sync(resolveConflicts)
  const { git } = ada.open
  const told = await findDowngrade(git, 'origin/main', 'svc.json')
  t.match(told, /has format 99 there, and still format 1 here/)
  t.equal(await findDowngrade(git, 'HEAD', 'svc.json'), undefined)
  t.equal(await findDowngrade(git, 'origin/main', 'none.json'), undefined)
})

t.test('of a config.json with a wrong value that value alone is left out', async t => {
  const { ada, bo } = await openPair(t)
  ada.write({ 'config.json': config({ recallLimit: 20, reflect: false }) })
  await ada.sync(resolveConflicts)
  const theirs = { recallLimit: 'many', maxContextChars: 'x', reflect: true, later: 1 }
  push(bo, () => stage(bo, 'config.json', config(theirs)), 'besideaa')
  const { notes } = await ada.sync(resolveConflicts)
  t.match(notes, [
    /recallLimit must be .* from 1 to 200; maxContextChars must be .*: that was left out/,
  ])
  const [entry] = JSON.parse(read(ada, 'config.json') ?? '') as { config: object }[]
  t.same(entry?.config, { recallLimit: 20, reflect: true, later: 1 })
})

t.test('a manifest of a later format stays where it is, and nothing is pushed over it', async t => {
  const { ada, bo } = await openPair(t)
  const before = read(ada, 'svc.json')
  const beside = push(bo, () => stage(bo, 'svc.json', '{"format": 99}'), 'besideaa')
  const first = await ada.sync(resolveConflicts)
  t.match(first.notes, [
    /^origin\/main has svc\.json, which has format 99: it was left out, what stands/,
  ])
  t.equal(read(ada, 'svc.json'), before)
  t.ok(read(ada, beside), 'the rest arrives')
  await ada.remember('Another')
  for (const { pushed, withheld } of [first, await ada.sync(resolveConflicts)]) {
    t.equal(pushed, 0)
    t.match(withheld, /format 99.*install a later svc.*git -C .* push origin HEAD:main$/)
  }
  t.equal(bo.git(['show', 'origin/main:svc.json']), '{"format": 99}')
  ada.git(['push', '-q', 'origin', 'HEAD:main'])
  await ada.remember('Third')
  const last = await ada.sync(resolveConflicts)
  t.equal(last.withheld, undefined)
  t.equal(last.pushed, 1)
})

t.test('of a larger repository the part of the store alone is judged', async t => {
  const folder = temporaryFolder(t)
  const url = makeBare(join(folder, 'remote.git'))
  const larger = Workbench.init(join(folder, 'larger'))
  const desk = new GitDesk(join(folder, 'larger/dotfiles/svc'))
  openStore(desk.manifest)
  larger.commit('store')
  larger.git(['remote', 'add', 'origin', url])
  larger.git(['push', '-q', '-u', 'origin', 'HEAD:main'])
  const other = new Workbench(join(folder, 'other'))
  execFileSync('git', ['clone', '-q', url, other.directory])
  other.write({ 'bin/tool': 'x', 'config.json': 'of others', '.gitattributes': '*.png filter=x\n' })
  other.write({ 'dotfiles/svc/bin/x': 'evil', 'dotfiles/svc/config.json': 'none' })
  other.git(['add', '-f', '.'])
  other.commit('both')
  other.git(['push', '-q', 'origin', 'HEAD:main'])
  const { notes } = await desk.sync(resolveConflicts)
  const named = notes.map(note => / has (.*?), which /.exec(note)?.[1]).sort()
  t.same(named, ['bin/x', 'config.json'])
  const tracked = larger.git(['ls-files']).split('\n').filter(Boolean)
  t.same(
    ['bin/tool', 'config.json', '.gitattributes'].filter(path => tracked.includes(path)),
    ['bin/tool', 'config.json', '.gitattributes'],
  )
  t.notOk(existsSync(join(desk.directory, 'bin/x')))
  t.notOk(existsSync(join(desk.directory, 'config.json')))
})

t.test('names that are no text, and submodules that git is told to pass over', async t => {
  const { ada, bo } = await openPair(t)
  const ignoring = '[submodule "x"]\n\tpath = global/memories/x\n\turl = ./x\n\tignore = all\n'
  const plant = () => {
    stage(bo, '.gitmodules', ignoring)
    stage(bo, 'global/memories/x', '', '160000')
    const head = bo.git(['rev-parse', 'HEAD']).trim()
    const link = Buffer.concat([
      Buffer.from(`160000 ${head}\tglobal/memories/`),
      Buffer.from([0xff]),
      Buffer.from('.md\0'),
    ])
    execFileSync('git', ['-C', bo.directory, 'update-index', '-z', '--index-info'], { input: link })
  }
  push(bo, plant, 'besideaa')
  t.equal((await ada.sync(resolveConflicts)).notes.length, 2)
  t.notMatch(ada.git(['ls-files', '-s']), /^160000/m)
})
