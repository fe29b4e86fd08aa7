import t, { type Test } from 'tap'
import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { openProject, learnRootCommits } from '../../../store/projects/identity.js'
import { resolveProject } from '../../../store/projects/scope.js'
import { processorMs } from '../../processor-time.js'
import { git, repository } from '../../src/work-trees.js'
import { temporaryFolder } from '../fixture.js'
import { CLAIMS, copyDesk, makeDesk, makeGitDirectory, REMOTE } from './claims.js'

const KNOWN = 'example.org/acme/secret'

const template = makeDesk(t)
const desk = (t: Test) => copyDesk(t, template)

const plain = repository(join(temporaryFolder(t), 'plain'))

/** A repository with one commit. */
function plainTree(t: Test): string {
  const tree = join(temporaryFolder(t), 'tree')
  cpSync(plain, tree, { recursive: true })
  return tree
}

/** What a directory passes for: the project it belongs to, its remote and its root commits. */
async function passesFor(directory: string) {
  const { id } = resolveProject(directory)
  const project = openProject(id)
  await learnRootCommits(project, { env: process.env, timeoutMs: 60_000 })
  return { id, remote: project.remote, isRooted: (project.rootCommits ?? []).length > 0 }
}

/** Known by its path alone. */
const alone = (id: string) => ({ id, remote: undefined, isRooted: false })

for (const [name, claim] of Object.entries(CLAIMS)) {
  t.test(`it is not believed: ${name}`, async t => {
    const made = desk(t)
    claim(made)
    t.same(await passesFor(made.evil), alone(made.evil))
    t.match(await passesFor(made.victim), { id: made.victim, remote: KNOWN, isRooted: true })
    t.match(await passesFor(made.linked), { id: made.victim }, 'its own worktree still is')
  })
}

t.test('what git itself makes is believed', async t => {
  const { root, victim, linked } = desk(t)
  const known = { remote: KNOWN, isRooted: true }
  t.same(await passesFor(linked), { id: victim, ...known })
  const reached = join(root, 'reached')
  symlinkSync(linked, reached)
  t.same(await passesFor(reached), { id: victim, ...known }, 'through a link to the folder')
  const moved = join(root, 'moved with git')
  git(victim, 'worktree', 'move', linked, moved)
  t.same(await passesFor(moved), { id: victim, ...known }, 'moved by git')
  git(victim, 'clone', '-q', '--bare', victim, join(root, 'bare.git'))
  git(join(root, 'bare.git'), 'remote', 'set-url', 'origin', REMOTE)
  git(join(root, 'bare.git'), 'worktree', 'add', '-q', join(root, 'of-bare'))
  t.same(await passesFor(join(root, 'of-bare')), { id: join(root, 'of-bare'), ...known })
  const add = ['submodule', '--quiet', 'add', victim, 'vendor']
  git(victim, '-c', 'protocol.file.allow=always', ...add)
  const vendor = join(victim, 'vendor')
  git(vendor, 'remote', 'set-url', 'origin', REMOTE)
  t.same(await passesFor(vendor), { id: vendor, ...known }, 'a submodule is its own project')
  git(vendor, 'sparse-checkout', 'init', '--cone')
  t.same(await passesFor(vendor), { id: vendor, ...known }, 'its configuration in two files')
  git(vendor, 'worktree', 'add', '-q', join(root, 'of-vendor'))
  t.match(await passesFor(join(root, 'of-vendor')), { id: join(root, 'of-vendor'), ...known })
})

t.test('a back-link may be relative', async t => {
  const { victim, linked, dotGit } = desk(t)
  writeFileSync(join(dotGit, 'worktrees', 'linked', 'gitdir'), '../../../../linked/.git\n')
  writeFileSync(join(linked, '.git'), 'gitdir: ../victim/.git/worktrees/linked\n')
  t.match(await passesFor(linked), { id: victim, remote: KNOWN })
})

t.test('a worktree that was moved by hand is alone until git has repaired it', async t => {
  const { root, victim, linked } = desk(t)
  const moved = join(root, 'moved')
  renameSync(linked, moved)
  t.same(await passesFor(moved), alone(moved))
  git(victim, 'worktree', 'repair', moved)
  t.match(await passesFor(moved), { id: victim, remote: KNOWN })
})

t.test('a git directory elsewhere is proved by its core.worktree', async t => {
  const { root } = desk(t)
  const tree = join(root, 'tree')
  mkdirSync(tree)
  git(tree, 'init', '-q', `--separate-git-dir=${join(root, 'apart.git')}`)
  git(tree, 'commit', '-q', '--allow-empty', '-m', 'first')
  git(tree, 'remote', 'add', 'origin', REMOTE)
  t.same(await passesFor(tree), alone(tree), 'git leaves no link back')
  git(tree, 'config', 'core.worktree', tree)
  t.same(await passesFor(tree), { id: tree, remote: KNOWN, isRooted: true })
})

const HUGE = 1_000_000
const CONFIG = `[remote "origin"]\n\turl = ${REMOTE}\n`
/** Files of a repository that are large, or odd, as `.git` (a text) or in `.git` by name. */
const ODD: Record<string, string | Record<string, string>> = {
  'a .git file with spaces between': `gitdir: x${' '.repeat(HUGE)}y`,
  'a .git file of newlines': `gitdir: ${'\n'.repeat(HUGE)}`,
  'a .git file with a long path': `gitdir: ${'a/'.repeat(HUGE / 4)}`,
  'a .git file with a NUL': 'gitdir: a\0b\n',
  'an empty .git file': '',
  'a .git file that is not text': '\ufffe\ufffd\0\u0001',
  'a configuration with spaces between': {
    config: `[remote "origin"]\nurl = x${' '.repeat(HUGE)}y`,
  },
  'a configuration of newlines': { config: `[remote "origin"]${'\n'.repeat(HUGE)}x` },
  'a configuration of brackets': { config: '['.repeat(HUGE) },
  'a configuration of sections': { config: '[remote "a"]\n'.repeat(HUGE / 14) },
  'a configuration of quotes': { config: `[remote "${'\\"'.repeat(HUGE / 2)}` },
  'a remote of slashes': { config: `[remote "origin"]\nurl = https://x/${'/'.repeat(HUGE)}x` },
  'a remote of colons': { config: `[remote "origin"]\nurl = ${'a:'.repeat(HUGE / 2)}` },
  'a remote of dots and a port': {
    config: `[remote "origin"]\nurl = a${'.a'.repeat(HUGE / 3)}://`,
  },
  'a configuration that is too large': { config: CONFIG + '#'.repeat(2 * HUGE) },
}

for (const [name, made] of Object.entries(ODD)) {
  t.test(`a look takes no time: ${name}`, async t => {
    const tree = join(temporaryFolder(t), 'tree')
    if (typeof made !== 'string') makeGitDirectory(join(tree, '.git'), made)
    else {
      mkdirSync(tree)
      writeFileSync(join(tree, '.git'), made)
    }
    const ms = await processorMs(() => {
      t.equal(openProject(resolveProject(tree).id).remote, undefined)
    })
    t.ok(ms < 1_500, `${Math.round(ms)} ms`)
  })
}

t.test('a pipe or a device in the place of any file is not waited for', async t => {
  for (const name of ['HEAD', 'config', 'commondir', 'packed-refs', 'shallow', 'index', 'gitdir']) {
    for (const made of ['pipe', 'device']) {
      const tree = plainTree(t)
      const path = join(tree, '.git', name)
      rmSync(path, { force: true })
      if (made === 'pipe') execFileSync('mkfifo', [path])
      else symlinkSync('/dev/zero', path)
      const project = openProject(resolveProject(tree).id)
      t.equal(project.remote, undefined)
      await learnRootCommits(project, { env: process.env, timeoutMs: 100 })
      t.pass(`${name} as a ${made}`)
    }
  }
})

t.test('what git reads in a configuration is read as git reads it', async t => {
  const texts = {
    [`[Remote "origin"]\n\tURL = ${REMOTE} ; the office\n`]: KNOWN,
    [`[remote "origin"] url = "${REMOTE}"\n`]: KNOWN,
    [`[remote "origin"]\nurl = https://example.org/acme/\\\nsecret.git\n`]: KNOWN,
    [`# [remote "origin"]\n#\turl = ${REMOTE}\n`]: undefined,
    [`[remote]\n\turl = ${REMOTE}\n`]: undefined,
    [`[remote.origin]\n\turl = ${REMOTE}\n`]: KNOWN,
    [`[remote "origin"]\r\n\turl = ${REMOTE}\r\n`]: KNOWN,
    [`[remote "a[b]"]\nurl = ${REMOTE}\n[core]\n`]: KNOWN,
    [`[remote "origin"]\nurl = ${REMOTE}\nurl = https://example.org/second\n`]: KNOWN,
    [`[core]\nx = "[remote \\"origin\\"]\\nurl = ${REMOTE}"\n`]: undefined,
  }
  for (const [config, remote] of Object.entries(texts)) {
    const tree = plainTree(t)
    appendFileSync(join(tree, '.git', 'config'), config)
    t.equal(openProject(tree).remote, remote, config)
    const said = remote === undefined ? undefined : REMOTE
    const told = gitSays(tree)
    t.equal(told, said, 'git says the same')
  }
})

function gitSays(tree: string): string | undefined {
  try {
    return git(tree, 'config', '--get-regexp', '^remote\\..*\\.url$').split('\n')[0]?.split(' ')[1]
  } catch {
    return undefined
  }
}

t.test('dotfiles are a project where the home directory says so, and by no variable', async t => {
  const { root, victim, dotGit } = desk(t)
  const home = join(root, 'home')
  const notes = join(home, 'notes')
  mkdirSync(notes, { recursive: true })
  git(root, 'init', '-q', '--bare', join(home, '.dotfiles'))
  const [dotfiles, before] = [join(home, '.dotfiles'), { ...process.env }]
  t.teardown(() => {
    for (const name of ['GIT_DIR', 'GIT_WORK_TREE']) Reflect.deleteProperty(process.env, name)
    Object.assign(process.env, before)
  })
  Object.assign(process.env, { GIT_DIR: dotGit, GIT_WORK_TREE: victim })
  t.same(await passesFor(notes), alone(notes))
  Object.assign(process.env, { GIT_DIR: dotfiles, GIT_WORK_TREE: home })
  t.same(await passesFor(notes), alone(notes))
  writeFileSync(join(home, '.git'), `gitdir: ${dotfiles}\n`)
  t.same(await passesFor(home), alone(home), 'the repository does not name it yet')
  git(root, '--git-dir', dotfiles, 'config', 'core.bare', 'false')
  git(root, '--git-dir', dotfiles, 'config', 'core.worktree', home)
  git(root, '--git-dir', dotfiles, 'remote', 'add', 'origin', 'https://example.org/me/dots.git')
  t.match(await passesFor(notes), { id: home, remote: 'example.org/me/dots' })
})
