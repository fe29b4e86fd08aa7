import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { renderInit } from '../../../src/bin/commands/git-status.js'
import { createTerminal } from '../../../src/bin/terminal/screen.js'
import { initStore } from '../../../src/git/init.js'
import { readStoreStatus } from '../../../src/git/sync.js'
import { readConsent } from '../../../src/settings/accepted.js'
import { temporaryFolder } from '../../store/fixture.js'
import { GIT_ENV, Workbench } from '../../store/git/fixture.js'
import { GitDesk, PROGRAM } from './stores.js'

t.test('init makes a repository, and a second one changes nothing', async t => {
  const desk = new GitDesk(join(temporaryFolder(t), 'my store'))
  const first = await desk.init()
  t.match(first, { created: true, driver: true, files: [], localTracked: false, remote: undefined })
  t.equal(desk.git(['symbolic-ref', 'HEAD']).trim(), 'refs/heads/main')
  t.throws(() => desk.git(['rev-parse', 'HEAD']), 'nothing is committed')
  const config = readFileSync(join(desk.directory, '.git/config'))
  t.match(await desk.init(), { created: false, driver: false, files: [] })
  t.same(readFileSync(join(desk.directory, '.git/config')), config)
  const attributes = desk.git(['check-attr', 'merge', 'eol', '--', 'global/memories/a.md'])
  t.match(attributes, /merge: svc\n.*eol: lf/)
  t.match(desk.git(['check-attr', 'merge', '--', 'projects/p-1/memories/a.md']), /merge: svc/)
  t.match(desk.git(['check-attr', 'merge', '--', 'global/skills/a/SKILL.md']), /unspecified/)
})

t.test('the branch is what the person has set for new repositories', async t => {
  const folder = temporaryFolder(t)
  writeFileSync(join(folder, 'config'), '[init]\n\tdefaultBranch = trunk\n')
  const env = { ...GIT_ENV, GIT_CONFIG_GLOBAL: join(folder, 'config') }
  const desk = new GitDesk(join(folder, 'store'), env)
  await desk.init()
  t.equal(desk.git(['symbolic-ref', 'HEAD']).trim(), 'refs/heads/trunk')
})

t.test('init joins the repository that the store lies in', async t => {
  const outer = Workbench.init(join(temporaryFolder(t), 'dotfiles'))
  const desk = new GitDesk(join(outer.directory, 'share/svc'))
  t.match(await desk.init(), { created: false, driver: true, workTree: outer.directory })
  t.match(outer.git(['config', '--get', 'merge.svc.driver']), /merge-driver %O %A %B %L %P/)
  const path = 'share/svc/global/memories/a.md'
  t.match(outer.git(['check-attr', 'merge', '--', path]), /merge: svc/)
})

t.test('a repository that ignores the store is not joined', async t => {
  const outer = Workbench.init(join(temporaryFolder(t), 'project'))
  outer.write({ '.gitignore': 'store/\n' })
  const desk = new GitDesk(join(outer.directory, 'store'))
  const made = await desk.init()
  t.match(made, { created: true, workTree: desk.directory, around: outer.directory })
  const screen = createTerminal({ ...process, now: 0 })
  const why = `a repository of its own, because ${outer.directory} ignores this folder`
  t.ok(renderInit(made, screen).includes(why))
})

t.test("a person's own .gitignore and .gitattributes keep every line", async t => {
  const desk = new GitDesk(temporaryFolder(t))
  const theirs = { '.gitignore': '# mine\n*.log', '.gitattributes': '*.png binary\n' }
  desk.write(theirs)
  const { files } = await desk.init()
  t.same(
    files.map(({ name }) => name),
    ['.gitignore', '.gitattributes'],
  )
  const ignore = readFileSync(join(desk.directory, '.gitignore'), 'utf8')
  t.equal(ignore, '# mine\n*.log\n/state/\n.*.tmp\n')
  t.match(readFileSync(join(desk.directory, '.gitattributes'), 'utf8'), /^\*\.png binary\nglobal/)
  desk.write({ 'state/x': '1', 'global/skills/state/SKILL.md': '# State\n' })
  t.equal(desk.git(['check-ignore', 'state/x']).trim(), 'state/x')
  t.throws(
    () => desk.git(['check-ignore', 'global/skills/state/SKILL.md']),
    'a skill may be so named',
  )
  t.same((await desk.init()).files, [])
})

t.test('a file of git that is a symbolic link is told of and not followed', async t => {
  const folder = temporaryFolder(t)
  const desk = new GitDesk(join(folder, 'store'))
  mkdirSync(desk.directory)
  writeFileSync(join(folder, 'elsewhere'), '*.log\n')
  symlinkSync(join(folder, 'elsewhere'), join(desk.directory, '.gitignore'))
  const { files } = await desk.init()
  t.match(files, [{ name: '.gitignore', isLink: true, lines: ['/state/', '.*.tmp'] }])
  t.equal(readFileSync(join(folder, 'elsewhere'), 'utf8'), '*.log\n')
})

t.test('a rule that keeps memories out of git is told of', async t => {
  const outer = Workbench.init(join(temporaryFolder(t), 'dotfiles'))
  outer.write({ '.gitignore': '*.json\n' })
  const desk = new GitDesk(join(outer.directory, 'svc'))
  const rule = { path: 'svc.json', rule: '*.json', place: '.gitignore:1' }
  t.match((await desk.init()).ignored, [{ ...rule, place: /\.gitignore:1$/ }])
  outer.write({ '.gitignore': '' })
  t.same((await desk.init()).ignored, [])
})

t.test('bin/ or state/ that git tracks is told of', async t => {
  for (const path of ['state/x', 'bin/svc-hook']) {
    const desk = new GitDesk(temporaryFolder(t))
    t.equal((await desk.init()).localTracked, false)
    desk.write({ [path]: '1' })
    desk.git(['add', '-f', '--sparse', path])
    t.equal((await desk.init()).localTracked, true, path)
    t.equal((await readStoreStatus(desk.open)).localTracked, true, path)
  }
})

t.test(
  'settings that stand in a repository are accepted, not those that git has brought',
  async t => {
    const desk = new GitDesk(temporaryFolder(t))
    desk.git(['init', '-q'])
    const entries = [{ id: 'core', name: 'svc', config: { provider: 'host' } }]
    desk.write({ 'config.json': JSON.stringify(entries) })
    await desk.init()
    t.same(readConsent(desk.directory, entries), { provider: 'host' })
    desk.git(['add', 'config.json'])
    rmSync(join(desk.directory, 'state'), { recursive: true })
    await desk.init()
    t.same(readConsent(desk.directory, entries), {})
  },
)

t.test('a program that has moved is registered anew', async t => {
  const desk = new GitDesk(temporaryFolder(t))
  await desk.init()
  const program = { ...PROGRAM, script: '/elsewhere/svc.js' }
  const again = await initStore(desk.manifest, { env: desk.env, program })
  t.equal(again.driver, true)
  t.match(desk.git(['config', '--get-all', 'merge.svc.driver']), /^[^\n]*\/elsewhere[^\n]*\n$/)
})

t.test('hooks of the repository stay as they are', async t => {
  const desk = new GitDesk(temporaryFolder(t))
  desk.git(['init', '-q'])
  desk.hook('pre-commit', 'exit 0')
  const list = () => execFileSync('ls', ['-l', join(desk.directory, '.git/hooks')]).toString()
  const before = list()
  await desk.init()
  t.equal(list(), before)
})

t.test('without git init says so, and the store works on', async t => {
  const folder = temporaryFolder(t)
  mkdirSync(join(folder, 'bin'))
  const desk = new GitDesk(join(folder, 'store'), { PATH: join(folder, 'bin') })
  await t.rejects(desk.init(), { code: 'NOT_AVAILABLE', message: /git is not installed/ })
  t.ok(await desk.remember('Kept all the same'))
})
