import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { findPrograms } from '../../../src/git/judge.js'
import { cloneStore } from '../../../src/git/clone.js'
import { temporaryFolder } from '../../store/fixture.js'
import { GIT_ENV } from '../../store/git/fixture.js'
import { copyPair, GitDesk, makePair, PROGRAM } from './stores.js'

const pair = makePair(t)

/** A program that leaves a mark, and a person's own configuration that names it. */
function makeProgram(t: Test) {
  const folder = temporaryFolder(t)
  const mark = join(folder, 'ran')
  const program = join(folder, 'program')
  writeFileSync(program, `#!/bin/sh\necho "$0" >> '${mark}'\ncat\n`)
  chmodSync(program, 0o755)
  const configure = (text: string) => {
    const path = join(folder, 'gitconfig')
    writeFileSync(path, text.replaceAll('{program}', program))
    return { ...GIT_ENV, GIT_CONFIG_GLOBAL: path }
  }
  const hasRun = () => existsSync(mark)
  return { folder, mark, program, configure, hasRun }
}

const FILTER =
  '[filter "x"]\n\tclean = {program}\n\tsmudge = {program}\n[merge "x"]\n\tdriver = {program}\n'
/** Attributes that somebody pushes, each with what is refused. */
const ARRIVING: Record<string, string> = {
  '*.md filter=x\n': 'filter=x',
  'global/** -text filter=x eol=lf\n': 'filter=x',
  '*.md merge=x\n': 'merge=x',
  '[attr]memory filter=x\n*.md memory\n': 'filter=x',
  '"a b" filter=x\n': 'filter=x',
  '\v#* -text\n\u00a0#*.md filter=x\n': 'filter=x',
}

for (const [text, named] of Object.entries(ARRIVING)) {
  t.test(`attributes that arrive start no program of this machine: ${text.trim()}`, async t => {
    const { ada, bo, url } = await copyPair(t, pair)
    const { configure, hasRun, folder } = makeProgram(t)
    const another = await pushAttributes(ada, text)
    const env = configure(FILTER)
    const guarded = new GitDesk(bo.directory, env)
    const manifest = join(folder, 'clone', 'svc.json')
    const cloned = await cloneStore(url, manifest, { env, program: PROGRAM, cwd: folder })
    const synced = await guarded.sync()
    for (const { notes } of [cloned, synced]) {
      t.equal(notes.length, 1)
      t.match(notes[0], /has \.gitattributes, which names a program of your git configuration/)
      t.match(notes[0], named)
    }
    for (const desk of [guarded, new GitDesk(join(folder, 'clone'))]) {
      t.notMatch(readFileSync(join(desk.directory, '.gitattributes'), 'utf8'), named)
      t.ok(existsSync(desk.fileOf(another)), 'the rest has arrived')
    }
    t.notOk(hasRun())
  })
}

/** Pushes a line of attributes, and a memory whose id it answers. */
async function pushAttributes(ada: GitDesk, text: string): Promise<string> {
  const attributes = join(ada.directory, '.gitattributes')
  writeFileSync(attributes, readFileSync(attributes, 'utf8') + text)
  const id = await ada.remember('Another')
  ada.commit('with attributes')
  ada.git(['push', '-q', 'origin', 'HEAD:main'])
  return id
}

t.test('attributes that a person has merged with git itself stand', async t => {
  const { ada, bo } = await copyPair(t, pair)
  const env = makeProgram(t).configure(FILTER)
  await pushAttributes(ada, '*.md filter=x\n')
  const guarded = new GitDesk(bo.directory, env)
  guarded.git(['fetch', '-q', 'origin'])
  guarded.git(['merge', '-q', 'origin/main'], env)
  t.match(await guarded.sync(), { pushed: 0, notes: [] })
})

t.test('attributes in a folder of the store, and in another spelling', async t => {
  const { ada, bo } = await copyPair(t, pair)
  ada.write({ 'global/memories/.GitAttributes': '*.md filter=x\n' })
  ada.commit('below')
  ada.git(['push', '-q', 'origin', 'HEAD:main'])
  const { notes } = await bo.sync()
  t.match(notes, [/has global\/memories\/\.GitAttributes, which names a program/])
  t.notOk(existsSync(join(bo.directory, 'global/memories/.GitAttributes')))
})

t.test('what asks for no program is taken in', t => {
  const plain = ['* text=auto eol=lf', '# *.md filter=x', '*.md merge=svc', '*.bin -filter binary']
  t.same(findPrograms(plain.join('\n')), [])
  t.same(findPrograms('a filter=lfs diff=lfs merge=lfs -text\n'), ['filter=lfs', 'merge=lfs'])
  for (const blank of ['\v', '\f', '\u00a0', '\ufeff', '\u2028'])
    t.same(findPrograms(`a -text\n${blank}#x\tfilter=x\r\n`), ['filter=x'], 'no comment for git')
  t.end()
})

const IN_TREE = {
  'a relative path': '[core]\n\thooksPath = .githooks\n',
  'a path of the work tree': '[core]\n\thooksPath = {tree}/.githooks\n',
}
const NAMES = ['post-merge', 'post-checkout', 'post-index-change', 'pre-commit', 'pre-push']

for (const [name, config] of Object.entries(IN_TREE)) {
  t.test(`hooks that a merge can bring are not run: by ${name}`, async t => {
    const { ada, bo, url } = await copyPair(t, pair)
    const { configure, hasRun, program, folder, mark } = makeProgram(t)
    for (const hook of NAMES) {
      ada.write({ [`.githooks/${hook}`]: `#!/bin/sh\n${program}\n` })
      chmodSync(join(ada.directory, '.githooks', hook), 0o755)
    }
    await ada.remember('Another')
    await ada.sync()
    const env = configure(config.replace('{tree}', bo.directory))
    const guarded = new GitDesk(bo.directory, env)
    await guarded.sync()
    await guarded.remember('From bo')
    t.equal((await guarded.sync()).pushed, 1)
    t.notOk(hasRun())
    guarded.git(['checkout', '-q', '-b', 'other'], env)
    t.ok(hasRun(), 'git itself does run them')
    rmSync(mark)
    const target = join(folder, 'clone')
    const relative = configure(IN_TREE['a relative path'])
    await cloneStore(url, join(target, 'svc.json'), {
      env: relative,
      program: PROGRAM,
      cwd: folder,
    })
    t.notOk(hasRun())
  })
}

t.test("the person's own hooks and programs go on working", async t => {
  const { ada } = await copyPair(t, pair)
  const { configure, hasRun, mark, folder, program } = makeProgram(t)
  const hooks = join(folder, 'hooks')
  mkdirSync(hooks)
  writeFileSync(join(hooks, 'pre-commit'), `#!/bin/sh\n${program} < /dev/null\n`)
  chmodSync(join(hooks, 'pre-commit'), 0o755)
  const outside = new GitDesk(ada.directory, configure(`[core]\n\thooksPath = ${hooks}\n`))
  await outside.remember('Once')
  await outside.commitStore()
  t.ok(hasRun(), 'hooks of a folder of their own')
  writeFileSync(mark, '')
  const filtered = new GitDesk(ada.directory, configure(FILTER))
  writeFileSync(join(ada.directory, '.git', 'info', 'attributes'), '*.md filter=x\n')
  await filtered.remember('Twice')
  await filtered.commitStore()
  t.not(readFileSync(mark, 'utf8'), '', 'a filter that they have named themselves')
})

t.test('commits are signed as the person has set it', async t => {
  const { ada } = await copyPair(t, pair)
  const { configure, folder } = makeProgram(t)
  const gpg = join(folder, 'gpg')
  const said = '[GNUPG:] SIG_CREATED D 1 8 00 1700000000 A'
  const signature = '-----BEGIN PGP SIGNATURE-----\\n\\niQ\\n-----END PGP SIGNATURE-----\\n'
  const script = `cat > /dev/null\nprintf '\\n${said}\\n' >&2\nprintf -- '${signature}'`
  writeFileSync(gpg, `#!/bin/sh\n${script}\n`)
  chmodSync(gpg, 0o755)
  const config = `[commit]\n\tgpgSign = true\n[gpg]\n\tprogram = ${gpg}\n[user]\n\tsigningKey = A\n`
  const signing = new GitDesk(ada.directory, configure(config))
  await signing.remember('Signed')
  await signing.commitStore()
  t.match(ada.git(['cat-file', 'commit', 'HEAD']), /gpgsig/)
})

t.test('svc called by a git hook of another repository works on the store', async t => {
  const { ada, bo } = await copyPair(t, pair)
  const env = {
    ...GIT_ENV,
    GIT_DIR: join(bo.directory, '.git'),
    GIT_INDEX_FILE: join(bo.directory, '.git', 'index'),
    GIT_WORK_TREE: bo.directory,
    GIT_OBJECT_DIRECTORY: join(bo.directory, '.git', 'objects'),
    GIT_CONFIG_PARAMETERS: "'core.bare'='true'",
    GIT_LITERAL_PATHSPECS: '1',
    GIT_EDITOR: 'false',
  }
  const before = bo.git(['rev-parse', 'HEAD'])
  const called = new GitDesk(ada.directory, env)
  await called.remember('By a hook')
  const { commit } = await called.commitStore()
  t.equal(ada.git(['rev-parse', 'HEAD']).trim(), commit)
  t.equal(bo.git(['rev-parse', 'HEAD']), before)
  t.equal((await called.sync()).pushed, 1)
})
