import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { renderGitStatus } from '../../../src/bin/commands/git-status.js'
import { createTerminal } from '../../../src/bin/terminal/screen.js'
import { commitIfFree } from '../../../src/git/auto-commit.js'
import { findUnfit } from '../../../src/git/commit.js'
import { describeIgnored } from '../../../src/git/ignored.js'
import { readStoreStatus } from '../../../src/git/sync.js'
import { temporaryFolder } from '../../store/fixture.js'
import { GIT_ENV, Workbench } from '../../store/git/fixture.js'
import { project } from '../fixture.js'
import { copyBegun, GitDesk, makeBegun } from './stores.js'

const SECRET = `ghp_${'a1B2c3D4e5F6g7H8i9'.repeat(2)}`

const template = makeBegun(t)

/** A store in git whose own files are committed. */
const openDesk = (t: Test, env = GIT_ENV) => copyBegun(t, template, env)

t.test('a message names the memory that changed', async t => {
  const desk = await openDesk(t)
  t.match(desk.lastMessage, /^Begin the store\n\n\+ \.gitattributes\n/)
  const id = await desk.remember('Never push on Fridays')
  t.match(await desk.commitStore(), { changes: [{ kind: 'added', scope: 'global' }] })
  t.equal(desk.lastMessage, 'Remember: Never push on Fridays')
  desk.edit(id, 'So it is.', 'Mondays neither.')
  await desk.commitStore()
  t.equal(desk.lastMessage, 'Update: Never push on Fridays')
  await desk.use(service => service.memories.forget(id))
  await desk.commitStore()
  t.equal(desk.lastMessage, 'Forget: Never push on Fridays')
  t.equal(desk.porcelain, '')
})

t.test('a message of several changes counts them and has a line for each', async t => {
  const desk = await openDesk(t)
  const [edited = '', gone = ''] = [await desk.remember('Edited'), await desk.remember('Gone')]
  await desk.commitStore()
  desk.edit(edited, 'So it is.', 'Not so.')
  await desk.use(service => service.memories.forget(gone))
  await desk.remember('# Änderung "neu"', 'Ja.', project(join(desk.directory, '../my-project')))
  await desk.commitStore()
  t.equal(
    desk.lastMessage,
    '1 added, 1 changed, 1 forgotten\n\n' +
      '~ Edited (global)\n- Gone (global)\n+ # Änderung "neu" (my-project)',
  )
  t.match(desk.git(['ls-files', '-z']), /scope\.json/)
})

t.test(
  'what consolidation buries, an archive gives back and age drops is told as such',
  async t => {
    const desk = await openDesk(t)
    const ids = []
    for (const title of ['Merged', 'Evicted', 'Standing']) ids.push(await desk.remember(title))
    const [merged = '', evicted = '', standing = ''] = ids
    await desk.commitStore()
    desk.edit(merged, '\n---\n\n', `\nsupersededBy: ${standing}\n---\n\n`)
    desk.edit(evicted, '\n---\n\n', '\nevictedAt: 2026-11-20T10:00:00.000Z\n---\n\n')
    await desk.commitStore()
    t.match(desk.lastMessage, /^1 merged away, 1 evicted\n\n/)
    t.match(desk.lastMessage, '- Evicted (global): evicted')
    await desk.use(service => service.archive.restore(evicted))
    await desk.commitStore()
    t.equal(desk.lastMessage, 'Restore: Evicted')
    rmSync(desk.fileOf(merged))
    await desk.commitStore()
    t.equal(desk.lastMessage, 'Drop from the archive: Merged')
  },
)

t.test('a file that a person renamed is one change', async t => {
  const desk = await openDesk(t)
  const id = await desk.remember('Named anew')
  await desk.commitStore()
  renameSync(desk.fileOf(id), join(desk.directory, 'global/memories', `other--${id}.md`))
  await desk.commitStore()
  t.equal(desk.lastMessage, 'Update: Named anew')
})

t.test('fifty lines are enough, and long titles are cut in the first line only', async t => {
  const desk = await openDesk(t)
  const lines = Array.from({ length: 60 }, (_, at) => `Title number ${at}`)
  await desk.use(async service => {
    for (const title of lines)
      await service.remember({ scope: { type: 'global', id: null }, title, content: 'x' })
  })
  await desk.commitStore()
  t.match(desk.lastMessage, /^60 added\n\n(?:\+ Title number \d+ \(global\)\n){50}… and 10 more$/)
  await desk.remember('long '.repeat(50))
  await desk.commitStore()
  const [subject = '', , body] = desk.lastMessage.split('\n')
  t.equal(subject.length, 100)
  t.equal(body, `+ ${'long '.repeat(50).trim()} (global)`)
})

t.test('with nothing to commit there is no commit, whatever is staged elsewhere', async t => {
  const desk = await openDesk(t)
  const before = desk.git(['rev-parse', 'HEAD'])
  t.same(await desk.commitStore(), { changes: [] })
  t.equal(desk.git(['rev-parse', 'HEAD']), before)

  desk.git(['checkout', '-q', '--detach'])
  await desk.remember('On no branch')
  const detached = { code: 'CONFLICT', message: /^HEAD is detached: .*checkout -b NAME/ }
  await t.rejects(desk.commitStore(), detached)
  await t.rejects(commitIfFree(desk.open.store, desk.env), detached)
  t.equal(desk.git(['rev-parse', 'HEAD']), before)
  desk.git(['checkout', '-q', '-b', 'kept'])
  t.ok((await desk.commitStore()).commit)
})

t.test('line ends that git writes in one way are no change', async t => {
  const desk = await openDesk(t)
  const id = await desk.remember('Lines')
  await desk.commitStore()
  const text = readFileSync(desk.fileOf(id), 'utf8')
  writeFileSync(desk.fileOf(id), text.replaceAll('\n', '\r\n'))
  t.same(await desk.commitStore(), { changes: [] })
})

t.test('a message of the person stands as it was given', async t => {
  const desk = await openDesk(t)
  await desk.remember('Anything')
  await desk.commitStore({ message: '# Mine\n\nIndeed' })
  t.equal(desk.lastMessage, '# Mine\n\nIndeed')
})

t.test('a message that holds a secret is refused, and nothing is committed', async t => {
  const desk = await openDesk(t)
  await desk.remember('Anything')
  const before = desk.porcelain
  const refused = desk.commitStore({ message: `Rotate the token\n\nIt was ${SECRET}.` })
  await t.rejects(refused, { code: 'INVALID_REQUEST', message: /secret/ })
  t.equal(desk.git(['rev-list', '--count', 'HEAD']).trim(), '1')
  t.equal(desk.porcelain, before, 'nothing is staged')
})

t.test('a secret or conflict markers are not committed, and the files are named', async t => {
  const desk = await openDesk(t)
  const id = await desk.remember('Token')
  desk.edit(id, 'So it is.', `The token is ${SECRET}.`)
  const marked = 'one\n<<<<<<< HEAD\ntwo\n=======\nthree\n>>>>>>> other\n'
  desk.write({ 'global/skills/a/SKILL.md': marked })
  await t.rejects(desk.commitStore(), {
    code: 'CONFLICT',
    message:
      /SKILL\.md holds conflict markers.*token--\w+\.md holds a secret \(|token--\w+\.md holds a secret.*SKILL/,
  })
  t.equal(desk.git(['rev-list', '--count', 'HEAD']).trim(), '1')
  t.equal(desk.git(['diff', '--cached', '--name-only']), '', 'nothing is staged')
  t.equal(findUnfit(`\0${marked}`), undefined, 'a binary file is not looked into')
})

t.test('forgetting a memory because of its title does not write the title once more', async t => {
  const desk = await openDesk(t)
  desk.write({ 'global/memories/a--abcdefgh.md': `---\nid: abcdefgh\ntitle: Use ${SECRET}\n---\n` })
  desk.commit('by hand')
  rmSync(join(desk.directory, 'global/memories/a--abcdefgh.md'))
  await desk.commitStore()
  t.match(desk.lastMessage, /^Forget: Use \[redacted:/)
})

t.test('where git knows nobody, the login name stands in', async t => {
  const { PATH = '' } = GIT_ENV
  const env = { PATH, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' }
  const desk = await openDesk(t, env)
  await desk.remember('Anonymous')
  const { note } = await desk.commitStore()
  t.match(note, /git knows no user\.name or user\.email; committed as \S+ <\S+@\S+>/)
  t.match(desk.git(['log', '-1', '--format=%ae %ce']), /^(\S+@\S+) \1\n$/)
  desk.git(['config', 'user.name', 'Bo'])
  await desk.remember('Half known')
  t.match((await desk.commitStore()).note, /committed as Bo <\S+@\S+>/)
  desk.git(['config', 'user.email', 'bo@example.com'])
  await desk.remember('Known')
  t.equal((await desk.commitStore()).note, undefined)
})

t.test("a hook's refusal is handed on, and nothing is lost", async t => {
  const desk = await openDesk(t)
  desk.hook('pre-commit', 'echo "no commits before noon" >&2; exit 1')
  const id = await desk.remember('Early')
  const message =
    'git commit failed: a hook of the repository refused it (pre-commit); no commits before noon'
  await t.rejects(desk.commitStore(), { code: 'GIT_FAILED', message })
  t.not(desk.git(['diff', '--cached', '--name-only']), '', 'what was staged stays so')
  t.match(readFileSync(desk.fileOf(id), 'utf8'), 'title: Early')
  desk.hook('pre-commit', 'exit 0')
  t.ok((await desk.commitStore()).commit)
})

t.test('in a larger repository nothing but the store is committed', async t => {
  const outer = Workbench.init(join(temporaryFolder(t), 'dot files'))
  outer.write({ vimrc: 'old\n', zshrc: 'old\n' })
  outer.commit('mine')
  const desk = new GitDesk(join(outer.directory, 'Übung/svc'))
  await desk.init()
  await desk.remember('Inside')
  outer.write({ vimrc: 'staged\n', zshrc: 'edited\n', new: 'untracked\n' })
  outer.git(['add', 'vimrc'])
  await desk.commitStore()
  const names = outer.git(['show', '-z', '--name-only', '--format=']).split('\0').filter(Boolean)
  t.equal(names.length, 4)
  t.ok(names.every(name => name.startsWith('Übung/svc/')))
  t.equal(outer.git(['status', '--porcelain']), 'M  vimrc\n M zshrc\n?? new\n')
  const status = await readStoreStatus(desk.open)
  t.match(status, { changes: [], workTree: outer.directory, driver: 'without its program' })
  t.same([status.ignored, (await desk.commitStore()).ignored], [[], undefined])

  outer.write({ '.gitignore': 'Übung\n' })
  await desk.remember('Never seen')
  const { changes, ignored = [] } = await desk.commitStore()
  t.same(changes, [])
  const [told = ''] = describeIgnored('/s', ignored)
  t.match(told, /^git ignores the memories of this store: the rule Übung in \S*\.gitignore:1; /)
  t.match(told, /nothing new is backed up until that rule is gone \(git -C \/s check-ignore -v /)
  t.match((await desk.sync()).ignored, ignored)
  const seen = await readStoreStatus(desk.open)
  t.match(seen.ignored, ignored)
  const screen = createTerminal({ ...process, now: 0 })
  t.match(renderGitStatus(seen, screen).join(' '), /git ignores the memories of this store/)
  await t.rejects(commitIfFree(desk.open.store, desk.env), { message: /git ignores the memories/ })
})

t.test(
  'a commit that takes up other files alone tells of memories that git leaves out',
  async t => {
    const desk = await openDesk(t)
    await desk.commitStore()
    const path = join(desk.directory, '.gitignore')
    writeFileSync(path, `${readFileSync(path, 'utf8')}*--*.md\n`)
    await desk.remember('Left out')
    const { changes, ignored = [] } = await desk.commitStore()
    t.match(changes, [{ what: 'file', title: '.gitignore' }])
    t.match(ignored, [{ rule: '*--*.md' }])
  },
)

t.test('an open rebase, and files that are not merged, are refused with what to do', async t => {
  const desk = await openDesk(t)
  const id = await desk.remember('Disputed')
  await desk.commitStore()
  desk.git(['checkout', '-q', '-b', 'other'])
  desk.edit(id, 'So it is.', 'Theirs.')
  await desk.commitStore()
  desk.git(['checkout', '-q', 'main'])
  desk.edit(id, 'So it is.', 'Ours.')
  await desk.commitStore()
  t.throws(() => desk.git(['merge', '-q', 'other']))
  const message = /not merged yet: global\/memories\/disputed--\w+\.md; svc git resolve/
  await t.rejects(desk.commitStore(), { code: 'CONFLICT', message })
  const open = await readStoreStatus(desk.open)
  t.match(open, { operation: 'merge', unmerged: [/^global\/memories\/disputed/] })
  writeFileSync(
    desk.fileOf(id),
    readFileSync(desk.fileOf(id), 'utf8').replace(/<{7}[^]*>{7}.*/, 'Both.'),
  )
  desk.git(['add', '-A'])
  t.ok((await desk.commitStore()).commit, 'a merge without conflicts is concluded')
  t.equal(desk.git(['rev-list', '--parents', '-1', 'HEAD']).trim().split(' ').length, 3)
  desk.git(['checkout', '-q', 'other'])
  t.throws(() => desk.git(['rebase', '-q', '-f', '--exec', 'false', 'HEAD~1']))
  await t.rejects(desk.commitStore(), { code: 'CONFLICT', message: /git rebase --continue/ })
})

t.test('git is run seldom: twice where there is nothing to commit', async t => {
  const desk = await openDesk(t)
  const bin = join(desk.directory, '../bin')
  mkdirSync(bin)
  const log = join(bin, 'runs')
  writeFileSync(
    join(bin, 'git'),
    `#!/bin/sh\necho x >>'${log}'\nPATH='${GIT_ENV.PATH}' exec git "$@"\n`,
    { mode: 0o755 },
  )
  const counted = new GitDesk(desk.directory, { ...GIT_ENV, PATH: `${bin}:${GIT_ENV.PATH}` })
  const runs = async () => {
    writeFileSync(log, '')
    await counted.commitStore()
    return readFileSync(log, 'utf8').length / 2
  }
  t.equal(await runs(), 2)
  for (let at = 0; at < 20; at++) await desk.remember(`Title ${at}`)
  t.equal(await runs(), 6, 'however many files there are')
})

t.test('nothing is committed where git cannot look into a folder', async t => {
  const desk = await openDesk(t)
  await desk.remember('Never push on Fridays')
  const head = desk.git(['rev-parse', 'HEAD'])
  // As git says it of a disk that fails: it leaves the folder out and goes on.
  const bin = join(desk.directory, '..', 'bin')
  mkdirSync(bin)
  const warning = "warning: could not open directory 'global/': Input/output error"
  const script = `#!/bin/sh\ncase " $* " in *" add "*) echo "${warning}" >&2; exit 0 ;; esac\nPATH=\${PATH#*:} exec git "$@"\n`
  writeFileSync(join(bin, 'git'), script, { mode: 0o755 })
  const blind = new GitDesk(desk.directory, { ...GIT_ENV, PATH: `${bin}:${process.env.PATH}` })
  await t.rejects(blind.commitStore(), { code: 'GIT_FAILED', message: warning })
  t.equal(desk.git(['rev-parse', 'HEAD']), head)
  await desk.commitStore()
  t.equal(desk.porcelain, '')
})

t.test('a merge that was cut off before it had a message is concluded', async t => {
  const desk = await openDesk(t)
  desk.git(['checkout', '-q', '-b', 'other'])
  await desk.remember('Never push on Fridays')
  await desk.commitStore()
  desk.git(['checkout', '-q', '-'])
  await desk.remember('Port')
  await desk.commitStore()
  desk.git(['merge', '-q', '--no-commit', 'other'])
  rmSync(join(desk.directory, '.git/MERGE_MSG'))
  await desk.commitStore()
  t.equal(desk.lastMessage, 'Remember: Never push on Fridays')
  t.match(desk.git(['rev-list', '--parents', '-1', 'HEAD']), /^\S+ \S+ \S+\n$/)
  t.equal(desk.porcelain, '')
})
